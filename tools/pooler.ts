import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fromDebianSource, readOutput, run } from './debian-source.ts';

/** PgBouncer supports prepared statements since this version. */
const minVersion = [1, 21] as const;

/** PgBouncer built from source, in the folder that only root can change (postgres-location.ts). */
const built = '/var/lib/cryptocommerce/pgbouncer';
const places = [
  process.env['PGBOUNCER'],
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  built,
];

const isNewEnough = (text: string): boolean => {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(text)?.map(Number) ?? [];
  return major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
};

export const findPooler = (): string | undefined =>
  places.find(
    (path): path is string =>
      path !== undefined &&
      existsSync(path) &&
      isNewEnough(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
  );

export const whyNoPooler = `PgBouncer ${minVersion.join('.')} or newer is missing; \`npm test\` as root installs it on Debian`;

const fromDebian = (...names: string[]) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);

/** Installs PgBouncer on Debian as root. Without PgBouncer its tests are skipped. */
export function installPooler(): void {
  if (findPooler() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing PgBouncer (once) ...');
  run('apt-get', ['update', '-qq']);
  const [, candidate = ''] = /Candidate: (\S+)/.exec(readOutput('apt-cache', ['policy', 'pgbouncer'])) ?? [];
  if (isNewEnough(candidate)) fromDebian('pgbouncer');
  else buildPooler();
}

/** The PgBouncer of Debian 12 is too old, so it is built from the source package of this release. */
const sourceRelease = 'trixie';

function buildPooler(): void {
  fromDebian('gcc', 'make', 'pkg-config', 'libc6-dev', 'libevent-dev', 'libssl-dev');
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['./configure', ['-q', '--without-cares', '--without-pam']],
    ['make', ['-s', `-j${availableParallelism()}`, 'pgbouncer']],
    ['mkdir', ['-p', dirname(built)]],
    ['install', ['-m', '755', 'pgbouncer', `${built}.new`]],
  ];
  const result = fromDebianSource({ name: 'pgbouncer', release: sourceRelease }, (source) =>
    steps.every(([program, args]) => run(program, args, source)),
  );
  if (result === 'built') renameSync(`${built}.new`, built);
}
