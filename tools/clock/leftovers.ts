import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ofProcess = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/;

/** Removes shared memory of killed libfaketime programs. Another user with the same process id could not open it. */
export function removeLeftovers(folder = '/dev/shm'): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, pid] = ofProcess.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { force: true });
  }
}
