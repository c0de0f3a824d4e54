import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jmd, type Money, wholeJmd } from '../../../kernel/money.ts';
import { type Deal, holdingsOf } from './holdings.ts';
import type { Side } from './order.ts';

const coins = (base: bigint) => ({ symbol: 'BTC', base, decimals: 8 });
let minute = 0;
const deal = (side: Side, base: bigint, amount: Money): Deal => ({
  ...{ side, symbol: 'BTC', coins: coins(base), jmd: amount },
  at: new Date(Date.UTC(2026, 0, 1, 0, minute++)),
});
const whole = 100_000_000n;

test('two purchases at different prices are held at the average of both, fees and all', () => {
  const deals = [deal('buy', whole, wholeJmd(100)), deal('buy', whole, wholeJmd(300))];
  expect(holdingsOf(deals)).toEqual([
    { symbol: 'BTC', held: coins(2n * whole), cost: wholeJmd(400), gained: jmd(0n), fromElsewhere: coins(0n) },
  ]);
});

test('a sale takes its share of the cost along, and what it brought beyond that is gained', () => {
  const deals = [deal('buy', 2n * whole, wholeJmd(400)), deal('sell', whole, wholeJmd(250))];
  expect(holdingsOf(deals)[0]).toMatchObject({ held: coins(whole), cost: wholeJmd(200), gained: wholeJmd(50) });
});

test('what is bought after a sale does not change what that sale had gained', () => {
  const before = [deal('buy', whole, wholeJmd(100)), deal('sell', whole, wholeJmd(150))];
  const after = [...before, deal('buy', whole, wholeJmd(900))];
  expect(holdingsOf(after)[0]).toMatchObject({ held: coins(whole), cost: wholeJmd(900), gained: wholeJmd(50) });
});

test('a sale below the cost is a loss', () => {
  const deals = [deal('buy', whole, wholeJmd(100)), deal('sell', whole, wholeJmd(60))];
  expect(holdingsOf(deals)[0]).toMatchObject({ held: coins(0n), cost: jmd(0n), gained: wholeJmd(-40) });
});

test('coins that were bought elsewhere are told apart, and nothing is said to be gained by them', () => {
  const deals = [deal('buy', whole, wholeJmd(100)), deal('sell', 4n * whole, wholeJmd(800))];
  expect(holdingsOf(deals)[0]).toMatchObject({
    ...{ held: coins(0n), cost: jmd(0n), gained: wholeJmd(100), fromElsewhere: coins(3n * whole) },
  });
  expect(holdingsOf([deal('sell', whole, wholeJmd(5))])[0]).toMatchObject({
    ...{ held: coins(0n), gained: jmd(0n), fromElsewhere: coins(whole) },
  });
});

test('deals count in the order of time, whatever the order in which they are told', () => {
  const deals = [
    deal('buy', whole, wholeJmd(100)),
    deal('sell', whole, wholeJmd(150)),
    deal('buy', whole, wholeJmd(9)),
  ];
  expect(holdingsOf(deals.toReversed())).toEqual(holdingsOf(deals));
});

test('each coin is counted by itself', () => {
  const deals = [deal('buy', whole, wholeJmd(100)), { ...deal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const }];
  expect(holdingsOf(deals).map(({ symbol, cost }) => [symbol, cost])).toEqual([
    ['BTC', wholeJmd(100)],
    ['ETH', wholeJmd(7)],
  ]);
});

test('what is held stands before what was sold again', () => {
  const ether = { ...deal('buy', 5n, wholeJmd(7)), symbol: 'ETH' as const };
  const deals = [deal('buy', whole, wholeJmd(100)), deal('sell', whole, wholeJmd(150)), ether];
  expect(holdingsOf(deals).map(({ symbol }) => symbol)).toEqual(['ETH', 'BTC']);
});

test('whatever was bought and sold, no coin appears or is lost, and no cost is left of what is not held', () => {
  const amounts = fc.record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    base: fc.bigInt(1n, 10n ** 12n),
    cents: fc.bigInt(1n, 10n ** 12n),
  });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 30 }), (many) => {
      const deals = many.map(({ side, base, cents }) => deal(side, base, jmd(cents)));
      const [one] = holdingsOf(deals);
      if (!one) throw new Error('one coin was dealt in');
      const total = (side: Side) =>
        deals.filter((each) => each.side === side).reduce((sum, d) => sum + d.coins.base, 0n);
      expect(one.held.base).toBe(total('buy') - total('sell') + one.fromElsewhere.base);
      expect(one.held.base >= 0n && one.cost.minor >= 0n && one.fromElsewhere.base >= 0n).toBe(true);
      if (one.held.base === 0n) expect(one.cost.minor).toBe(0n);
    }),
  );
});
