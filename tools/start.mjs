import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isStale, keepCompiled, productFile } from './built.mjs';

// No TypeScript before the bundle runs: the type stripper takes 15 MB permanently.

/** The bundle. Its compile cache is stored next to it when writable. */
async function inOnePiece() {
  keepCompiled();
  return import(pathToFileURL(resolve(productFile)).href);
}

if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
// An older bundle would be an older product.
const isBuilt = !isStale();
const { start } = await (isBuilt && existsSync(productFile) ? inOnePiece() : import('./start-product.ts'));
await start(process.argv.slice(2), isBuilt ? () => undefined : (await import('./build.ts')).buildWhenStale);
