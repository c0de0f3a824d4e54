import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { inlineScripts, plainBuild } from './inline-scripts.ts';
import { lessonFiles } from './lesson-files.ts';

/** Builds `src/prerendered.ts` next to `folder`, where browsers cannot load it, because Node does not run JSX. */
export async function bundleRenderers(folder: string): Promise<void> {
  const { first, styles } = lessonFiles(folder);
  const shell = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const named = (file: string) => shell.includes(file);
  const files = {
    styles: styles.filter((file) => !named(file)),
    scripts: first.filter((file) => !named(file)),
  };
  await build({
    ...plainBuild,
    // Each "use client" of a package would warn.
    logLevel: 'error',
    plugins: [inlineScripts()],
    // Bundled, so that the image needs no packages of pages. OpenTelemetry is compared by identity.
    ssr: { noExternal: true, external: ['@opentelemetry/api'] },
    define: { __LESSON_FILES__: JSON.stringify(files) },
    build: {
      ssr: 'src/prerendered.ts',
      outDir: join(folder, '..', 'renderers'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'renderers.js' } },
    },
  });
}
