import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

// The multithreaded build blocks signals while it reads the clock file. The other build deadlocked on PostgreSQL's
// alarm.
const find = () => globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1')[0];
const apt = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', '-y', ...args], { stdio: ['ignore', 2, 2] }).status === 0;

/** Debian's libfaketime, installed as root when missing; null without one. */
export function clockLibrary(): string | null {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('Installing libfaketime (once) ...');
  if (!apt('install', 'faketime') && apt('update')) apt('install', 'faketime');
  return find() ?? null;
}
