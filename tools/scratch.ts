import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const ours = /^cryptocommerce-scratch-(\d+)$/;
/** What a whole run of the tests lays down at once, several times over. */
const enough = 6 * 1024 ** 3;

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Removes what runs that were killed left behind: memory is not given back by itself, as a folder's days are. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = ours.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Lets a run of tests keep what it lays down for a moment (databases, files, profiles of browsers) in memory where this
 * machine has room for it: each copy of a database is a thousand small files, and half of their making was the disk's.
 * Called by what starts the run; processes that it starts find the folder named by `TMPDIR`, and leave it alone.
 */
export function keepScratchInMemory(folder = memory, room = enough): void {
  if (process.env['TEST_SCRATCH'] || process.platform !== 'linux' || !existsSync(folder)) return;
  removeLeftovers(folder);
  if (roomIn(folder) < room) return;
  const scratch = join(folder, `cryptocommerce-scratch-${process.pid}`);
  // Open to the account that PostgreSQL runs under, as the system's own folder for such things is.
  mkdirSync(scratch, { mode: 0o755 });
  process.env['TEST_SCRATCH'] = scratch;
  process.env['TEST_DISK'] = tmpdir();
  process.env['TMPDIR'] = scratch;
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
}

/** The folder of this kind on the disk: for what is started from it, or lies there under the name of another file. */
export const scratchOnDisk = (): string => process.env['TEST_DISK'] ?? tmpdir();
