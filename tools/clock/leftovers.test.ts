import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

test('what killed programs left of another clock is removed, what living ones use and anything else stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-leftovers-'));
  // Process ids end at 4,194,304.
  const [living, gone] = [process.pid, 4_194_305];
  const kept = [`faketime_shm_${living}`, `sem.faketime_sem_${living}`, `other_${gone}`];
  for (const name of [...kept, `faketime_shm_${gone}`, `sem.faketime_sem_${gone}`])
    writeFileSync(join(folder, name), '');
  removeLeftovers(folder);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});
