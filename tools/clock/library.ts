import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

// The one for threads, which holds signals back while it reads the hand: the other was called again within its own
// reading by PostgreSQL's alarm, and that connection stood for ever.
const find = () => globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')[0];
const apt = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 2, 2] }).status === 0;

/** What stands between a program and the clock: Debian's, installed where we may; null where there is none. */
export function clockLibrary(): string | null {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('Installing libfaketime (once) ...');
  if (!apt('install', 'faketime') && apt('update')) apt('install', 'faketime');
  return find() ?? null;
}
