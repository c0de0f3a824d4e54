import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const ownFolder = /^cryptocommerce-scratch-(\d+)$/;
/** Several times the space of a whole test run. */
const enoughBytes = 6 * 1024 ** 3;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Removes folders of killed runs, which would occupy memory until the machine restarts. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = ownFolder.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Keeps temporary files in memory, because database copies write many. Call once, first: children inherit `TMPDIR`. */
export function keepScratchInMemory(folder = memory, neededBytes = enoughBytes): void {
  if (process.env['TEST_SCRATCH'] || process.platform !== 'linux' || !existsSync(folder)) return;
  removeLeftovers(folder);
  if (freeBytes(folder) < neededBytes) return;
  const scratch = join(folder, `cryptocommerce-scratch-${process.pid}`);
  // The account of PostgreSQL must be able to enter the folder.
  mkdirSync(scratch, { mode: 0o755 });
  process.env['TEST_SCRATCH'] = scratch;
  process.env['TEST_DISK'] = tmpdir();
  process.env['TMPDIR'] = scratch;
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
}

/** Temporary folder on disk, also while temporary files are in memory. */
export const getTempFolderOnDisk = (): string => process.env['TEST_DISK'] ?? tmpdir();
