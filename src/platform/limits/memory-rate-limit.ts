import { refuse } from '../messages.ts';

/** Maximum calls a minute of a person or an anonymous connection. Each process counts in memory. */
const limitsPerMinute = {
  quote: 240,
  wallet: 240,
  receipt: 30,
  cardPage: 30,
  screening: 60,
  subscribe: 20,
  preference: 60,
  /** By session, so that an attacker in the account cannot use up the owner's limit. */
  secret: 120,
  answer: 120,
  export: 20,
  /** All forms together, because each save adds to the archived WAL. */
  draft: 60,
  preview: 120,
  wholeDraft: 120,
  file: 240,
  /** By connection, which a school may share. */
  terms: 600,
  fault: 60,
  verify: 60,
  provider: 60,
  refresh: 120,
  /** High, because one mail provider unsubscribes many people. */
  unsubscribe: 240,
  search: 120,
  apiKey: 120,
  apiKeysOfOwner: 240,
} as const;
export type RateLimitedWork = keyof typeof limitsPerMinute;

const minuteMs = 60_000;

type Counter = { startedAt: number; count: number };
type Counters = { rotatedAt: number; current: Map<string, Counter>; previous: Map<string, Counter> };
const counters = new WeakMap<object, Counters>();

function getCounter(services: object, key: string, now: number): Counter {
  const own: Counters = counters.get(services) ?? { rotatedAt: now, current: new Map(), previous: new Map() };
  counters.set(services, own);
  if (now - own.rotatedAt >= minuteMs) {
    // Drops a whole generation, because a search for expired counters would take time per caller.
    own.previous = now - own.rotatedAt < 2 * minuteMs ? own.current : new Map();
    own.current = new Map();
    own.rotatedAt = now;
  }
  const known = own.current.get(key) ?? own.previous.get(key);
  if (known && now - known.startedAt < minuteMs) return known;
  const counter = { startedAt: now, count: 0 };
  own.current.set(key, counter);
  return counter;
}

/** Counts one call and refuses with `general.busy` above the limit. */
export function checkRateLimit(services: object, work: RateLimitedWork, key: string): void {
  const counter = getCounter(services, `${work} ${key}`, performance.now());
  counter.count += 1;
  if (counter.count > limitsPerMinute[work]) refuse('general.busy', {});
}
