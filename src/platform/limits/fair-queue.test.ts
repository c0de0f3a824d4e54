import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { getQueueKeys } from '../http/client-network.ts';
import { passwordQueueLimits } from '../jobs/password-work.ts';
import { fairQueue, type QueueKeys } from './fair-queue.ts';
import { checkRateLimit } from './memory-rate-limit.ts';

function createQueue(options: Parameters<typeof fairQueue>[0]) {
  const runQueued = fairQueue(options);
  const started: string[] = [];
  const endFunctions: (() => void)[] = [];
  const ask = (name: string, queueKeys: QueueKeys) =>
    runQueued(queueKeys, async () => {
      started.push(name);
      await new Promise<void>((resolve) => endFunctions.push(resolve));
      return name;
    });
  const finishOne = async () => {
    endFunctions.shift()?.();
    await setImmediate();
  };
  return { ask, started, finishOne, countRunning: () => endFunctions.length };
}
const wideLimits = { concurrency: 1, maxWaiting: 1_000, maxWaitingPerKey: [] };

test.each([
  ['/48 of IPv6', (n: number) => `2001:db8:77:${n.toString(16)}::1`],
  ['/24 of IPv4', (n: number) => `203.0.113.${n % 256}`],
])('one client with a whole %s does not fill the password queue for everyone', async (_, addressOf) => {
  const { ask, started, finishOne, countRunning } = createQueue({ concurrency: 1, ...passwordQueueLimits });
  const calls = Array.from({ length: 250 }, (_keyCount, n) =>
    ask('strange', getQueueKeys(addressOf(n), `${n}@x.test`)),
  );
  const ownerWork = ask('owner', getQueueKeys('198.51.100.7', 'owner@x.test'));
  const finished = Promise.allSettled([...calls, ownerWork]);
  while (countRunning() > 0) await finishOne();
  expect((await finished).at(-1)).toEqual({ status: 'fulfilled', value: 'owner' });
  expect(started.indexOf('owner')).toBeLessThan(3);
  expect(started).toHaveLength(passwordQueueLimits.maxWaitingPerKey[0] + 2);
});

test.each([
  ['three /48s of IPv6', 3, (n: number) => getQueueKeys(`2001:db8:${n % 3}:${n.toString(16)}::1`, `${n}@x.test`)],
  ['sixty connections of one network', 60, (n: number) => getQueueKeys(`203.0.113.${n % 60}`, `${n}@x.test`)],
])('%s do not keep everyone else out of the password queue', async (_, maxCalls, getKeys) => {
  const { ask, started, finishOne, countRunning } = createQueue({ concurrency: 1, ...passwordQueueLimits });
  const flood = Array.from({ length: 400 }, (_each, n) => ask('strange', getKeys(n)));
  const owner = ask('owner', getQueueKeys('203.0.113.77', 'owner@x.test'));
  const ended = Promise.allSettled([...flood, owner]);
  while (countRunning() > 0) await finishOne();
  expect((await ended).at(-1)).toEqual({ status: 'fulfilled', value: 'owner' });
  expect(started.indexOf('owner')).toBeLessThanOrEqual(maxCalls + 1);
});

describe('a full queue', () => {
  test('refuses the caller when no slot is free, and others still find some', async () => {
    const { ask, started, finishOne } = createQueue({ concurrency: 1, maxWaiting: 3, maxWaitingPerKey: [2] });
    const firstCaller = ask('a1', ['a']);
    void ask('a2', ['a']);
    const lastCaller = ask('a3', ['a']);
    const dropped = expect(lastCaller).rejects.toMatchObject({ code: 'general.busy' });
    await expect(ask('a4', ['a'])).rejects.toMatchObject({ code: 'general.busy' });
    void ask('b1', ['b']);
    void ask('c1', ['c']);
    await dropped;
    await expect(ask('d1', ['d'])).rejects.toMatchObject({ code: 'general.busy' });
    await finishOne();
    expect(await firstCaller).toBe('a1');
    void ask('c2', ['c']);
    for (let n = 0; n < 4; n++) await finishOne();
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']);
  });

  test('never drops a waiting caller for one that has more waiting', async () => {
    const names = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        async (callers, maxWaiting, caller) => {
          const { ask, started, finishOne, countRunning } = createQueue({
            concurrency: 1,
            maxWaiting,
            maxWaitingPerKey: [caller],
          });
          const refusedCallers: string[] = [];
          const all = callers.map((name, n) =>
            ask(`${name}${n}`, [name, `account ${n}`]).catch(({ code }: { code: string }) => {
              refusedCallers.push(`${name}${n}`);
              expect(code).toBe('general.busy');
            }),
          );
          while (countRunning() > 0) await finishOne();
          await Promise.all(all);
          expect([...started, ...refusedCallers].sort()).toEqual(callers.map((name, n) => `${name}${n}`).sort());
          const waitingCaller = (name: string) => started.slice(1).filter((keys) => keys.startsWith(name)).length;
          const mostWaiting = Math.max(...['x', 'y', 'z'].map(waitingCaller));
          expect(started.length - 1).toBeLessThanOrEqual(maxWaiting);
          expect(mostWaiting).toBeLessThanOrEqual(caller);
          for (const [name = ''] of refusedCallers) expect(waitingCaller(name)).toBeGreaterThanOrEqual(mostWaiting - 1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('waiting calls', () => {
  test("one account's tenth call waits behind another account's first", async () => {
    const { ask, started, finishOne } = createQueue(wideLimits);
    for (let n = 1; n <= 10; n++) void ask(`a${n}`, ['a']);
    void ask('b1', ['b']);
    void ask('b2', ['b']);
    for (let n = 0; n < 12; n++) await finishOne();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10']);
  });

  test('a connection with many accounts has one turn, like one with a single account', async () => {
    const { ask, started, finishOne } = createQueue(wideLimits);
    for (let n = 1; n <= 6; n++) void ask(`x${n}`, ['far', `account ${n}`]);
    void ask('near', ['near', 'one']);
    for (let n = 0; n < 3; n++) await finishOne();
    expect(started.slice(0, 4)).toEqual(['x1', 'x2', 'near', 'x3']);
  });

  test('never run more than the limit, none is lost, and each key keeps its order', async () => {
    const names = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('1', '2')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 4 }), async (callers, concurrency) => {
        const { ask, started, finishOne, countRunning } = createQueue({ ...wideLimits, concurrency });
        const all = callers.map((queueKeys, n) => ask(`${queueKeys.join('/')} ${n}`, queueKeys));
        while (countRunning() > 0) {
          expect(countRunning()).toBeLessThanOrEqual(concurrency);
          await finishOne();
        }
        await Promise.all(all);
        expect(started.length).toBe(callers.length);
        for (const caller of new Set(callers.map((keys) => keys.join('/')))) {
          const callNumbers = started
            .filter((name) => name.startsWith(`${caller} `))
            .map((name) => Number(name.split(' ')[1]));
          expect(callNumbers).toEqual([...callNumbers].sort((a, b) => a - b));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a failing call frees its slot', async () => {
    const take = fairQueue({ concurrency: 1, maxWaiting: 1, maxWaitingPerKey: [1] });
    await expect(take(['a'], () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await take(['a'], async () => 'next')).toBe('next');
  });
});

describe('rate limits in memory', () => {
  afterEach(() => vi.restoreAllMocks());

  test('each caller has its own minute, whenever others started theirs', () => {
    let now = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const services = {};
    const countRequest = (caller: string) => checkRateLimit(services, 'export', caller);
    countRequest('other');
    now += 50_000;
    for (let n = 0; n < 20; n++) countRequest('one');
    for (const later of [0, 20_000, 30_000]) {
      now += later;
      expect(() => countRequest('one')).toThrow(expect.objectContaining({ code: 'general.busy' }));
      countRequest('another');
    }
    now += 10_001;
    for (let n = 0; n < 20; n++) countRequest('one');
    expect(() => countRequest('one')).toThrow(expect.objectContaining({ code: 'general.busy' }));
  });

  /** Resolution of CPU time, in µs. */
  const tick = 10_000;

  test('a new caller costs the same with any number of others', () => {
    const services = {};
    let n = 0;
    const measureMany = () => {
      const before = getCpuMicros();
      for (const end = n + 10_000; n < end; n++) checkRateLimit(services, 'terms', `2001:db8:0:${n.toString(16)}::/64`);
      return getCpuMicros() - before;
    };
    const first = measureMany();
    for (let round = 0; round < 4; round++) measureMany();
    // Takes the fastest run: a linear search would slow every run, a single clean-up only one.
    const later = [measureMany(), measureMany(), measureMany()];
    expect(Math.min(...later)).toBeLessThan(50 * first + tick);
  });
});
