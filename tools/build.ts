import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

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
}
