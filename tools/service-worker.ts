import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build } from 'vite';
import { inlineScripts, plainBuild } from './inline-scripts.ts';
import { lessonFiles } from './lesson-files.ts';

/** Builds the service worker for offline lessons. Call after the pages are built, because it lists their files. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const { manifest, scripts, styles, fonts } = lessonFiles(folder);
  const files = [manifest, ...scripts, ...styles, ...fonts];
  const version = createHash('sha256').update(files.join(' ')).digest('hex').slice(0, 12);
  await build({
    ...plainBuild,
    plugins: [inlineScripts()],
    define: { __BUILD__: JSON.stringify({ version, files, styles, manifest: basename(manifest) }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'src/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
