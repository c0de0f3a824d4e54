import { type Coins, coinsText } from '../../../kernel/coins.ts';
import { type Decimal, decimal, decimalText } from '../../../kernel/decimal.ts';
import { type Currency, jmd, type Money, minorUnits, money, moneyText } from '../../../kernel/money.ts';
import { type AssetSymbol, assets } from '../../coins/assets.ts';
import type { Side } from '../order/order.ts';
import type { Cost } from './pricing.ts';

/** What was offered, exactly: the figures of a quote, which an order takes over unchanged (decision C6). */
export type Terms = Cost & {
  readonly side: Side;
  readonly symbol: AssetSymbol;
  /** What the customer pays (buy) or is paid (sell), in the currency of the form. */
  readonly fiat: Money;
  /** The whole order in J$, its fee, and what is left. */
  readonly gross: Money;
  readonly fee: Money;
  readonly net: Money;
  /** J$ that sending the coins costs, of a buy: taken from the net before it is changed. */
  readonly networkCost: Money;
  readonly coins: Coins;
  readonly usdValue: Decimal;
  readonly priceUsd: Decimal;
  readonly rate: Decimal;
  readonly marketRate: Decimal | null;
  readonly feeBasisPoints: bigint;
  readonly priceSource: string;
  readonly priceObservedAt: Date;
  readonly demo: boolean;
};

/** What of it a judgement looks at. */
export type JudgedTerms = Pick<Terms, 'side' | 'symbol' | 'gross' | 'coins' | 'usdValue'>;

/** The same as plain text, for a JSON column. */
type Written = Record<string, string | boolean | null>;

const textOf = (amount: Money | null) => amount && moneyText(amount.minor);

export const writeTerms = (t: Terms): Written => ({
  side: t.side,
  symbol: t.symbol,
  currency: t.fiat.currency,
  fiat: moneyText(t.fiat.minor),
  gross: moneyText(t.gross.minor),
  fee: moneyText(t.fee.minor),
  net: moneyText(t.net.minor),
  networkCost: moneyText(t.networkCost.minor),
  coins: t.coins.base.toString(),
  usdValue: decimalText(t.usdValue),
  priceUsd: decimalText(t.priceUsd),
  rate: decimalText(t.rate),
  marketRate: t.marketRate && decimalText(t.marketRate),
  feeBasisPoints: t.feeBasisPoints.toString(),
  rateDifference: textOf(t.rateDifference),
  allIn: textOf(t.allIn),
  allInBasisPoints: t.allInBasisPoints?.toString() ?? null,
  priceSource: t.priceSource,
  priceObservedAt: t.priceObservedAt.toISOString(),
  demo: t.demo,
  likeness: likenessOf(t),
});

/** What and how much, in a word: by the money for a buy, by the coins for a sell. */
const likenessOf = (t: Terms): string =>
  t.side === 'buy'
    ? `buy ${t.symbol} ${t.fiat.currency} ${moneyText(t.fiat.minor)}`
    : `sell ${t.symbol} ${coinsText(t.coins)}`;

/** The same with where to: what two orders that were meant as one have in common. */
export const likenessWith = (t: Terms, whereTo: string): string => `${likenessOf(t)} ${whereTo}`;

/** Reads what {@link writeTerms} wrote. */
export function readTerms(written: Written): Terms {
  const text = (name: string) => String(written[name]);
  const maybe = (name: string) => (written[name] === null ? null : jmd(minorUnits(text(name))));
  const symbol = text('symbol') as AssetSymbol;
  return {
    side: text('side') as Side,
    symbol,
    fiat: money(text('currency') as Currency, minorUnits(text('fiat'))),
    gross: jmd(minorUnits(text('gross'))),
    fee: jmd(minorUnits(text('fee'))),
    net: jmd(minorUnits(text('net'))),
    networkCost: jmd(minorUnits(text('networkCost'))),
    coins: { symbol, base: BigInt(text('coins')), decimals: assets[symbol].decimals },
    usdValue: decimal(text('usdValue')),
    priceUsd: decimal(text('priceUsd')),
    rate: decimal(text('rate')),
    marketRate: written['marketRate'] === null ? null : decimal(text('marketRate')),
    feeBasisPoints: BigInt(text('feeBasisPoints')),
    rateDifference: maybe('rateDifference'),
    allIn: maybe('allIn'),
    allInBasisPoints: written['allInBasisPoints'] === null ? null : BigInt(text('allInBasisPoints')),
    priceSource: text('priceSource'),
    priceObservedAt: new Date(text('priceObservedAt')),
    demo: written['demo'] === true,
  };
}

/** The fee_percent, as receipts show it: 800 basis points are `8.00` [001 §9 Fees and rates]. */
export const feePercent = (basisPoints: bigint): string => moneyText(basisPoints);

/**
 * What the stored receipt keeps of the bargain: original_amount_jmd, fee_percent, net_jmd_amount, price_usd_used and
 * the rest [001 §3 transactions].
 */
export const receiptOf = (t: Terms, rest: Record<string, unknown>, at: Date) => ({
  original_amount_jmd: moneyText(t.gross.minor),
  fee_percent: feePercent(t.feeBasisPoints),
  fee_amount_jmd: moneyText(t.fee.minor),
  net_jmd_amount: moneyText(t.net.minor),
  network_cost_jmd: moneyText(t.networkCost.minor),
  currency: t.fiat.currency,
  paid_amount: moneyText(t.fiat.minor),
  price_usd_used: decimalText(t.priceUsd),
  rate_used: decimalText(t.rate),
  equivalent_crypto: coinsText(t.coins),
  crypto_symbol: t.symbol,
  price_source: t.priceSource,
  price_observed_at: t.priceObservedAt.toISOString(),
  demo: t.demo,
  ...rest,
  timestamp: at.toISOString(),
});
