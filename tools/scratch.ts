import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const ours = /^cryptocommerce-scratch-(\d+)$/;
/** Space that a whole test run may need, several times over. */
const enough = 6 * 1024 ** 3;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Removes folders of killed runs: memory is not freed automatically. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = ours.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Keeps temporary databases, files and browser profiles of a test run in memory when there is enough: copying a
 * database writes a thousand small files. Call it from the process that starts the run; child processes find the folder
 * in `TMPDIR` and leave it alone.
 */
export function keepScratchInMemory(folder = memory, neededBytes = enough): void {
  if (process.env['TEST_SCRATCH'] || process.platform !== 'linux' || !existsSync(folder)) return;
  removeLeftovers(folder);
  if (freeBytes(folder) < neededBytes) return;
  const scratch = join(folder, `cryptocommerce-scratch-${process.pid}`);
  // Accessible to the account of PostgreSQL, like the system's folder.
  mkdirSync(scratch, { mode: 0o755 });
  process.env['TEST_SCRATCH'] = scratch;
  process.env['TEST_DISK'] = tmpdir();
  process.env['TMPDIR'] = scratch;
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
}

/** Scratch folder on disk. */
export const scratchOnDisk = (): string => process.env['TEST_DISK'] ?? tmpdir();
