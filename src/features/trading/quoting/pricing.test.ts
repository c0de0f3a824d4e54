import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, type Decimal, decimal, multiply, pow10 } from '../../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../../kernel/money.ts';
import {
  type BuyTerms,
  buyQuote,
  type SellTerms,
  sellQuote,
  transferAmount,
  usdCents,
  usdForLimits,
} from './pricing.ts';

const buyRate = decimal('175');
const sellRate = decimal('150');
const btc: BuyTerms = {
  payment: jmd(18_000_000n),
  priceUsd: decimal('91240'),
  buyRate,
  feeBasisPoints: 800n,
  decimals: 8,
  marketRate: decimal('160.50'),
  networkCost: jmd(0n),
};
const soldBtc: SellTerms = {
  coinsBase: 1_037_139n,
  decimals: 8,
  priceUsd: decimal('91240'),
  sellRate,
  feeBasisPoints: 800n,
  marketRate: decimal('158.31'),
};

describe('a buy of J$180,000 in Bitcoin', () => {
  const quote = buyQuote(btc);

  it('costs a fee of J$14,400 and changes J$165,600', () => {
    expect(quote.jmd).toEqual(jmd(18_000_000n));
    expect(quote.fee).toEqual(jmd(1_440_000n));
    expect(quote.net).toEqual(jmd(16_560_000n));
  });

  it('buys 0.01037139 BTC at US$91,240', () => expect(quote.coinsBase).toBe(1_037_139n));

  it('is worth US$946.28 at the buy rate', () => {
    expect(quote.usdValue).toEqual(decimal('946.28571428'));
    expect(usdCents(quote.usdValue)).toEqual(usd(94_628n));
  });

  it('costs J$28,121.14 all in, 15.6 %, against a market rate of 160.50', () => {
    expect(quote.rateDifference).toEqual(jmd(1_372_114n));
    expect(quote.allIn).toEqual(jmd(2_812_114n));
    expect(quote.allInBasisPoints).toBe(1_562n);
  });
});

describe('what a quote says', () => {
  it('about the cost, nothing beyond the fee while no market rate is known', () => {
    const unknown = { rateDifference: null, allIn: null, allInBasisPoints: null };
    expect(buyQuote({ ...btc, marketRate: null })).toMatchObject(unknown);
    expect(sellQuote({ ...soldBtc, marketRate: null })).toMatchObject(unknown);
  });

  it('about a house rate better than the market: a difference below zero', () => {
    expect(buyQuote({ ...btc, marketRate: decimal('180') }).rateDifference?.minor).toBeLessThan(0n);
  });

  it('for a payment in US$: it counts at the buy rate', () => {
    const inUsd = buyQuote({ ...btc, payment: usd(100_000n) });
    expect(inUsd.jmd).toEqual(jmd(17_500_000n));
    expect(inUsd).toEqual(buyQuote({ ...btc, payment: jmd(17_500_000n) }));
  });

  it('for a payment too small to buy anything: no coins', () => {
    expect(buyQuote({ ...btc, payment: jmd(1n) }).coinsBase).toBe(0n);
    expect(buyQuote({ ...btc, payment: jmd(0n) }).allInBasisPoints).toBeNull();
  });

  it('for Mahoni at US$0.000068: J$6,000 buys 463,865 coins and a part', () => {
    const mahoni = { ...btc, payment: jmd(600_000n), priceUsd: decimal('0.000068'), decimals: 6 };
    expect(buyQuote(mahoni).coinsBase).toBe(463_865_546_218n);
  });

  it('cannot come from terms that cannot be', () => {
    expect(() => buyQuote({ ...btc, priceUsd: decimal('0') })).toThrow();
    expect(() => buyQuote({ ...btc, buyRate: decimal('-1') })).toThrow();
    expect(() => buyQuote({ ...btc, payment: jmd(-1n) })).toThrow();
    expect(() => buyQuote({ ...btc, feeBasisPoints: 10_001n })).toThrow();
    expect(() => sellQuote({ ...soldBtc, coinsBase: -1n })).toThrow();
  });
});

describe('a sell of 0.01037139 BTC', () => {
  const quote = sellQuote(soldBtc);

  it('is exact in US$, rounded down in J$, and charged 8 %', () => {
    expect(compareDecimals(quote.usdValue, decimal('946.2856236'))).toBe(0);
    expect(quote.gross).toEqual(jmd(14_194_284n));
    expect(quote.fee).toEqual(jmd(1_135_543n));
    expect(quote.net).toEqual(jmd(13_058_741n));
  });

  it('costs 12.8 % of its market worth, all in', () => {
    expect(quote.allInBasisPoints).toBe(1_283n);
    const worth = 14_980_648n;
    expect(quote.allIn).toEqual(jmd(worth - quote.net.minor));
    expect(quote.rateDifference).toEqual(jmd(worth - quote.gross.minor));
  });
});

describe('amounts around a quote', () => {
  it('a transfer asks for whole J$, rounded down', () => {
    expect(transferAmount(jmd(18_000_099n))).toEqual(jmd(18_000_000n));
    expect(transferAmount(jmd(99n))).toEqual(jmd(0n));
  });

  it('J$175,000 is US$1,000 for the limits, one cent less is not', () => {
    expect(usdForLimits(jmd(17_500_000n), buyRate)).toEqual(usd(100_000n));
    expect(usdForLimits(jmd(17_499_999n), buyRate)).toEqual(usd(99_999n));
  });
});

const cents = fc.bigInt({ min: 0n, max: 10n ** 13n });
const rates = fc.bigInt({ min: 5_000n, max: 50_000n }).map((units): Decimal => ({ units, scale: 2 }));
const prices = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 10 }))
  .map(([units, scale]): Decimal => ({ units, scale }));
const payments: fc.Arbitrary<Money> = fc
  .tuple(fc.constantFrom('JMD' as const, 'USD' as const), cents)
  .map(([currency, minor]) => ({ currency, minor }));
const buys: fc.Arbitrary<BuyTerms> = fc.record({
  payment: payments,
  priceUsd: prices,
  buyRate: rates,
  feeBasisPoints: fc.bigInt({ min: 0n, max: 10_000n }),
  decimals: fc.constantFrom(6, 8, 9),
  marketRate: fc.option(rates),
  networkCost: fc.bigInt({ min: 0n, max: 100_000n }).map(jmd),
});
const sells: fc.Arbitrary<SellTerms> = fc.record({
  coinsBase: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  decimals: fc.constantFrom(6, 8, 9),
  priceUsd: prices,
  sellRate: rates,
  feeBasisPoints: fc.bigInt({ min: 0n, max: 10_000n }),
  marketRate: fc.option(rates),
});
const often = { numRuns: 12_000 };
const inJmd = (coins: Decimal, price: Decimal, rate: Decimal): Decimal => multiply(multiply(coins, price), rate);

describe('every buy', () => {
  it('splits what is paid into fee and net, to the cent, and nothing is ever negative', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const quote = buyQuote(terms);
        expect(quote.fee.minor + quote.net.minor).toBe(quote.jmd.minor);
        const least = [quote.fee.minor, quote.net.minor, quote.coinsBase, quote.usdValue.units];
        expect(least.every((amount) => amount >= 0n)).toBe(true);
      }),
      often,
    );
  });

  it('gives no fewer coins for more money, and no more coins for a higher price or fee', () => {
    const more = fc.bigInt({ min: 0n, max: 10n ** 10n });
    fc.assert(
      fc.property(buys, more, (terms, extra) => {
        const { coinsBase, net } = buyQuote(terms);
        const payment = { ...terms.payment, minor: terms.payment.minor + extra };
        const larger = buyQuote({ ...terms, payment });
        expect(larger.coinsBase >= coinsBase && larger.net.minor >= net.minor).toBe(true);
        const dearer = { ...terms.priceUsd, units: terms.priceUsd.units + extra };
        expect(buyQuote({ ...terms, priceUsd: dearer }).coinsBase <= coinsBase).toBe(true);
        expect(buyQuote({ ...terms, feeBasisPoints: 10_000n }).coinsBase).toBe(0n);
      }),
      often,
    );
  });

  it('in US$ equals the same buy in J$ at the buy rate', () => {
    fc.assert(
      fc.property(buys, cents, (terms, minor) => {
        const inUsd = buyQuote({ ...terms, payment: usd(minor) });
        expect(inUsd).toEqual(buyQuote({ ...terms, payment: inUsd.jmd }));
        const exact = multiply({ units: minor, scale: 2 }, terms.buyRate);
        expect(compareDecimals({ units: inUsd.jmd.minor, scale: 2 }, exact)).toBeLessThanOrEqual(0);
        expect(compareDecimals({ units: inUsd.jmd.minor + 1n, scale: 2 }, exact)).toBe(1);
      }),
      often,
    );
  });

  it('has an all-in cost that is fee, network cost and rate difference, and no more than what is paid', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const { allIn, fee, net, rateDifference, jmd: whole } = buyQuote(terms);
        const sending = terms.networkCost.minor < net.minor ? terms.networkCost.minor : net.minor;
        expect(allIn === null).toBe(terms.marketRate === null);
        if (!allIn || !rateDifference) return;
        expect(allIn.minor).toBe(fee.minor + sending + rateDifference.minor);
        expect(allIn.minor <= whole.minor).toBe(true);
      }),
      often,
    );
  });
});

describe('the network cost of a buy', () => {
  it('hands out coins worth no more than what is changed, and one base unit more would be worth more', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const { coinsBase, net: whole } = buyQuote(terms);
        const left = whole.minor - terms.networkCost.minor;
        const net = jmd(left > 0n ? left : 0n);
        const worth = (base: bigint): Decimal =>
          inJmd({ units: base, scale: terms.decimals }, terms.priceUsd, terms.buyRate);
        const limit = { units: net.minor, scale: 2 };
        expect(compareDecimals(worth(coinsBase), limit)).toBeLessThanOrEqual(0);
        expect(compareDecimals(worth(coinsBase + 1n), limit)).toBe(1);
      }),
      often,
    );
  });

  it('takes the network cost once, from what is changed: fee and net stay what they were', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const free = buyQuote({ ...terms, networkCost: jmd(0n) });
        const quote = buyQuote(terms);
        expect([quote.jmd, quote.fee, quote.net, quote.usdValue]).toEqual([
          free.jmd,
          free.fee,
          free.net,
          free.usdValue,
        ]);
        const left = free.net.minor - terms.networkCost.minor;
        const less = { ...terms, payment: jmd(left > 0n ? left : 0n), feeBasisPoints: 0n, networkCost: jmd(0n) };
        expect(quote.coinsBase).toBe(buyQuote(less).coinsBase);
      }),
      often,
    );
    const [free, quote] = [0n, 25_000n].map((cost) => buyQuote({ ...btc, networkCost: jmd(cost) }));
    // J$250 of cost, less what those J$250 would have cost as a rate difference.
    expect((quote?.allIn?.minor ?? 0n) - (free?.allIn?.minor ?? 0n)).toBe(25_000n - 2_071n);
  });
});

describe('every sell', () => {
  it('splits the gross into fee and net, to the cent, and nothing is ever negative', () => {
    fc.assert(
      fc.property(sells, (terms) => {
        const quote = sellQuote(terms);
        expect(quote.fee.minor + quote.net.minor).toBe(quote.gross.minor);
        expect([quote.fee.minor, quote.net.minor, quote.usdValue.units].every((amount) => amount >= 0n)).toBe(true);
      }),
      often,
    );
  });

  it('pays no more than the coins are worth at the sell rate, and loses less than a cent by rounding', () => {
    fc.assert(
      fc.property(sells, (terms) => {
        const { gross } = sellQuote(terms);
        const exact = inJmd({ units: terms.coinsBase, scale: terms.decimals }, terms.priceUsd, terms.sellRate);
        expect(compareDecimals({ units: gross.minor, scale: 2 }, exact)).toBeLessThanOrEqual(0);
        expect(compareDecimals({ units: gross.minor + 1n, scale: 2 }, exact)).toBe(1);
      }),
      often,
    );
  });

  it('pays no less for more coins', () => {
    fc.assert(
      fc.property(sells, fc.bigInt({ min: 0n, max: pow10(12) }), (terms, extra) => {
        const larger = sellQuote({ ...terms, coinsBase: terms.coinsBase + extra });
        expect(larger.net.minor >= sellQuote(terms).net.minor).toBe(true);
      }),
      often,
    );
  });

  it('of coins just bought never brings back more than was paid, where the sell rate is the lower one', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const bought = buyQuote(terms);
        const { coinsBase } = bought;
        const sold = sellQuote({ ...terms, coinsBase, sellRate: terms.buyRate });
        expect(sold.net.minor <= bought.jmd.minor).toBe(true);
      }),
      often,
    );
  });
});
