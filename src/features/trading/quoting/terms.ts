import { type CryptoAmount, formatBaseUnits } from '../../../kernel/coins.ts';
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts';
import { type Currency, formatMinorUnits, jmd, type Money, money, parseMinorUnits } from '../../../kernel/money.ts';
import { type AssetSymbol, assets } from '../../assets/assets.ts';
import { readDiscount, type StoredDiscount } from '../../discounts/discount.ts';
import type { Discount } from '../../discounts/format-discount.ts';
import type { Side } from '../order/order.ts';
import type { Cost } from './pricing.ts';

/** The figures of a quote. An order from the quote uses the same figures (decision C6). */
export type Terms = Cost & {
  readonly side: Side;
  readonly symbol: AssetSymbol;
  readonly fiat: Money;
  readonly gross: Money;
  readonly fee: Money;
  readonly net: Money;
  readonly networkCost: Money;
  readonly coins: CryptoAmount;
  readonly usdValue: Decimal;
  readonly priceUsd: Decimal;
  readonly rate: Decimal;
  readonly marketRate: Decimal | null;
  readonly feeBasisPoints: bigint;
  readonly discount: Discount | null;
  readonly priceSource: string;
  readonly priceObservedAt: Date;
  readonly demo: boolean;
};

export type AssessedTerms = Pick<Terms, 'side' | 'symbol' | 'gross' | 'coins' | 'usdValue'>;

type StoredTerms = Readonly<Record<string, string | boolean | null | StoredDiscount | undefined>> & {
  readonly discount?: StoredDiscount | null;
};

const formatOptional = (amount: Money | null) => amount && formatMinorUnits(amount.minor);

export const writeTerms = (t: Terms): StoredTerms => ({
  side: t.side,
  symbol: t.symbol,
  currency: t.fiat.currency,
  fiat: formatMinorUnits(t.fiat.minor),
  gross: formatMinorUnits(t.gross.minor),
  fee: formatMinorUnits(t.fee.minor),
  net: formatMinorUnits(t.net.minor),
  networkCost: formatMinorUnits(t.networkCost.minor),
  coins: t.coins.base.toString(),
  usdValue: formatDecimal(t.usdValue),
  priceUsd: formatDecimal(t.priceUsd),
  rate: formatDecimal(t.rate),
  marketRate: t.marketRate && formatDecimal(t.marketRate),
  feeBasisPoints: t.feeBasisPoints.toString(),
  discount: t.discount && { ...t.discount, endsAt: t.discount.endsAt.toISOString() },
  rateDifference: formatOptional(t.rateDifference),
  allIn: formatOptional(t.allIn),
  allInBasisPoints: t.allInBasisPoints?.toString() ?? null,
  priceSource: t.priceSource,
  priceObservedAt: t.priceObservedAt.toISOString(),
  demo: t.demo,
  duplicateKey: getDuplicateKey(t),
});

const getDuplicateKey = (t: Terms): string =>
  t.side === 'buy'
    ? `buy ${t.symbol} ${t.fiat.currency} ${formatMinorUnits(t.fiat.minor)}`
    : `sell ${t.symbol} ${formatBaseUnits(t.coins)}`;

/** Orders with equal keys are possible duplicates. */
export const getDuplicateKeyFor = (t: Terms, destination: string): string => `${getDuplicateKey(t)} ${destination}`;

export function readTerms(stored: StoredTerms): Terms {
  const text = (name: string) => String(stored[name]);
  const optionalJmd = (name: string) => (stored[name] === null ? null : jmd(parseMinorUnits(text(name))));
  const symbol = text('symbol') as AssetSymbol;
  return {
    side: text('side') as Side,
    symbol,
    fiat: money(text('currency') as Currency, parseMinorUnits(text('fiat'))),
    gross: jmd(parseMinorUnits(text('gross'))),
    fee: jmd(parseMinorUnits(text('fee'))),
    net: jmd(parseMinorUnits(text('net'))),
    networkCost: jmd(parseMinorUnits(text('networkCost'))),
    coins: { symbol, base: BigInt(text('coins')), decimals: assets[symbol].decimals },
    usdValue: decimal(text('usdValue')),
    priceUsd: decimal(text('priceUsd')),
    rate: decimal(text('rate')),
    marketRate: stored['marketRate'] === null ? null : decimal(text('marketRate')),
    feeBasisPoints: BigInt(text('feeBasisPoints')),
    discount: readDiscount(stored.discount),
    rateDifference: optionalJmd('rateDifference'),
    allIn: optionalJmd('allIn'),
    allInBasisPoints: stored['allInBasisPoints'] === null ? null : BigInt(text('allInBasisPoints')),
    priceSource: text('priceSource'),
    priceObservedAt: new Date(text('priceObservedAt')),
    demo: stored['demo'] === true,
  };
}

/** Formats fee_percent for receipts: 800 basis points are `8.00` [001 §9 Fees and rates]. */
export const formatFeePercent = (basisPoints: bigint): string => formatMinorUnits(basisPoints);

/** Builds the `receipt` column with the documented field names [001 §3 transactions]. */
export const buildStoredReceipt = (t: Terms, rest: Record<string, unknown>, at: Date) => ({
  original_amount_jmd: formatMinorUnits(t.gross.minor),
  fee_percent: formatFeePercent(t.feeBasisPoints),
  fee_amount_jmd: formatMinorUnits(t.fee.minor),
  net_jmd_amount: formatMinorUnits(t.net.minor),
  network_cost_jmd: formatMinorUnits(t.networkCost.minor),
  currency: t.fiat.currency,
  paid_amount: formatMinorUnits(t.fiat.minor),
  price_usd_used: formatDecimal(t.priceUsd),
  rate_used: formatDecimal(t.rate),
  equivalent_crypto: formatBaseUnits(t.coins),
  crypto_symbol: t.symbol,
  price_source: t.priceSource,
  price_observed_at: t.priceObservedAt.toISOString(),
  demo: t.demo,
  ...rest,
  timestamp: at.toISOString(),
});
