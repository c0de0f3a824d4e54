import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { enableBundleCache, isStale, productFile } from './build-state.mjs';

// Imports no TypeScript before the bundle: Node's type stripper would take 15 MB of memory permanently.

async function importBundle() {
  enableBundleCache();
  return import(pathToFileURL(resolve(productFile)).href);
}

if (!existsSync('package.json')) process.chdir(join(createRequire(import.meta.url).resolve('../package.json'), '..'));
// Without a current build, the sources run after building the pages.
const isBuilt = !isStale();
const { start } = await (isBuilt && existsSync(productFile) ? importBundle() : import('./start-product.ts'));
const build = isBuilt ? null : async () => (await import('./build.ts')).buildWhenStale({ quiet: true });
await start(process.argv.slice(2), build);
