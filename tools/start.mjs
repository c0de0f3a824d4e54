import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isStale, keepCompiled, productFile } from './built.mjs';

// No TypeScript before the product runs in one piece: what takes the types out of it weighs 15 MB, for good.

/** The product in one piece. What is compiled of it stays beside it for the next start, where we may write there. */
async function inOnePiece() {
  keepCompiled();
  return import(pathToFileURL(resolve(productFile)).href);
}

if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
// Of older sources it would be an older product.
const isBuilt = !isStale();
const { start } = await (isBuilt && existsSync(productFile) ? inOnePiece() : import('./start-product.ts'));
await start(process.argv.slice(2), isBuilt ? () => undefined : (await import('./build.ts')).buildWhenStale);
