import { type Decimal, divide, multiply, pow10, rescale } from '../../../kernel/decimal.ts';
import { exchange, exchangeBack, jmd, type Money, money, share, subtract, usd } from '../../../kernel/money.ts';

/** Seconds that a quote is valid (decision C6). */
export const quoteSeconds = 120;

/** J$100,000 million, which fits the database columns. */
export const maxOrderJmd = jmd(10_000_000_000_000n);

/**
 * Order pricing (decision A1) [001 §9 Fees and rates]. Rates are J$ per US$1, prices are US$ per coin, fees are basis
 * points. Payouts and coins round down, fees to the nearest cent.
 */
export type Cost = {
  /** Cost of our rate compared with the market rate. Negative when our rate is better. */
  readonly rateDifference: Money | null;
  /** Fee, network cost and rate difference. Null without a market rate (decision C6). */
  readonly allIn: Money | null;
  readonly allInBasisPoints: bigint | null;
};

export type BuyTerms = {
  readonly payment: Money;
  readonly priceUsd: Decimal;
  readonly buyRate: Decimal;
  readonly feeBasisPoints: bigint;
  readonly decimals: number;
  readonly marketRate: Decimal | null;
  readonly networkCost: Money;
};

export type BuyQuote = Cost & {
  /** The payment in J$. Converts US$ at the buy rate, rounded down. */
  readonly jmd: Money;
  readonly fee: Money;
  readonly net: Money;
  /** Base units, rounded down. Callers must reject zero. */
  readonly coinsBase: bigint;
  /** `net` in US$ at the buy rate, rounded down to eight decimals. */
  readonly usdValue: Decimal;
};

export type SellTerms = {
  readonly coinsBase: bigint;
  readonly decimals: number;
  readonly priceUsd: Decimal;
  readonly sellRate: Decimal;
  readonly feeBasisPoints: bigint;
  readonly marketRate: Decimal | null;
};

export type SellQuote = Cost & {
  readonly usdValue: Decimal;
  /** `usdValue` at the sell rate, rounded down to the cent. */
  readonly gross: Money;
  readonly fee: Money;
  readonly net: Money;
};

const valuePlaces = 8;

function assertSane(sane: boolean, what: string): void {
  if (!sane) throw new Error(`cannot price with this ${what}`);
}

function assertTerms(priceUsd: Decimal, rate: Decimal, feeBasisPoints: bigint): void {
  assertSane(priceUsd.units > 0n, 'price');
  assertSane(rate.units > 0n, 'rate');
  assertSane(feeBasisPoints >= 0n && feeBasisPoints <= 10_000n, 'fee');
}

/** The fee in J$, rounded to the nearest cent, half up [001 §9 Fees and rates]. */
const computeFee = (amount: Money, basisPoints: bigint): Money => share(amount, basisPoints, 'half-up');

function computeCost(paid: Money, charged: Money, difference: Money): Cost {
  const allIn = money(charged.currency, charged.minor + difference.minor);
  const points = paid.minor === 0n ? null : divide(allIn.minor * 10_000n, paid.minor, 'half-up');
  return { rateDifference: difference, allIn, allInBasisPoints: points };
}

const unknownCost: Cost = { rateDifference: null, allIn: null, allInBasisPoints: null };

function getMarketWorth(net: Money, buyRate: Decimal, marketRate: Decimal): Money {
  const numerator = net.minor * marketRate.units * pow10(buyRate.scale);
  return jmd(divide(numerator, buyRate.units * pow10(marketRate.scale), 'half-up'));
}

function buyCost(paid: { gross: Money; converted: Money }, buyRate: Decimal, marketRate: Decimal | null): Cost {
  if (!marketRate) return unknownCost;
  const { gross, converted } = paid;
  return computeCost(
    gross,
    subtract(gross, converted),
    subtract(converted, getMarketWorth(converted, buyRate, marketRate)),
  );
}

/** Coins = converted J$ / buy rate / price [001 §9 Fees and rates], in base units, rounded down. */
function computeCoins(net: Money, { buyRate, priceUsd, decimals }: BuyTerms): bigint {
  const numerator = net.minor * pow10(decimals + buyRate.scale + priceUsd.scale);
  return divide(numerator, 100n * buyRate.units * priceUsd.units, 'down');
}

function toUsd(amount: Money, rate: Decimal): Decimal {
  const units = divide(amount.minor * pow10(valuePlaces + rate.scale), 100n * rate.units, 'down');
  return { units, scale: valuePlaces };
}

/** Prices a buy. J$180,000 at a fee of 8 % leaves J$165,600 to convert. Throws on an invalid price, rate or fee. */
export function priceBuy(terms: BuyTerms): BuyQuote {
  const { payment, buyRate, priceUsd, feeBasisPoints } = terms;
  assertTerms(priceUsd, buyRate, feeBasisPoints);
  assertSane(payment.minor >= 0n, 'payment');
  const gross =
    payment.currency === 'JMD' ? payment : exchange(payment, { rate: buyRate, to: 'JMD', rounding: 'down' });
  const fee = computeFee(gross, feeBasisPoints);
  const net = subtract(gross, fee);
  const { networkCost } = terms;
  const converted = jmd(net.minor > networkCost.minor ? net.minor - networkCost.minor : 0n);
  return {
    jmd: gross,
    fee,
    net,
    coinsBase: computeCoins(converted, terms),
    usdValue: toUsd(net, buyRate),
    ...buyCost({ gross, converted }, buyRate, terms.marketRate),
  };
}

function toJmd(value: Decimal, rate: Decimal, rounding: 'down' | 'half-up'): Money {
  return jmd(rescale(multiply(value, rate), 2, rounding).units);
}

/** Prices a sell [001 §9 Fees and rates]. Throws on an invalid price, rate or fee. */
export function priceSell(terms: SellTerms): SellQuote {
  const { coinsBase, decimals, priceUsd, sellRate, feeBasisPoints, marketRate } = terms;
  assertTerms(priceUsd, sellRate, feeBasisPoints);
  assertSane(coinsBase >= 0n, 'amount');
  const usdValue = multiply({ units: coinsBase, scale: decimals }, priceUsd);
  const gross = toJmd(usdValue, sellRate, 'down');
  const fee = computeFee(gross, feeBasisPoints);
  const worth = marketRate && toJmd(usdValue, marketRate, 'half-up');
  const cost = worth ? computeCost(worth, fee, subtract(worth, gross)) : unknownCost;
  return { usdValue, gross, fee, net: subtract(gross, fee), ...cost };
}

/**
 * Converts J$ to US$ for limits and the gate, rounded down [001 §4 Pre-creation checks, §9 Fees and rates]. At a rate
 * of 175, J$174,999.99 stays below US$1,000.
 */
export const usdForLimits = (amount: Money, buyRate: Decimal): Money =>
  exchangeBack(amount, { rate: buyRate, to: 'USD', rounding: 'down' });

export const usdCents = (value: Decimal): Money => usd(rescale(value, 2, 'down').units);

/** The transfer amount in whole J$, rounded down [001 §2 Buy Cryptocurrency card]. The order keeps the cents. */
export const transferAmount = (amount: Money): Money =>
  amount.currency === 'JMD' ? jmd(divide(amount.minor, 100n, 'down') * 100n) : amount;
