import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ofProcess = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/;

/**
 * Removes shared memory of libfaketime that killed programs left. A later process with the same id but another user
 * could not open it and would fail to start.
 */
export function removeLeftovers(folder = '/dev/shm'): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = ofProcess.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { force: true });
  }
}
