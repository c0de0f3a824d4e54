import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a RAM disk of this size, which can be filled without harm. Needs root. */
export function smallDisk(megabytes: number, beforeEnd: (step: () => unknown) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-disk-'));
  const result = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`The RAM disk could not be mounted (needs root): ${result.stderr}`);
  chmodSync(folder, 0o755);
  beforeEnd(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const ballast = join(folder, 'ballast');
  const piece = Buffer.alloc(1024 * 1024, 1);
  return {
    folder,
    free: () => {
      const { bavail, bsize } = statfsSync(folder);
      return Math.round((bavail * bsize) / 1024 / 1024);
    },
    fill: () => {
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
  };
}
