import { afterEach, expect, test, vi } from 'vitest';
import { cpuTime } from '../../test/cpu-time.ts';
import { keepPace } from './pace.ts';

afterEach(() => vi.restoreAllMocks());

test('each counts a minute of their own, also when others began theirs long before', () => {
  let now = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const process = {};
  const asks = (whose: string) => keepPace(process, 'export', whose);
  asks('somebody else');
  now += 50_000;
  for (let n = 0; n < 20; n++) asks('one');
  for (const later of [0, 20_000, 30_000]) {
    now += later;
    expect(() => asks('one')).toThrow(expect.objectContaining({ code: 'general.busy' }));
    asks('another');
  }
  now += 10_001;
  for (let n = 0; n < 20; n++) asks('one');
  expect(() => asks('one')).toThrow(expect.objectContaining({ code: 'general.busy' }));
});

/** µs: how exactly a thread's work is told where it is counted by ticks. */
const tick = 10_000;

test('a newcomer costs the same however many others there are', () => {
  const whose = {};
  let n = 0;
  const workOfMany = () => {
    const before = cpuTime();
    for (const end = n + 10_000; n < end; n++) keepPace(whose, 'terms', `2001:db8:0:${n.toString(16)}::/64`);
    return cpuTime() - before;
  };
  const first = workOfMany();
  for (let more = 0; more < 4; more++) workOfMany();
  // The least of several: whoever looked through all would pay for it each time, a thread that tidies up once.
  const later = [workOfMany(), workOfMany(), workOfMany()];
  // So short a work may be told as none, by a clock that ticks: a tick is not the cost of looking through all.
  expect(Math.min(...later)).toBeLessThan(50 * first + tick);
});
