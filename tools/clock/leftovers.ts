import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ofProcess = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/;

/**
 * Removes what programs under another clock left in shared memory when they were killed. Whoever is given the number of
 * one of them later, and is another user, may not open it and does not start.
 */
export function removeLeftovers(folder = '/dev/shm'): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = ofProcess.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { force: true });
  }
}
