import { answersPerSecond, type Request } from './load.ts';
import type { ServerProcess } from './server-process.ts';

export type Comparison = {
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly sides: readonly [Side, Side];
};
export type Side = { readonly server: ServerProcess; readonly next: () => Request };

/** Median responses per second of both sides, and the median, lowest and highest ratio of second to first. */
export type Outcome = { first: number; second: number; ratio: number; least: number; most: number };

const warmUpSeconds = 1;

/** Measures both sides in rounds of alternating order, because other load on the machine changes over time. */
export async function compareSides({ connections, rounds, seconds, sides }: Comparison): Promise<Outcome> {
  const [a, b] = sides;
  const measure = ({ server, next }: Side, time: number) =>
    answersPerSecond({ port: server.port, connections, seconds: time, next });
  await measure(a, warmUpSeconds);
  await measure(b, warmUpSeconds);
  const seen: { first: number; second: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const early = await measure(round % 2 === 0 ? a : b, seconds);
    const late = await measure(round % 2 === 0 ? b : a, seconds);
    seen.push(round % 2 === 0 ? { first: early, second: late } : { first: late, second: early });
  }
  const ratios = seen.map(({ first, second }) => second / first);
  return {
    first: median(seen.map(({ first }) => first)),
    second: median(seen.map(({ second }) => second)),
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
