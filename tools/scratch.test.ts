import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepScratchInMemory } from './scratch.ts';

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
