import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import { createStubBuild } from '../reliability/stub-build.ts';

/** Reproduces the last Dockerfile stage in a folder: copied files, production packages, stub pages and Node. */
export function createImageContent() {
  const folder = mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-image-'));
  const product = join(folder, 'product');
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const [, from = '', to = ''] of lastStage.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm))
    for (const name of from.split(' ')) {
      const target = join(product, to.endsWith('/') ? join(to, name) : to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(name, target, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
    }
  const packages = join(product, 'node_modules');
  const copied = ['-al', '-a'].some(
    (copyOptions) => spawnSync('cp', [copyOptions, resolve('node_modules'), packages]).status === 0,
  );
  if (!copied) throw new Error('the packages could not be copied');
  const pruned = spawnSync(process.execPath, ['tools/prune-packages.ts', product], { encoding: 'utf8' });
  if (pruned.status !== 0) throw new Error(`the packages could not be pruned: ${pruned.stderr}`);
  createStubBuild(product);
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    cpSync(process.execPath, node);
  }
  return { folder, product, node, has: (name: string) => existsSync(join(packages, name)) };
}
