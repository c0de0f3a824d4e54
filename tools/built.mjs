import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, resolve } from 'node:path';

/** The product in one piece. */
export const productFile = 'build/product/start-product.js';

/** What the pages and the product are made of. */
export const sources = [
  'src/**/*.{ts,tsx,json,css,svg,woff2}',
  'public/**/*',
  '*.config.ts',
  'tools/*.{ts,mjs}',
  'tools/demo/**/*.ts',
  'fakes/**/*.ts',
  'package-lock.json',
];

/**
 * Written once all pages are there: a build that broke off leaves pages behind that nobody should see. Of the moment at
 * which it began: what was changed meanwhile may stand in none of them.
 */
export const stamp = 'build/.built';

export const builder = 'node_modules/.bin/react-router';

/**
 * Whether something the pages are made of is newer than they are. Where nothing could build them anew, as in an image,
 * what was built elsewhere is what there is: copies have the dates of their copying.
 */
export function isStale() {
  if (!existsSync(stamp)) return true;
  if (!existsSync(builder)) return false;
  const [now, listed] = [sourcesNow(), readFileSync(stamp, 'utf8')];
  return now.newest > statSync(stamp).mtimeMs || (listed !== '' && now.listed !== listed);
}

/** When the newest source changed, and a mark of which there are and how long: what is unpacked keeps an old date. */
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

/** From now on what is compiled of the product is taken from beside it, and kept there, for whoever it is that runs. */
export const keepCompiled = () => enableCompileCache(resolve(dirname(productFile), 'compiled'));
