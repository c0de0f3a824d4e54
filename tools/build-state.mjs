import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, resolve } from 'node:path';

/** The server as one bundled file. */
export const productFile = 'build/product/start-product.js';

export const sources = [
  'src/**/*.{ts,tsx,json,css,svg,woff2}',
  'public/**/*',
  '*.config.ts',
  'tools/*.{ts,mjs}',
  'tools/demo/**/*.ts',
  'fakes/**/*.ts',
  'package-lock.json',
];

/** Marks a complete build; written last. Its time is the start of the build, because later changes may be missing. */
export const stamp = 'build/.built';

export const builder = 'node_modules/.bin/react-router';

/** True when a source is newer than the pages. Without the build tools (in the image) the pages count as current. */
export function isStale() {
  if (!existsSync(stamp)) return true;
  if (!existsSync(builder)) return false;
  const [now, listed] = [sourcesNow(), readFileSync(stamp, 'utf8')];
  return now.newest > statSync(stamp).mtimeMs || (listed !== '' && now.listed !== listed);
}

/** Newest modification time, and a hash of names and sizes: files unpacked from an archive keep old dates. */
export function sourcesNow() {
  let newest = 0;
  const listed = createHash('sha256');
  for (const file of globSync(sources, { exclude: ['**/*.test.ts'] }).sort()) {
    const found = statSync(file);
    if (found.isDirectory()) continue;
    newest = Math.max(newest, found.mtimeMs);
    listed.update(`${file} ${found.size}\n`);
  }
  return { newest, listed: listed.digest('hex') };
}

/** Stores compiled code next to the bundle. Without write access Node compiles at each start. */
export const enableBundleCache = () => enableCompileCache(resolve(dirname(productFile), 'compiled'));
