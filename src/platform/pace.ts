import { refuse } from './messages.ts';

/**
 * What one person, or one connection of strangers, may ask of one process within a minute, where each asking costs us
 * work and nobody needs more.
 * Counted in memory, by a clock that cannot be put back: it costs the many nothing, and stops the one who runs wild.
 */
const paces = {
  /** A form asks anew as one types. */
  quote: 240,
  receipt: 30,
  export: 20,
  /** Each is unsealed as it goes out; a case shows some dozens of papers. */
  file: 240,
  /** Of one connection, behind which a school may stand: what a page asks for once. */
  terms: 600,
  refresh: 120,
} as const;
export type Paced = keyof typeof paces;

const minute = 60_000;
/** So many counts are kept before those that are over are looked for. */
const swept = 10_000;

type Count = { begun: number; tries: number };
const counts = new WeakMap<object, Map<string, Count>>();

function countOf(process: object, key: string, now: number): Count {
  const mine = counts.get(process) ?? new Map<string, Count>();
  counts.set(process, mine);
  const known = mine.get(key);
  if (known && now - known.begun < minute) return known;
  if (mine.size >= swept) for (const [name, { begun }] of mine) if (now - begun >= minute) mine.delete(name);
  const fresh = { begun: now, tries: 0 };
  mine.set(key, fresh);
  return fresh;
}

/** Counts one asking of this person or connection; refuses with `general.busy` beyond what a minute allows. */
export function keepPace(services: object, work: Paced, whose: string): void {
  const count = countOf(services, `${work} ${whose}`, performance.now());
  count.tries += 1;
  if (count.tries > paces[work]) refuse('general.busy', {});
}
