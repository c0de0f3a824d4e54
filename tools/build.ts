import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Where the built pages lie. */
export const webFolder = 'build/client';

const sources = ['src/**/*.{ts,tsx,css,svg,woff2}', 'public/**/*', '*.config.ts', 'package-lock.json'];

/** Whether something the pages are made of is newer than they are. */
function stale(): boolean {
  const page = `${webFolder}/index.html`;
  if (!existsSync(page)) return true;
  const built = statSync(page).mtimeMs;
  return globSync(sources, { exclude: ['**/*.test.ts'] }).some((file) => statSync(file).mtimeMs > built);
}

/** Builds the pages when there are none or something they are made of changed. Ends the process if that fails. */
export function buildWhenStale(): void {
  if (!stale()) return;
  console.error('Building the pages ...');
  const built = spawnSync('node_modules/.bin/react-router', ['build'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(1);
  for (const file of globSync(`${webFolder}/assets/*.{js,css,svg}`)) compress(file);
}

/** Lays a brotli and a gzip copy beside a built file, for the server to hand out. */
function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
