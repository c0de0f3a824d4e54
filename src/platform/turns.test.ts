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

test.each([
  ['three /48s of IPv6', 3, (n: number) => whoseOf(`2001:db8:${n % 3}:${n.toString(16)}::1`, `${n}@x.test`)],
  ['sixty connections of one network', 60, (n: number) => whoseOf(`203.0.113.${n % 60}`, `${n}@x.test`)],
])('%s do not keep everybody else out of the line before the passwords', async (_, many, whoseIs) => {
  const { ask, begun, endOne, under } = acts({ places: 1, ...passwordRoom });
  const crowd = Array.from({ length: 400 }, (_each, n) => ask('strange', whoseIs(n)));
  const owner = ask('owner', whoseOf('203.0.113.77', 'owner@x.test'));
  const ended = Promise.allSettled([...crowd, owner]);
  while (under() > 0) await endOne();
  expect((await ended).at(-1)).toEqual({ status: 'fulfilled', value: 'owner' });
  expect(begun.indexOf('owner')).toBeLessThanOrEqual(many + 1);
});

describe('where there is no room left', () => {
  test('who finds no room is told so, and others still find some', async () => {
    const { ask, begun, endOne } = acts({ places: 1, waiting: 3, ofOne: [2] });
    const first = ask('a1', ['a']);
    void ask('a2', ['a']);
    const last = ask('a3', ['a']);
    const crowdedOut = expect(last).rejects.toMatchObject({ code: 'general.busy' });
    await expect(ask('a4', ['a'])).rejects.toMatchObject({ code: 'general.busy' });
    void ask('b1', ['b']);
    // Whoever has most waiting makes room for whoever has none.
    void ask('c1', ['c']);
    await crowdedOut;
    await expect(ask('d1', ['d'])).rejects.toMatchObject({ code: 'general.busy' });
    await endOne();
    expect(await first).toBe('a1');
    void ask('c2', ['c']);
    for (let n = 0; n < 4; n++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']);
  });

  test('however they come, nobody is sent away for somebody who has more waiting', async () => {
    const names = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        async (asked, room, one) => {
          const { ask, begun, endOne, under } = acts({ places: 1, waiting: room, ofOne: [one] });
          const away: string[] = [];
          const all = asked.map((name, n) =>
            ask(`${name}${n}`, [name, `account ${n}`]).catch(({ code }: { code: string }) => {
              away.push(`${name}${n}`);
              expect(code).toBe('general.busy');
            }),
          );
          while (under() > 0) await endOne();
          await Promise.all(all);
          expect([...begun, ...away].sort()).toEqual(asked.map((name, n) => `${name}${n}`).sort());
          const waited = (name: string) => begun.slice(1).filter((each) => each.startsWith(name)).length;
          const most = Math.max(...['x', 'y', 'z'].map(waited));
          expect(begun.length - 1).toBeLessThanOrEqual(room);
          expect(most).toBeLessThanOrEqual(one);
          for (const [name = ''] of away) expect(waited(name)).toBeGreaterThanOrEqual(most - 1);
        },
      ),
      { numRuns: 300 },
    );
  });
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
