import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { lessonFiles } from './lesson-files.ts';

const plain = { configFile: false, logLevel: 'warn', publicDir: false } as const;

/** The script of the buy form until its screen is there, as text: it stands in the page. */
async function earlyForm(): Promise<string> {
  const built = await build({
    ...plain,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'src/features/trading/screens/early-form.ts', output: { format: 'iife' } },
    },
  });
  const [text, ...others] = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.code.trim() : []));
  // Nothing in it may end the element that it stands in.
  if (!text || others.length > 0 || /<\/script|<!--/i.test(text)) throw new Error('the early form is built otherwise');
  return text;
}

/**
 * Builds what is drawn for the server to give with its pages (`src/drawn.ts`) beside the pages, where nobody is served
 * it: the server runs TypeScript as it is, and that knows no markup.
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
    define: { __LESSON_FILES__: JSON.stringify(files), __EARLY_FORM__: JSON.stringify(await earlyForm()) },
    build: {
      ssr: 'src/drawn.ts',
      outDir: join(folder, '..', 'drawn'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'drawn.js' } },
    },
  });
}
