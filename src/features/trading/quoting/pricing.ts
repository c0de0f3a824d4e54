import { type Decimal, divide, multiply, pow10, rescale } from '../../../kernel/decimal.ts';
import { exchange, exchangeBack, jmd, type Money, money, share, subtract, usd } from '../../../kernel/money.ts';

/** How long a price stands for the person who was offered it (decision C6). */
export const quoteSeconds = 120;

/** J$ 100,000 million: more than anybody trades, and less than any of our columns holds. */
export const largestOrder = jmd(10_000_000_000_000n);

/**
 * What an order costs, worked out on the server (decision A1). Rates are Jamaican dollars for one US dollar, prices are
 * US dollars for one coin, the fee is in basis points (800 is the documented 8 %) [001 §9 Fees and rates]. All of them
 * are settings (decision B6) and come in as values.
 *
 * Whatever has to be rounded is rounded so that no order pays out more than it took in: coins and payouts down, the fee
 * to the nearest cent.
 */
export type Cost = {
  /** What the house rate costs beyond the market rate; below zero when the house rate is the better one. */
  readonly rateDifference: Money | null;
  /** Fee, network cost and rate difference together; null while no market rate is known (decision C6). */
  readonly allIn: Money | null;
  /** `allIn` as a share of what the customer gives: the money of a buy, the coins' market worth of a sell. */
  readonly allInBasisPoints: bigint | null;
};

export type BuyTerms = {
  /** What the customer pays, in the currency of the form. */
  readonly payment: Money;
  readonly priceUsd: Decimal;
  readonly buyRate: Decimal;
  readonly feeBasisPoints: bigint;
  /** Places of the asset that is bought. */
  readonly decimals: number;
  readonly marketRate: Decimal | null;
  /** J$ that sending the coins costs us: taken from the net, before it is changed into coins. */
  readonly networkCost: Money;
};

export type BuyQuote = Cost & {
  /** The whole payment in J$; a US$ payment counts at the buy rate, rounded down to the cent. */
  readonly jmd: Money;
  readonly fee: Money;
  /** `jmd` less the fee: less the network cost it is changed into coins. */
  readonly net: Money;
  /** Base units of the asset, rounded down. Zero means that the payment buys nothing: refuse it. */
  readonly coinsBase: bigint;
  /** What the net is in US$ at the buy rate, rounded down to eight places. */
  readonly usdValue: Decimal;
};

export type SellTerms = {
  /** Base units of the asset that is sold. */
  readonly coinsBase: bigint;
  readonly decimals: number;
  readonly priceUsd: Decimal;
  readonly sellRate: Decimal;
  readonly feeBasisPoints: bigint;
  readonly marketRate: Decimal | null;
};

export type SellQuote = Cost & {
  /** The coins at their price, exact. The US$1,000 gate looks at this. */
  readonly usdValue: Decimal;
  /** `usdValue` at the sell rate, rounded down to the cent. */
  readonly gross: Money;
  readonly fee: Money;
  /** What is paid out. */
  readonly net: Money;
};

const valuePlaces = 8;

/** Terms that cannot be are a fault of the caller; forms and settings are checked before they get here. */
function insist(sane: boolean, what: string): void {
  if (!sane) throw new Error(`cannot price with this ${what}`);
}

function insistOnTerms(priceUsd: Decimal, rate: Decimal, feeBasisPoints: bigint): void {
  insist(priceUsd.units > 0n, 'price');
  insist(rate.units > 0n, 'rate');
  insist(feeBasisPoints >= 0n && feeBasisPoints <= 10_000n, 'fee');
}

/** The fee of the JMD amount, to the nearest cent, half a cent up [001 §9 Fees and rates]. */
const feeOn = (amount: Money, basisPoints: bigint): Money => share(amount, basisPoints, 'half-up');

/** `given` is what the customer parts with, at its market worth; the share is taken of it. */
function costOf(given: Money, kept: Money, difference: Money): Cost {
  const allIn = money(kept.currency, kept.minor + difference.minor);
  const points = given.minor === 0n ? null : divide(allIn.minor * 10_000n, given.minor, 'half-up');
  return { rateDifference: difference, allIn, allInBasisPoints: points };
}

const unknownCost: Cost = { rateDifference: null, allIn: null, allInBasisPoints: null };

/** What the net would be worth at the market rate: net × market ÷ house, to the nearest cent. */
function worthAtMarket(net: Money, buyRate: Decimal, marketRate: Decimal): Money {
  const numerator = net.minor * marketRate.units * pow10(buyRate.scale);
  return jmd(divide(numerator, buyRate.units * pow10(marketRate.scale), 'half-up'));
}

/** Of `whole`, `changed` is changed into coins; the rest is kept, as fee and for the network. */
function buyCost(paid: { whole: Money; changed: Money }, buyRate: Decimal, marketRate: Decimal | null): Cost {
  if (!marketRate) return unknownCost;
  const { whole, changed } = paid;
  return costOf(whole, subtract(whole, changed), subtract(changed, worthAtMarket(changed, buyRate, marketRate)));
}

/**
 * Crypto amount = net JMD / 175 / price_usd [001 §9 Fees and rates], in base units, rounded down; what is changed is
 * the net, less the network cost where there is one.
 */
function coinsFor(net: Money, { buyRate, priceUsd, decimals }: BuyTerms): bigint {
  const numerator = net.minor * pow10(decimals + buyRate.scale + priceUsd.scale);
  return divide(numerator, 100n * buyRate.units * priceUsd.units, 'down');
}

/** Money divided by a rate, as an exact decimal cut after eight places. */
function usdOf(amount: Money, rate: Decimal): Decimal {
  const units = divide(amount.minor * pow10(valuePlaces + rate.scale), 100n * rate.units, 'down');
  return { units, scale: valuePlaces };
}

/** Prices a buy. J$180,000 at 8 % costs a fee of J$14,400 and changes J$165,600 into coins. */
export function buyQuote(terms: BuyTerms): BuyQuote {
  const { payment, buyRate, priceUsd, feeBasisPoints } = terms;
  insistOnTerms(priceUsd, buyRate, feeBasisPoints);
  insist(payment.minor >= 0n, 'payment');
  const whole =
    payment.currency === 'JMD' ? payment : exchange(payment, { rate: buyRate, to: 'JMD', rounding: 'down' });
  const fee = feeOn(whole, feeBasisPoints);
  const net = subtract(whole, fee);
  const { networkCost } = terms;
  const changed = jmd(net.minor > networkCost.minor ? net.minor - networkCost.minor : 0n);
  return {
    jmd: whole,
    fee,
    net,
    coinsBase: coinsFor(changed, terms),
    usdValue: usdOf(net, buyRate),
    ...buyCost({ whole, changed }, buyRate, terms.marketRate),
  };
}

/** A US$ value times a rate, in J$. */
function jmdOf(value: Decimal, rate: Decimal, rounding: 'down' | 'half-up'): Money {
  return jmd(rescale(multiply(value, rate), 2, rounding).units);
}

/**
 * Prices a sell: the coins in US$, changed at the sell rate (the documented 150), less the fee [001 §9 Fees and rates].
 */
export function sellQuote(terms: SellTerms): SellQuote {
  const { coinsBase, decimals, priceUsd, sellRate, feeBasisPoints, marketRate } = terms;
  insistOnTerms(priceUsd, sellRate, feeBasisPoints);
  insist(coinsBase >= 0n, 'amount');
  const usdValue = multiply({ units: coinsBase, scale: decimals }, priceUsd);
  const gross = jmdOf(usdValue, sellRate, 'down');
  const fee = feeOn(gross, feeBasisPoints);
  const worth = marketRate && jmdOf(usdValue, marketRate, 'half-up');
  const cost = worth ? costOf(worth, fee, subtract(worth, gross)) : unknownCost;
  return { usdValue, gross, fee, net: subtract(gross, fee), ...cost };
}

/**
 * An order's US$ for monthly limits and the $1,000 gate: J$ ÷ buy rate, the documented 175 [001 §4 Pre-creation checks,
 * §9 Fees and rates], rounded down to the cent. Rounding down keeps every comparison with a whole number of cents
 * exact: J$174,999.99 at 175 stays below US$1,000.
 */
export const usdForLimits = (amount: Money, buyRate: Decimal): Money =>
  exchangeBack(amount, { rate: buyRate, to: 'USD', rounding: 'down' });

/** A US$ value as money, rounded down to the cent. */
export const usdCents = (value: Decimal): Money => usd(rescale(value, 2, 'down').units);

/**
 * The transfer amount: rounded down to whole JMD [001 §2 Buy Cryptocurrency card]. The order itself keeps the cents.
 */
export const transferAmount = (amount: Money): Money =>
  amount.currency === 'JMD' ? jmd(divide(amount.minor, 100n, 'down') * 100n) : amount;
