import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first PgBouncer that knows the statements that a session of a pool has prepared. */
const oldest = [1, 21] as const;

/** Where one goes that was built here; root's own, as the programs of PostgreSQL (postgres-place.ts). */
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

/** A PgBouncer that is here and new enough. */
export const findPooler = (): string | undefined =>
  places.find(
    (path): path is string =>
      path !== undefined &&
      existsSync(path) &&
      isNewEnough(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
  );

export const whyNoPooler = `there is no PgBouncer ${oldest.join('.')} or newer here; \`npm test\` as root on Debian brings one`;

const run = (program: string, args: readonly string[], cwd = '/') =>
  spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 2] }).status === 0;
const told = (program: string, args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';
const fromDebian = (...names: string[]) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);

/** Sees to it that there is one, where we may; whoever may not goes without what is tried behind it. */
export function installPooler(): void {
  if (findPooler() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing PgBouncer (once) ...');
  run('apt-get', ['update', '-qq']);
  const [, candidate = ''] = /Candidate: (\S+)/.exec(told('apt-cache', ['policy', 'pgbouncer'])) ?? [];
  if (isNewEnough(candidate)) fromDebian('pgbouncer');
  else buildPooler();
}

/** Debian 12 has an older one: it is built from the source package of the release after it. */
const later = 'trixie';

function buildPooler(): void {
  fromDebian('gcc', 'make', 'pkg-config', 'libc6-dev', 'libevent-dev', 'libssl-dev');
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-pooler-'));
  // A state of its own: what is installed on this machine goes by its own release.
  for (const part of ['lists/partial', 'cache/archives/partial', 'source'])
    mkdirSync(join(folder, part), { recursive: true });
  const mirrors = told('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
  const mirror = mirrors.find((one) => !one.includes('security')) ?? '';
  writeFileSync(join(folder, 'sources.list'), `deb-src ${mirror} ${later} main\n`);
  const state = {
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(state).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const source = join(folder, 'source');
  const fetched = () =>
    run('apt-get', [...options, 'update', '-qq']) &&
    run('apt-get', [...options, 'source', '-qq', '--download-only', 'pgbouncer'], source);
  const [archive] = fetched() ? globSync(join(source, 'pgbouncer_*.orig.tar.*')) : [];
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['tar', ['xf', archive ?? '', '--strip-components=1']],
    ['./configure', ['-q', '--without-cares', '--without-pam']],
    ['make', ['-s', `-j${availableParallelism()}`, 'pgbouncer']],
  ];
  if (archive && steps.every(([program, args]) => run(program, args, source))) {
    mkdirSync(join(built, '..'), { recursive: true });
    run('install', ['-m', '755', join(source, 'pgbouncer'), `${built}.new`]);
    renameSync(`${built}.new`, built);
  }
  rmSync(folder, { recursive: true, force: true });
}
