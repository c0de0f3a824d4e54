import { afterEach, expect, test, vi } from 'vitest';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { checkRateLimit } from './memory-rate-limit.ts';

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
