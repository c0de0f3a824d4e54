import { resolve } from 'node:path';
import { createServer } from 'vite';
import { galleryConfig } from './gallery/config.ts';

const vite = await createServer({
  ...galleryConfig,
  server: { host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3009), fs: { allow: [resolve('.')] } },
});
await vite.listen();
console.info(`Component gallery: ${vite.resolvedUrls?.local[0] ?? ''}`);
