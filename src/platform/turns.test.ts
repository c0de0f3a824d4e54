import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whoseOf } from './connection.ts';
import { passwordRoom } from './password-work.ts';
import { inTurn, type Whose } from './turns.ts';

/** Acts that end when the test says so; in which order they began. */
function acts(room: Parameters<typeof inTurn>[0]) {
  const take = inTurn(room);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, whose: Whose) =>
    take(whose, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { ask, begun, endOne, under: () => ends.length };
}
const wide = { places: 1, waiting: 1_000, ofOne: [] };

test.each([
  ['/48 of IPv6', (n: number) => `2001:db8:77:${n.toString(16)}::1`],
  ['/24 of IPv4', (n: number) => `203.0.113.${n % 256}`],
])('who commands a whole %s does not fill the line before the passwords for everybody', async (_, addressOf) => {
  const { ask, begun, endOne, under } = acts({ places: 1, ...passwordRoom });
  const all = Array.from({ length: 250 }, (_each, n) => ask('strange', whoseOf(addressOf(n), `${n}@x.test`)));
  const owner = ask('owner', whoseOf('198.51.100.7', 'owner@x.test'));
  const ended = Promise.allSettled([...all, owner]);
  while (under() > 0) await endOne();
  expect((await ended).at(-1)).toEqual({ status: 'fulfilled', value: 'owner' });
  expect(begun.indexOf('owner')).toBeLessThan(3);
  expect(begun).toHaveLength(passwordRoom.ofOne[0] + 2);
});

describe('acts that wait for their turn', () => {
  test("one account's tenth stands behind another account's first", async () => {
    const { ask, begun, endOne } = acts(wide);
    for (let n = 1; n <= 10; n++) void ask(`a${n}`, ['a']);
    void ask('b1', ['b']);
    void ask('b2', ['b']);
    for (let n = 0; n < 12; n++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10']);
  });

  test('a connection with many accounts has one turn, as one with a single account has', async () => {
    const { ask, begun, endOne } = acts(wide);
    for (let n = 1; n <= 6; n++) void ask(`x${n}`, ['far', `account ${n}`]);
    void ask('near', ['near', 'one']);
    for (let n = 0; n < 3; n++) await endOne();
    expect(begun.slice(0, 4)).toEqual(['x1', 'x2', 'near', 'x3']);
  });

  test('who finds no room is told so, and others still find some', async () => {
    const { ask, begun, endOne } = acts({ places: 1, waiting: 3, ofOne: [2] });
    const first = ask('a1', ['a']);
    void ask('a2', ['a']);
    void ask('a3', ['a']);
    await expect(ask('a4', ['a'])).rejects.toMatchObject({ code: 'general.busy' });
    void ask('b1', ['b']);
    await expect(ask('c1', ['c'])).rejects.toMatchObject({ code: 'general.busy' });
    await endOne();
    expect(await first).toBe('a1');
    void ask('c2', ['c']);
    for (let n = 0; n < 4; n++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c2']);
  });

  test('never more at once than there are places, nobody forgotten, each in the order of their own', async () => {
    const names = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('1', '2')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 4 }), async (asked, places) => {
        const { ask, begun, endOne, under } = acts({ ...wide, places });
        const all = asked.map((whose, n) => ask(`${whose.join('/')} ${n}`, whose));
        while (under() > 0) {
          expect(under()).toBeLessThanOrEqual(places);
          await endOne();
        }
        await Promise.all(all);
        expect(begun.length).toBe(asked.length);
        for (const whose of new Set(asked.map((each) => each.join('/')))) {
          const own = begun.filter((name) => name.startsWith(`${whose} `)).map((name) => Number(name.split(' ')[1]));
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('one that fails gives its place on', async () => {
    const take = inTurn({ places: 1, waiting: 1, ofOne: [1] });
    await expect(take(['a'], () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await take(['a'], async () => 'next')).toBe('next');
  });
});
