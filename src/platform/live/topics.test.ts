import { describe, expect, test } from 'vitest';
import { createLiveLimiter, liveLimits, replayBuffer } from './sse-stream.ts';
import { audiences, canReceive } from './topics.ts';

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

describe('topics', () => {
  const visitor = null;
  const customer = { id: 'c', roles: [] };
  const staff = (role: string) => ({ id: role, roles: [role] });

  /** Expected receivers of each topic, for an event about customer `c`. */
  const table: Readonly<Record<keyof typeof audiences, string>> = {
    prices: 'visitor customer other support finance compliance admin',
    documents: 'customer',
    help: 'customer',
    launches: 'customer',
    'help-desk': 'support finance compliance admin',
    'launches-desk': 'support compliance admin',
    identity: 'customer',
    learning: 'customer',
    location: 'customer',
    notices: 'customer',
    payments: 'customer',
    standing: 'customer',
    trading: 'customer',
    desk: 'support finance compliance admin',
    'identity-desk': 'support finance compliance admin',
    staff: 'support finance compliance admin',
    compliance: 'compliance admin',
  };

  const listeners = {
    visitor,
    customer,
    other: { id: 'o', roles: ['instructor'] },
    ...Object.fromEntries(['support', 'finance', 'compliance', 'admin'].map((role) => [role, staff(role)])),
  };

  test.each(Object.entries(table))('%s reaches %s', (topic, expected) => {
    const actual = Object.entries(listeners).filter(([, listener]) => canReceive(listener, topic, 'c'));
    expect(actual.map(([name]) => name).join(' ')).toBe(expected);
  });

  test('the table is complete, and unknown topics reach no one', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(audiences).sort());
    for (const topic of ['', 'hold', 'toString', 'constructor'])
      expect(Object.values(listeners).filter((listener) => canReceive(listener, topic, 'c'))).toEqual([]);
  });

  test('topics about no particular user are not private', () => {
    expect(canReceive(customer, 'trading', undefined)).toBe(false);
  });
});

describe('limits of streams', () => {
  test('a client with a whole IPv6 /48 leaves streams for others, and closed streams are free again', () => {
    const limiter = createLiveLimiter();
    const attempts = Array.from({ length: liveLimits.all }, (_, n) =>
      limiter.connection(`2001:db8:77:${n.toString(16)}::1`),
    );
    const releases = attempts.filter((release) => release !== null);
    expect(releases).toHaveLength(liveLimits.network);
    expect(limiter.connection('198.51.100.7')).not.toBeNull();
    for (const release of releases) release();
    expect(limiter.connection('2001:db8:77::1')).not.toBeNull();
  });

  test('an account finds a stream however many anonymous streams there are', () => {
    const liveLimiter = createLiveLimiter();
    let open = 0;
    for (const network of ['2001:db8:1', '2001:db8:2', '2001:db8:3'])
      for (let n = 0; n < liveLimits.network; n++) {
        const release = liveLimiter.connection(`${network}:${n.toString(16)}::1`);
        if (release && liveLimiter.person(null)) open += 1;
        else release?.();
      }
    expect(open).toBe(liveLimits.anonymous);
    const connection = liveLimiter.connection('198.51.100.7');
    expect(connection).not.toBeNull();
    expect(liveLimiter.person('user')).not.toBeNull();
  });
});
