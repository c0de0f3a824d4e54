import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

// Only the multithreaded build blocks signals while it reads the clock file. The other one deadlocks when PostgreSQL
// gets SIGALRM.
const find = () => globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')[0];
const apt = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 2, 2] }).status === 0;

/** Path of libfaketime, installed from Debian when running as root; null when it is not available. */
export function clockLibrary(): string | null {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('Installing libfaketime (once) ...');
  if (!apt('install', 'faketime') && apt('update')) apt('install', 'faketime');
  return find() ?? null;
}
