import { resolve } from 'node:path';
import type { InlineConfig } from 'vite';
import { inlineScripts } from '../inline-scripts.ts';

export const galleryFolder = resolve('build/gallery');

export const galleryConfig: InlineConfig = {
  configFile: false,
  root: resolve('tools/gallery'),
  base: './',
  publicDir: false,
  cacheDir: resolve('build/gallery-cache'),
  logLevel: 'error',
  plugins: [inlineScripts()],
  build: { outDir: galleryFolder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2_000 },
};
