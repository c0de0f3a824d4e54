import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertPastOrders, type PastStatus } from '../../../../test/past-orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jmd, type Money, wholeJmd } from '../../../kernel/money.ts';
import type { OrderCounts } from './history-store.ts';
import { computeHoldings, type Deal } from './holdings.ts';
import type { Side } from './order.ts';

const toCoins = (base: bigint) => ({ symbol: 'BTC', base, decimals: 8 });
let minute = 0;
const makeDeal = (side: Side, base: bigint, amount: Money): Deal => ({
  ...{ side, symbol: 'BTC', coins: toCoins(base), jmd: amount },
  at: new Date(Date.UTC(2026, 0, 1, 0, minute++)),
});
const oneCoin = 100_000_000n;

test('two buys at different prices are held at average cost, fees included', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('buy', oneCoin, wholeJmd(300))];
  expect(computeHoldings(deals)).toEqual([
    { symbol: 'BTC', held: toCoins(2n * oneCoin), cost: wholeJmd(400), gained: jmd(0n), fromElsewhere: toCoins(0n) },
  ]);
});

test('a sale takes its share of the cost, and the rest is gain', () => {
  const deals = [makeDeal('buy', 2n * oneCoin, wholeJmd(400)), makeDeal('sell', oneCoin, wholeJmd(250))];
  expect(computeHoldings(deals)[0]).toMatchObject({
    held: toCoins(oneCoin),
    cost: wholeJmd(200),
    gained: wholeJmd(50),
  });
});

test('a later buy does not change the gain of an earlier sale', () => {
  const before = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(150))];
  const after = [...before, makeDeal('buy', oneCoin, wholeJmd(900))];
  expect(computeHoldings(after)[0]).toMatchObject({
    held: toCoins(oneCoin),
    cost: wholeJmd(900),
    gained: wholeJmd(50),
  });
});

test('a sale below cost is a loss', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(60))];
  expect(computeHoldings(deals)[0]).toMatchObject({ held: toCoins(0n), cost: jmd(0n), gained: wholeJmd(-40) });
});

test('coins bought elsewhere are kept separate and gain nothing', () => {
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', 4n * oneCoin, wholeJmd(800))];
  expect(computeHoldings(deals)[0]).toMatchObject({
    ...{ held: toCoins(0n), cost: jmd(0n), gained: wholeJmd(100), fromElsewhere: toCoins(3n * oneCoin) },
  });
  expect(computeHoldings([makeDeal('sell', oneCoin, wholeJmd(5))])[0]).toMatchObject({
    ...{ held: toCoins(0n), gained: jmd(0n), fromElsewhere: toCoins(oneCoin) },
  });
});

test('deals count in order of time, regardless of input order', () => {
  const deals = [
    makeDeal('buy', oneCoin, wholeJmd(100)),
    makeDeal('sell', oneCoin, wholeJmd(150)),
    makeDeal('buy', oneCoin, wholeJmd(9)),
  ];
  expect(computeHoldings(deals.toReversed())).toEqual(computeHoldings(deals));
});

test('each coin is counted separately', () => {
  const deals = [
    makeDeal('buy', oneCoin, wholeJmd(100)),
    { ...makeDeal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const },
  ];
  expect(computeHoldings(deals).map(({ symbol, cost }) => [symbol, cost])).toEqual([
    ['BTC', wholeJmd(100)],
    ['ETH', wholeJmd(7)],
  ]);
});

test('coins still held come before sold ones', () => {
  const ether = { ...makeDeal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const };
  const deals = [makeDeal('buy', oneCoin, wholeJmd(100)), makeDeal('sell', oneCoin, wholeJmd(150)), ether];
  expect(computeHoldings(deals).map(({ symbol }) => symbol)).toEqual(['ETH', 'BTC']);
});

test('for any deals no coin appears or disappears, and no cost remains for coins not held', () => {
  const amounts = fc.record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    base: fc.bigInt(1n, 10n ** 12n),
    cents: fc.bigInt(1n, 10n ** 12n),
  });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 30 }), (many) => {
      const deals = many.map(({ side, base, cents }) => makeDeal(side, base, jmd(cents)));
      const [one] = computeHoldings(deals);
      if (!one) throw new Error('one coin was dealt in');
      const total = (side: Side) =>
        deals.filter((each) => each.side === side).reduce((sum, d) => sum + d.coins.base, 0n);
      expect(one.held.base).toBe(total('buy') - total('sell') + one.fromElsewhere.base);
      expect(one.held.base >= 0n && one.cost.minor >= 0n && one.fromElsewhere.base >= 0n).toBe(true);
      if (one.held.base === 0n) expect(one.cost.minor).toBe(0n);
    }),
  );
});

describe('counts of orders', async () => {
  const server = await serverWithoutFaults();
  const { call } = server;

  const status = fc.constantFrom<PastStatus>('pending', 'processing', 'completed', 'failed', 'cancelled');
  const loadCounts = async (cookie?: string) => call<OrderCounts>('trading/counts', {}, cookie);

  test('for any statuses each customer gets their own three counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(status, { maxLength: 30 }), { minLength: 2, maxLength: 3 }),
        async (allStatuses) => {
          const people = await Promise.all(
            allStatuses.map(async (theirs) => ({ theirs, ...(await newCustomer(server)) })),
          );
          for (const { id, theirs } of people) await insertPastOrders(server, id, theirs);
          for (const { cookie, theirs } of people) {
            const countOf = (...which: PastStatus[]) => theirs.filter((one) => which.includes(one)).length;
            const expected = {
              total: theirs.length,
              completed: countOf('completed'),
              pending: countOf('pending', 'processing'),
            };
            expect((await loadCounts(cookie)).body).toEqual(expected);
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('a visitor gets no counts', async () => expect((await loadCounts()).status).toBe(401));
});
