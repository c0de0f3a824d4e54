import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import { createStubBuild } from './stub-build.ts';

const parts = ['package.json', 'package-lock.json', 'courses', 'db', 'fakes', 'src', 'tools'];

/** Copies the product, with stub pages, into a folder with this file mode. Packages are hard links where possible. */
export function cloneProduct(mode: number): string {
  const folder = mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-clone-'));
  const product = join(folder, 'product');
  mkdirSync(product);
  for (const part of parts) cpSync(part, join(product, part), { recursive: true });
  const packages = join(product, 'node_modules');
  const copied = ['-al', '-a'].some((how) => spawnSync('cp', [how, resolve('node_modules'), packages]).status === 0);
  if (!copied) throw new Error('the packages could not be copied');
  createStubBuild(product);
  chmodSync(folder, mode);
  return product;
}
