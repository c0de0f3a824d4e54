import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchOnDisk } from '../../tools/scratch.ts';
import { smallBuild } from './web.ts';

const parts = ['package.json', 'package-lock.json', 'courses', 'db', 'fakes', 'src', 'tools'];

/** The whole product with its packages in a folder of the given mode, as a clone would lie there, pages small. */
export function clone(mode: number): string {
  const folder = mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-clone-'));
  const product = join(folder, 'product');
  mkdirSync(product);
  for (const part of parts) cpSync(part, join(product, part), { recursive: true });
  // The packages weigh almost a gigabyte: the same files under another name where that can be had.
  const packages = join(product, 'node_modules');
  const copied = ['-al', '-a'].some((how) => spawnSync('cp', [how, resolve('node_modules'), packages]).status === 0);
  if (!copied) throw new Error('the packages could not be copied');
  smallBuild(product);
  chmodSync(folder, mode);
  return product;
}
