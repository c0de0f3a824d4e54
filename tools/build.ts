import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Where the built pages lie. */
export const webFolder = 'build/client';
/** What is drawn into pages. */
export const drawingFile = 'build/drawn/drawn.js';
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
const stamp = 'build/.built';

const builder = 'node_modules/.bin/react-router';

/**
 * Whether something the pages are made of is newer than they are. Where nothing could build them anew, as in an image,
 * what was built elsewhere is what there is: copies have the dates of their copying.
 */
export function isStale(): boolean {
  if (!existsSync(stamp)) return true;
  if (!existsSync(builder)) return false;
  const [now, listed] = [sourcesNow(), readFileSync(stamp, 'utf8')];
  return now.newest > statSync(stamp).mtimeMs || (listed !== '' && now.listed !== listed);
}

/** When the newest source changed, and a mark of which there are and how long: what is unpacked keeps an old date. */
function sourcesNow(): { newest: number; listed: string } {
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

/** Builds the pages when there are none or something they are made of changed. */
export function buildWhenStale(): void {
  if (!isStale()) return;
  console.error('Building the pages ...');
  rmSync(stamp, { force: true });
  const [begun, { listed }] = [new Date(), sourcesNow()];
  const built = spawnSync(builder, ['build'], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0)
    throw new Error(
      `The pages could not be built: ${built.error?.message ?? `react-router ended with ${built.status}`}`,
    );
  for (const file of globSync(`${webFolder}/assets/**/*.{js,mjs,css,svg}`)) compress(file);
  writeFileSync(stamp, listed);
  utimesSync(stamp, begun, begun);
}

/** Lays a brotli and a gzip copy beside a built file, for the server to hand out. */
function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
