import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeUnread } from './install.mjs';
import { readLock, serverPackages } from './packages/production.ts';

/** Removes packages and files that the built server does not read. An argument names another folder than this one. */
const [product = '.'] = process.argv.slice(2);
const neededPackages = serverPackages(readLock());
const isParent = (path: string): boolean => [...neededPackages].some((one) => one.startsWith(`${path}/`));

function prune(folder: string): void {
  for (const { name } of readdirSync(join(product, folder), { withFileTypes: true })) {
    const path = `${folder}/${name}`;
    if (neededPackages.has(path)) pruneNested(path);
    else if (name.startsWith('@') && isParent(path)) prune(path);
    else rmSync(join(product, path), { recursive: true });
  }
}

function pruneNested(path: string): void {
  const nested = `${path}/node_modules`;
  if (isParent(nested)) prune(nested);
  else rmSync(join(product, nested), { recursive: true, force: true });
}

prune('node_modules');
removeUnread(join(product, 'node_modules'));
