import { type Decimal, decimal, decimalText, divide, rescale } from '../../kernel/decimal.ts';
import { jmd, type Money, moneyText, subtract } from '../../kernel/money.ts';
import { grouped, minus } from '../../ui/figures.ts';
import { dateText } from '../../ui/format.ts';
import type { Settings } from '../settings/schema.ts';
import { type BuyQuote, buyQuote } from '../trading/quoting/pricing.ts';
import { type Figure, failedFacts, type HomeExample } from './facts.ts';

/** The order that the home page works out: J$25,000. */
export const exampleWhole: Money = jmd(2_500_000n);

/** The coin plays no part in what an order costs; any price will do. */
const anyCoin = { priceUsd: decimal('1'), decimals: 8 };

/** An amount in its two parts; less than nothing keeps its sign. */
export function figure({ minor }: Money): Figure {
  const [whole = '', cents = ''] = grouped(moneyText(minor < 0n ? -minor : minor)).split('.');
  return { whole: minor < 0n ? minus + whole : whole, cents: `.${cents}` };
}

/** Basis points as people say them: 800 is `8%`, 1562 is `15.6%`. */
export function percentText(basisPoints: bigint): string {
  const text = decimalText(rescale({ units: basisPoints, scale: 2 }, 1, 'half-up'));
  return `${text.replace(/\.0$/, '')}%`;
}

/** A rate with two places at least: `175.00`, `158.315`. */
export function rateText(rate: string): string {
  const value: Decimal = decimal(rate);
  return grouped(decimalText(rescale(value, Math.max(2, value.scale), 'down')));
}

const width = (part: Money): string => {
  const hundredths = divide(part.minor * 10_000n, exampleWhole.minor, 'half-up');
  return decimalText({ units: hundredths < 0n ? 0n : hundredths, scale: 2 });
};

type Market = NonNullable<Settings['rates']['market']>;

/** What only a market rate can tell: the rate difference and the cost all in. */
function comparison({ rateDifference, allIn, allInBasisPoints }: BuyQuote, market: Market): Partial<HomeExample> {
  return {
    market: rateText(market.rate),
    source: `${market.source}, ${dateText(market.asOf)}`,
    ...(rateDifference && { difference: figure(rateDifference), differenceWidth: width(rateDifference) }),
    ...(allIn && { allIn: figure(allIn), share: percentText(allInBasisPoints ?? 0n) }),
  };
}

/** What J$25,000 buy at the market rate, and what they cost: the fee and, where known, the rate difference (C6). */
export function exampleOrder({ rates, fee }: Pick<Settings, 'rates' | 'fee'>): HomeExample {
  const quote = buyQuote({
    ...anyCoin,
    payment: exampleWhole,
    buyRate: decimal(rates.buy),
    feeBasisPoints: BigInt(fee.basisPoints),
    marketRate: rates.market && decimal(rates.market.rate),
    // Any coin over any network: what sending costs is the network's, and stands in the quote.
    networkCost: jmd(0n),
  });
  const worth = subtract(quote.net, quote.rateDifference ?? jmd(0n));
  return {
    ...failedFacts.example,
    marketClass: rates.market ? 'known' : 'unknown',
    worth: figure(worth),
    worthWidth: width(worth),
    fee: figure(quote.fee),
    feeWidth: width(quote.fee),
    ...(rates.market && comparison(quote, rates.market)),
  };
}
