import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { lessonFiles } from './lesson-files.ts';

/**
 * Builds what draws lessons on the server (`features/learning/screens/draw-lesson.tsx`) beside the pages, where nobody
 * is served it: the server runs TypeScript as it is, and that knows no markup.
 */
export async function buildLessonPage(folder: string): Promise<void> {
  const { first, styles } = lessonFiles(folder);
  const shell = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const named = (file: string) => shell.includes(file);
  const files = {
    styles: styles.filter((file) => !named(file)),
    scripts: first.filter((file) => !named(file)),
  };
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __LESSON_FILES__: JSON.stringify(files) },
    build: {
      ssr: 'src/features/learning/screens/draw-lesson.tsx',
      outDir: join(folder, '..', 'drawn'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'draw-lesson.js' } },
    },
  });
}
