import { expect, test } from 'vitest';
import { openMemory } from './live-memory.ts';

/** A memory and its clock. */
function memoryAt(start: number) {
  const clock = { now: start };
  return { clock, memory: openMemory(() => clock.now) };
}

test('a page hears what was said since it was answered, each once, and nothing older', () => {
  const { clock, memory } = memoryAt(0);
  memory.begin();
  for (const [at, payload] of [
    [1_000, 'prices'],
    [16_000, 'trading@a'],
    [19_000, 'notices@a'],
    [19_500, 'trading@a'],
  ] as const) {
    clock.now = at;
    memory.note(payload);
  }
  clock.now = 20_000;
  expect(memory.since(0)).toEqual(['trading@a', 'notices@a']);
  expect(memory.since(15_000)).toEqual(['prices', 'trading@a', 'notices@a']);
});

test('whose page is older than what is remembered is told that something is missing', () => {
  const { clock, memory } = memoryAt(50_000);
  expect(memory.since(0)).toBeNull();
  memory.begin();
  expect(memory.since(0)).toBeNull();
  clock.now = 60_000;
  expect(memory.since(1_000)).toEqual([]);
  expect(memory.since(9_000)).toBeNull();
  expect(memory.since(Number.NaN)).toBeNull();
});

test('what is remembered stays small, and says what it forgot', () => {
  const { clock, memory } = memoryAt(0);
  memory.begin();
  clock.now = 1_000_000;
  for (let nth = 0; nth < 20_000; nth++) {
    clock.now += 2;
    memory.note(`trading@${nth}`);
  }
  expect(memory.since(0)).toHaveLength(2_501);
  expect(memory.since(10_000)).toBeNull();
  clock.now += 120_000;
  for (let nth = 0; nth < 100; nth++) memory.note('prices');
  clock.now += 3_000;
  expect(memory.since(1_000)).toEqual(['prices']);
  expect(memory.since(100_000)).toBeNull();
});
