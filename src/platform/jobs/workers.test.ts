import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forEachSettled } from './for-each-settled.ts';
import { WorkExceeded, workerPool } from './workers.ts';

const program = new URL('../../../test/files/misbehaving-program.ts', import.meta.url);
const slowStart = new URL('../../../test/files/slow-start.ts', import.meta.url);
const bounds = { threads: 1, maxWaiting: 10, maxWaitingPerKey: [], maxCpuMs: 200, timeoutMs: 30_000, memoryMb: 64 };

/** `say` answers process id and thread id; `sleep` ends with 'timed-out'. */
const processPool = workerPool<string | string[], string>({ program, isolation: 'process', ...bounds });
const queueKeys = ['user'];
const overloaded = { code: 'general.overloaded', words: { status: 503 } };

test('a worker process answers, and can neither read files, write, spawn nor see secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prying-'));
  const file = join(folder, 'paper');
  writeFileSync(file, 'of a customer');
  process.env['CANARY_SECRET'] = 'canary-secret-of-this-process';
  expect(await processPool(queueKeys, 'say')).toMatch(/^\d+ 0$/);
  expect(await processPool(queueKeys, ['read', file])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, ['write', join(folder, 'new')])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, ['start', process.execPath])).toBe('ERR_ACCESS_DENIED');
  expect(await processPool(queueKeys, 'secrets')).not.toContain('canary-secret-of-this-process');
  delete process.env['CANARY_SECRET'];
});

describe.each(['thread', 'process'] as const)('a %s', (isolation) => {
  const ask = workerPool<string | string[], string>({ program, isolation, ...bounds });

  test('that uses up its processor time is ended with an error, and the next call gets another worker', async () => {
    const first = await ask(queueKeys, 'say');
    await expect(ask(queueKeys, 'spin')).rejects.toThrow(WorkExceeded);
    expect(await ask(queueKeys, 'say')).not.toBe(first);
  });

  test('that fills its memory is ended with an error', async () => {
    const patientPool = workerPool<string, string>({ program, isolation, ...bounds, maxCpuMs: 30_000 });
    await expect(patientPool(queueKeys, 'hoard')).rejects.toThrow(WorkExceeded);
  });

  test('that sleeps longer than its processor time is not ended', async () => {
    expect(await ask(queueKeys, ['sleep', '1200'])).toBe('timed-out');
  });

  test('that misses the deadline continues: its caller must retry, and the next call uses it', async () => {
    const first = await ask(queueKeys, 'say');
    const abortedCall = ask(queueKeys, ['sleep', '900'], AbortSignal.timeout(150));
    await expect(abortedCall).rejects.toMatchObject(overloaded);
    expect(await ask(queueKeys, 'say')).toBe(first);
  });

  test('that starts slowly is kept: its caller must retry, and the next call uses it', async () => {
    const slowPool = workerPool<string, string>({ program: slowStart, isolation, ...bounds, timeoutMs: 500 });
    await expect(slowPool(queueKeys, 'say')).rejects.toMatchObject(overloaded);
    expect(await slowPool(queueKeys, 'say', AbortSignal.timeout(30_000))).toMatch(/^\d+ \d+$/);
  });

  test('is not called for callers that gave up in the queue', async () => {
    const runningCall = ask(queueKeys, ['sleep', '600']);
    const abortedCall = ask(queueKeys, 'spin', AbortSignal.timeout(100));
    await expect(abortedCall).rejects.toMatchObject(overloaded);
    await runningCall;
    expect(await ask(queueKeys, 'say')).toMatch(/^\d+ \d+$/);
  });
});

test('the caller of a killed worker process must retry, and the next call gets another', async () => {
  const [pid = 0] = (await processPool(queueKeys, 'say')).split(' ').map(Number);
  const pendingCall = processPool(queueKeys, ['sleep', '20000']);
  setTimeout(() => process.kill(pid, 'SIGKILL'), 100);
  await expect(pendingCall).rejects.toMatchObject(overloaded);
  expect(await processPool(queueKeys, 'say')).not.toBe(`${pid} 0`);
});

test('a program that cannot start is a fault with its reason', async () => {
  const nowhere = new URL('../../../test/files/nowhere.ts', import.meta.url);
  for (const isolation of ['thread', 'process'] as const) {
    const ask = workerPool<string, string>({ program: nowhere, isolation, ...bounds });
    await expect(ask(queueKeys, 'say')).rejects.toThrow(/nowhere|exited with/);
  }
});

describe('for each settled', () => {
  test('a failing item does not stop later ones, and its error is thrown at the end', async () => {
    const settled: number[] = [];
    const work = async (item: number) => {
      if (item % 2 === 0) throw new Error(`not ${item}`);
      settled.push(item);
    };
    await expect(forEachSettled([1, 2, 3], work)).rejects.toThrow('not 2');
    await expect(forEachSettled([4, 5, 6, 7], work)).rejects.toThrow('2 of 4 failed');
    expect(settled).toEqual([1, 3, 5, 7]);
    await forEachSettled([], work);
  });
});
