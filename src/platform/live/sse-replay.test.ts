import { expect, test } from 'vitest';
import { replayBuffer } from './sse-replay.ts';

function createReplay(start: number) {
  const clock = { now: start };
  return { clock, replay: replayBuffer(() => clock.now) };
}

test('a page receives events since its answer, each once, and none older', () => {
  const { clock, replay } = createReplay(0);
  replay.start();
  for (const [readAt, payload] of [
    [1_000, 'prices'],
    [16_000, 'trading@a'],
    [19_000, 'notices@a'],
    [19_500, 'trading@a'],
  ] as const) {
    clock.now = readAt;
    replay.record(payload);
  }
  clock.now = 20_000;
  expect(replay.since(0)).toEqual(['trading@a', 'notices@a']);
  expect(replay.since(15_000)).toEqual(['prices', 'trading@a', 'notices@a']);
});

test('a page older than the buffer learns that events are missing', () => {
  const { clock, replay } = createReplay(50_000);
  expect(replay.since(0)).toBeNull();
  replay.start();
  expect(replay.since(0)).toBeNull();
  clock.now = 60_000;
  expect(replay.since(1_000)).toEqual([]);
  expect(replay.since(9_000)).toBeNull();
  expect(replay.since(Number.NaN)).toBeNull();
});

test('the buffer stays small and reports what it dropped', () => {
  const { clock, replay } = createReplay(0);
  replay.start();
  clock.now = 1_000_000;
  for (let getNth = 0; getNth < 20_000; getNth++) {
    clock.now += 2;
    replay.record(`trading@${getNth}`);
  }
  expect(replay.since(0)).toHaveLength(2_501);
  expect(replay.since(10_000)).toBeNull();
  clock.now += 120_000;
  for (let nth = 0; nth < 100; nth++) replay.record('prices');
  clock.now += 3_000;
  expect(replay.since(1_000)).toEqual(['prices']);
  expect(replay.since(100_000)).toBeNull();
});
