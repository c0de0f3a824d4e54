import { existsSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenStale, isStale, productFile } from './build.ts';

/** The product in one piece. What is compiled of it stays beside it for the next start, where we may write there. */
async function inOnePiece(): Promise<typeof import('./start-product.ts')> {
  enableCompileCache(resolve(dirname(productFile), 'compiled'));
  return import(pathToFileURL(resolve(productFile)).href);
}

if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
// Of older sources it would be an older product.
const isBuilt = !isStale();
const { start } = await (isBuilt && existsSync(productFile) ? inOnePiece() : import('./start-product.ts'));
await start(process.argv.slice(2), isBuilt ? () => undefined : buildWhenStale);
