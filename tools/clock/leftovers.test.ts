import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

test('shared memory of killed programs is removed; that of running programs and other files stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-leftovers-'));
  // Above the largest process id of Linux, 4,194,304.
  const [living, gone] = [process.pid, 4_194_305];
  const kept = [`faketime_shm_${living}`, `sem.faketime_sem_${living}`, `other_${gone}`];
  for (const name of [...kept, `faketime_shm_${gone}`, `sem.faketime_sem_${gone}`])
    writeFileSync(join(folder, name), '');
  removeLeftovers(folder);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});
