import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fromDebianSource, run } from '../../tools/debian-source.ts';

const programs = {
  etcd: ['/usr/bin/etcd', ['etcd-server']],
  patroni: ['/usr/bin/patroni', ['patroni', 'python3-etcd']],
  haproxy: ['/usr/sbin/haproxy', ['haproxy']],
  nginx: ['/usr/sbin/nginx', ['nginx']],
  buildah: ['/usr/bin/buildah', ['buildah']],
  podman: ['/usr/bin/podman', ['podman']],
  runc: ['/usr/sbin/runc', ['runc']],
  catatonit: ['/usr/bin/catatonit', ['catatonit']],
  mmdebstrap: ['/usr/bin/mmdebstrap', ['mmdebstrap']],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(packages: readonly string[]): void {
  if (!mayInstall())
    throw new Error(`${packages.join(', ')} must be installed. Install them, or run this as root on Debian.`);
  console.error(`Installing ${packages.join(', ')} (once) ...`);
  const download = () =>
    run('apt-get', [
      ...['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends'],
      ...packages,
    ]);
  if (!download() && !(run('apt-get', ['update', '-qq']) && download()))
    throw new Error(`Debian did not install ${packages.join(', ')}. See its output above.`);
}

/** Path of a program, which is installed from Debian when missing. Throws without root. */
export function findProgram(name: keyof typeof programs): string {
  const [path, packages] = programs[name];
  if (!existsSync(path)) install(packages);
  return path;
}

/** Folder of a PostgreSQL built from source, because the bundled one has no replication tools. */
const built = '/var/lib/cryptocommerce/postgresql-18-replicating';
const release = 'forky';
const makers = ['gcc', 'make', 'bison', 'flex', 'perl', 'pkg-config', 'libc6-dev', 'bzip2'];

export function replicatingPostgres(): string {
  const folder = [process.env['POSTGRES_BIN'], '/usr/lib/postgresql/18/bin', join(built, 'bin')];
  const found = folder.find((bin) => bin && existsSync(join(bin, 'pg_rewind')));
  if (found) return found;
  install(makers);
  console.error('Building PostgreSQL 18 (once; some minutes) ...');
  build();
  return join(built, 'bin');
}

function build(): void {
  mkdirSync(dirname(built), { recursive: true });
  const without = ['icu', 'readline', 'zlib'].map((part) => `--without-${part}`);
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['./configure', ['-q', `--prefix=${built}`, ...without]],
    ['make', ['-s', `-j${availableParallelism()}`]],
    ['make', ['-s', 'install']],
  ];
  const became = fromDebianSource({ name: 'postgresql-18', release }, (source) =>
    steps.every(([program, args]) => run(program, args, source)),
  );
  if (became === 'no source')
    throw new Error(
      'The source of PostgreSQL 18 could not be downloaded from Debian. Set POSTGRES_BIN to its bin folder.',
    );
  if (became === 'not built') throw new Error('PostgreSQL could not be built. See its output above.');
}
