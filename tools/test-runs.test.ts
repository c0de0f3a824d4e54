import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, jamaicaDay } from '../src/kernel/calendar.ts';
import { removeLeftovers } from './clock/leftovers.ts';
import { momentsAfter } from './clock/moments.ts';
import { keepScratchInMemory } from './temp-storage.ts';

let memory = '';
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'memory-'));
  for (const name of ['TEST_SCRATCH', 'TEST_DISK', 'TMPDIR']) vi.stubEnv(name, process.env[name]);
  delete process.env['TEST_SCRATCH'];
});
afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === 'linux')(
  'temporary files of a test run are in memory, and TEST_DISK names the folder on disk',
  () => {
    const disk = tmpdir();
    keepScratchInMemory(memory, 1);
    expect(tmpdir()).toBe(join(memory, `cryptocommerce-scratch-${process.pid}`));
    expect(process.env['TEST_DISK']).toBe(disk);
    const first = tmpdir();
    keepScratchInMemory(memory, 1);
    expect(tmpdir(), 'child processes share it').toBe(first);
  },
);

test.runIf(process.platform === 'linux')(
  'the folder of a killed run is removed; folders of running ones and of others stay',
  () => {
    const stay = [`cryptocommerce-scratch-${process.ppid}`, 'another-users'];
    for (const name of [...stay, 'cryptocommerce-scratch-999999999']) mkdirSync(join(memory, name));
    keepScratchInMemory(memory, 1);
    expect(existsSync(join(memory, 'cryptocommerce-scratch-999999999'))).toBe(false);
    expect(stay.every((name) => existsSync(join(memory, name)))).toBe(true);
  },
);

test('without enough free memory or without a memory folder, temporary files stay on disk', () => {
  const disk = tmpdir();
  keepScratchInMemory(memory, Number.MAX_SAFE_INTEGER);
  keepScratchInMemory(join(memory, 'nothing'), 1);
  expect(tmpdir()).toBe(disk);
});

const anyDay = fc.date({
  min: new Date('2026-11-22T00:00:00Z'),
  max: new Date('2090-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const utcDay = (at: string) => new Date(at).toISOString().slice(0, 10);
const ofJamaica = (at: string) => jamaicaDay(new Date(at));

test('for any current day, each moment is in the future and matches its name', () => {
  fc.assert(
    fc.property(anyDay, (now) => {
      const moments = momentsAfter(now);
      for (const { at, tests } of Object.values(moments)) {
        expect(Date.parse(at)).toBeGreaterThan(now.getTime());
        if (tests) expect(Date.parse(tests) - Date.parse(at)).toBe(31_000);
      }
      const at = (name: string) => moments[name]?.at ?? '';
      expect(ofJamaica(at('night'))).toBe(addDays(utcDay(at('night')), -1));
      for (const [day, zone] of [
        [utcDay, 'utc'],
        [ofJamaica, 'jamaica'],
      ] as const) {
        expect(addDays(day(at(`month-${zone}`)), 1)).toMatch(/-01$/);
        expect(day(at(`year-${zone}`))).toMatch(/-12-31$/);
        expect(day(moments[`into-year-${zone}`]?.tests ?? '')).toMatch(/-01-01$/);
      }
      expect(ofJamaica(at('leap-day'))).toMatch(/-02-29$/);
      expect(new Date(at('easter')).getUTCDay()).toBe(5);
    }),
  );
});

describe('leftovers', () => {
  test('shared memory of killed programs is removed; that of running programs and other files stay', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-leftovers-'));
    // Above the largest process id of Linux, 4,194,304.
    const [running, dead] = [process.pid, 4_194_305];
    const remaining = [`faketime_shm_${running}`, `sem.faketime_sem_${running}`, `other_${dead}`];
    for (const name of [...remaining, `faketime_shm_${dead}`, `sem.faketime_sem_${dead}`])
      writeFileSync(join(folder, name), '');
    removeLeftovers(folder);
    expect(readdirSync(folder).toSorted()).toEqual(remaining.toSorted());
    rmSync(folder, { recursive: true });
  });
});
