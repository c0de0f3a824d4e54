import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { lessonFiles } from './lesson-files.ts';

const plain = { configFile: false, logLevel: 'warn', publicDir: false } as const;

/** Bundles and minifies a script for inlining. Throws when its text could end the script element. */
async function inlineScript(input: string): Promise<string> {
  const built = await build({
    ...plain,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const [text, ...others] = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.code.trim() : []));
  if (!text || others.length > 0 || /<\/script|<!--/i.test(text)) throw new Error(`${input} cannot be inlined`);
  return text;
}

/**
 * Builds `src/prerendered.ts` next to `folder`, where browsers cannot load it. The server renders pages with it,
 * because Node runs TypeScript but not JSX.
 */
export async function buildDrawnPages(folder: string): Promise<void> {
  const { first, styles } = lessonFiles(folder);
  const shell = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const named = (file: string) => shell.includes(file);
  const files = {
    styles: styles.filter((file) => !named(file)),
    scripts: first.filter((file) => !named(file)),
  };
  await build({
    ...plain,
    define: {
      __LESSON_FILES__: JSON.stringify(files),
      __EARLY_FORM__: JSON.stringify(await inlineScript('src/features/trading/screens/early-form.ts')),
      __DEFERRED_BOOT__: JSON.stringify(await inlineScript('src/platform/pages/deferred-boot-entry.ts')),
    },
    build: {
      ssr: 'src/prerendered.ts',
      outDir: join(folder, '..', 'drawn'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'drawn.js' } },
    },
  });
}
