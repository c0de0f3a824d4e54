import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, type Decimal, decimal, multiply, pow10 } from '../../../kernel/decimal.ts';
import { jmd, type Money, usd } from '../../../kernel/money.ts';
import {
  type BuyTerms,
  priceBuy,
  priceSell,
  type SellTerms,
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
const btcSell: SellTerms = {
  coinsBase: 1_037_139n,
  decimals: 8,
  priceUsd: decimal('91240'),
  sellRate,
  feeBasisPoints: 800n,
  marketRate: decimal('158.31'),
};

describe('a buy of J$180,000 in Bitcoin', () => {
  const quote = priceBuy(btc);

  it('costs a fee of J$14,400 and converts J$165,600', () => {
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

describe('a quote', () => {
  it('has no all-in cost without a market rate', () => {
    const unknown = { rateDifference: null, allIn: null, allInBasisPoints: null };
    expect(priceBuy({ ...btc, marketRate: null })).toMatchObject(unknown);
    expect(priceSell({ ...btcSell, marketRate: null })).toMatchObject(unknown);
  });

  it('has a negative rate difference when our rate is better than the market', () => {
    expect(priceBuy({ ...btc, marketRate: decimal('180') }).rateDifference?.minor).toBeLessThan(0n);
  });

  it('converts a US$ payment at the buy rate', () => {
    const inUsd = priceBuy({ ...btc, payment: usd(100_000n) });
    expect(inUsd.jmd).toEqual(jmd(17_500_000n));
    expect(inUsd).toEqual(priceBuy({ ...btc, payment: jmd(17_500_000n) }));
  });

  it('buys no coins for a tiny payment', () => {
    expect(priceBuy({ ...btc, payment: jmd(1n) }).coinsBase).toBe(0n);
    expect(priceBuy({ ...btc, payment: jmd(0n) }).allInBasisPoints).toBeNull();
  });

  it('buys 463,865 Mahoni and a fraction for J$6,000 at US$0.000068', () => {
    const mahoni = { ...btc, payment: jmd(600_000n), priceUsd: decimal('0.000068'), decimals: 6 };
    expect(priceBuy(mahoni).coinsBase).toBe(463_865_546_218n);
  });

  it('throws on impossible terms', () => {
    expect(() => priceBuy({ ...btc, priceUsd: decimal('0') })).toThrow();
    expect(() => priceBuy({ ...btc, buyRate: decimal('-1') })).toThrow();
    expect(() => priceBuy({ ...btc, payment: jmd(-1n) })).toThrow();
    expect(() => priceBuy({ ...btc, feeBasisPoints: 10_001n })).toThrow();
    expect(() => priceSell({ ...btcSell, coinsBase: -1n })).toThrow();
  });
});

describe('a sell of 0.01037139 BTC', () => {
  const quote = priceSell(btcSell);

  it('is exact in US$, rounded down in J$, and charged 8 %', () => {
    expect(compareDecimals(quote.usdValue, decimal('946.2856236'))).toBe(0);
    expect(quote.gross).toEqual(jmd(14_194_284n));
    expect(quote.fee).toEqual(jmd(1_135_543n));
    expect(quote.net).toEqual(jmd(13_058_741n));
  });

  it('costs 12.8 % of its market value, all in', () => {
    expect(quote.allInBasisPoints).toBe(1_283n);
    const worth = 14_980_648n;
    expect(quote.allIn).toEqual(jmd(worth - quote.net.minor));
    expect(quote.rateDifference).toEqual(jmd(worth - quote.gross.minor));
  });
});

describe('related amounts', () => {
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
const toJmd = (coins: Decimal, price: Decimal, rate: Decimal): Decimal => multiply(multiply(coins, price), rate);

describe('every buy', () => {
  it('splits the payment into fee and net to the cent, never negative', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const quote = priceBuy(terms);
        expect(quote.fee.minor + quote.net.minor).toBe(quote.jmd.minor);
        const least = [quote.fee.minor, quote.net.minor, quote.coinsBase, quote.usdValue.units];
        expect(least.every((amount) => amount >= 0n)).toBe(true);
      }),
      often,
    );
  });

  it('gives no fewer coins for more money, and no more for a higher price or fee', () => {
    const more = fc.bigInt({ min: 0n, max: 10n ** 10n });
    fc.assert(
      fc.property(buys, more, (terms, extra) => {
        const { coinsBase, net } = priceBuy(terms);
        const payment = { ...terms.payment, minor: terms.payment.minor + extra };
        const larger = priceBuy({ ...terms, payment });
        expect(larger.coinsBase >= coinsBase && larger.net.minor >= net.minor).toBe(true);
        const dearer = { ...terms.priceUsd, units: terms.priceUsd.units + extra };
        expect(priceBuy({ ...terms, priceUsd: dearer }).coinsBase <= coinsBase).toBe(true);
        expect(priceBuy({ ...terms, feeBasisPoints: 10_000n }).coinsBase).toBe(0n);
      }),
      often,
    );
  });

  it('in US$ equals the same buy in J$ at the buy rate', () => {
    fc.assert(
      fc.property(buys, cents, (terms, minor) => {
        const inUsd = priceBuy({ ...terms, payment: usd(minor) });
        expect(inUsd).toEqual(priceBuy({ ...terms, payment: inUsd.jmd }));
        const exact = multiply({ units: minor, scale: 2 }, terms.buyRate);
        expect(compareDecimals({ units: inUsd.jmd.minor, scale: 2 }, exact)).toBeLessThanOrEqual(0);
        expect(compareDecimals({ units: inUsd.jmd.minor + 1n, scale: 2 }, exact)).toBe(1);
      }),
      often,
    );
  });

  it('has an all-in cost of fee, network cost and rate difference, never above the payment', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const { allIn, fee, net, rateDifference, jmd: paid } = priceBuy(terms);
        const sending = terms.networkCost.minor < net.minor ? terms.networkCost.minor : net.minor;
        expect(allIn === null).toBe(terms.marketRate === null);
        if (!allIn || !rateDifference) return;
        expect(allIn.minor).toBe(fee.minor + sending + rateDifference.minor);
        expect(allIn.minor <= paid.minor).toBe(true);
      }),
      often,
    );
  });
});

describe('the network cost of a buy', () => {
  it('leaves coins worth at most the converted money, and one base unit more would exceed it', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const { coinsBase, net: converted } = priceBuy(terms);
        const left = converted.minor - terms.networkCost.minor;
        const net = jmd(left > 0n ? left : 0n);
        const worth = (base: bigint): Decimal =>
          toJmd({ units: base, scale: terms.decimals }, terms.priceUsd, terms.buyRate);
        const limit = { units: net.minor, scale: 2 };
        expect(compareDecimals(worth(coinsBase), limit)).toBeLessThanOrEqual(0);
        expect(compareDecimals(worth(coinsBase + 1n), limit)).toBe(1);
      }),
      often,
    );
  });

  it('is deducted once before converting, without changing fee and net', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const free = priceBuy({ ...terms, networkCost: jmd(0n) });
        const quote = priceBuy(terms);
        expect([quote.jmd, quote.fee, quote.net, quote.usdValue]).toEqual([
          free.jmd,
          free.fee,
          free.net,
          free.usdValue,
        ]);
        const left = free.net.minor - terms.networkCost.minor;
        const less = { ...terms, payment: jmd(left > 0n ? left : 0n), feeBasisPoints: 0n, networkCost: jmd(0n) };
        expect(quote.coinsBase).toBe(priceBuy(less).coinsBase);
      }),
      often,
    );
    const [free, quote] = [0n, 25_000n].map((cost) => priceBuy({ ...btc, networkCost: jmd(cost) }));
    expect((quote?.allIn?.minor ?? 0n) - (free?.allIn?.minor ?? 0n)).toBe(25_000n - 2_071n);
  });
});

describe('every sell', () => {
  it('splits the gross into fee and net to the cent, never negative', () => {
    fc.assert(
      fc.property(sells, (terms) => {
        const quote = priceSell(terms);
        expect(quote.fee.minor + quote.net.minor).toBe(quote.gross.minor);
        expect([quote.fee.minor, quote.net.minor, quote.usdValue.units].every((amount) => amount >= 0n)).toBe(true);
      }),
      often,
    );
  });

  it("pays at most the coins' value at the sell rate, and rounds off less than a cent", () => {
    fc.assert(
      fc.property(sells, (terms) => {
        const { gross } = priceSell(terms);
        const exact = toJmd({ units: terms.coinsBase, scale: terms.decimals }, terms.priceUsd, terms.sellRate);
        expect(compareDecimals({ units: gross.minor, scale: 2 }, exact)).toBeLessThanOrEqual(0);
        expect(compareDecimals({ units: gross.minor + 1n, scale: 2 }, exact)).toBe(1);
      }),
      often,
    );
  });

  it('pays no less for more coins', () => {
    fc.assert(
      fc.property(sells, fc.bigInt({ min: 0n, max: pow10(12) }), (terms, extra) => {
        const larger = priceSell({ ...terms, coinsBase: terms.coinsBase + extra });
        expect(larger.net.minor >= priceSell(terms).net.minor).toBe(true);
      }),
      often,
    );
  });

  it('of coins just bought never pays more than their cost at an equal rate', () => {
    fc.assert(
      fc.property(buys, (terms) => {
        const bought = priceBuy(terms);
        const { coinsBase } = bought;
        const sold = priceSell({ ...terms, coinsBase, sellRate: terms.buyRate });
        expect(sold.net.minor <= bought.jmd.minor).toBe(true);
      }),
      often,
    );
  });
});
