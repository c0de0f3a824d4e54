import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fromDebianSource, readOutput, run } from './debian-source.ts';

/** First PgBouncer version that supports prepared statements. */
const oldest = [1, 21] as const;

/** Folder of a built PgBouncer, owned by root like the programs of PostgreSQL (postgres-place.ts). */
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
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
};

/** An installed PgBouncer that is new enough. */
export const findPooler = (): string | undefined =>
  places.find(
    (path): path is string =>
      path !== undefined &&
      existsSync(path) &&
      isNewEnough(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
  );

export const whyNoPooler = `there is no PgBouncer ${oldest.join('.')} or newer here; \`npm test\` as root on Debian brings one`;

const fromDebian = (...names: string[]) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);

/** Installs PgBouncer when running as root. Without it, tests that need it are skipped. */
export function installPooler(): void {
  if (findPooler() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing PgBouncer (once) ...');
  run('apt-get', ['update', '-qq']);
  const [, candidate = ''] = /Candidate: (\S+)/.exec(readOutput('apt-cache', ['policy', 'pgbouncer'])) ?? [];
  if (isNewEnough(candidate)) fromDebian('pgbouncer');
  else buildPooler();
}

/** Debian 12 has an older version: builds from the source package of the next release. */
const later = 'trixie';

function buildPooler(): void {
  fromDebian('gcc', 'make', 'pkg-config', 'libc6-dev', 'libevent-dev', 'libssl-dev');
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['./configure', ['-q', '--without-cares', '--without-pam']],
    ['make', ['-s', `-j${availableParallelism()}`, 'pgbouncer']],
    ['mkdir', ['-p', dirname(built)]],
    ['install', ['-m', '755', 'pgbouncer', `${built}.new`]],
  ];
  const became = fromDebianSource({ name: 'pgbouncer', release: later }, (source) =>
    steps.every(([program, args]) => run(program, args, source)),
  );
  if (became === 'built') renameSync(`${built}.new`, built);
}
