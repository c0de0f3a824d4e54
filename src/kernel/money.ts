import { type Decimal, divide, pow10, type Rounding, rescale } from './decimal.ts';
import { parseTypedAmount } from './parse-amount.ts';

export const currencies = ['JMD', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** Amount in minor units (cents) with its currency (decision C7). */
export type Money = { readonly currency: Currency; readonly minor: bigint };

export const money = (currency: Currency, minor: bigint): Money => ({ currency, minor });
export const jmd = (minor: bigint): Money => money('JMD', minor);
export const wholeJmd = (dollars: number): Money => jmd(BigInt(dollars) * 100n);
export const usd = (minor: bigint): Money => money('USD', minor);

const currencySigns: Readonly<Record<Currency, readonly string[]>> = {
  JMD: ['', '$', 'J$', 'JA$', 'JMD'],
  USD: ['', '$', 'US$', 'USD'],
};

const minorLimit = 10n ** 17n;

/** Treatment of digits beyond the precision: `exact` rejects the amount, `down` drops the digits. */
export type ExtraDigits = 'exact' | 'down';

/** Parses `180000`, `J$180,000.5`, `.5`. Null for negative amounts, another currency or more than two places. */
export function parseMoney(text: string, currency: Currency, extraDigits: ExtraDigits = 'exact'): Money | null {
  const typed = parseTypedAmount(text);
  if (!typed || !currencySigns[currency].includes(typed.unit)) return null;
  if (extraDigits === 'exact' && typed.value.scale > 2) return null;
  const minor = rescale(typed.value, 2, 'down').units;
  return minor < minorLimit ? money(currency, minor) : null;
}

/** Formats an amount for the database and files: `-12.50`. */
export function formatMinorUnits(minor: bigint): string {
  const sign = minor < 0n ? '-' : '';
  const magnitude = minor < 0n ? -minor : minor;
  return `${sign}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`;
}

/** Formats an amount for people: `20,123.00`. */
export const formatGroupedMinorUnits = (minor: bigint): string =>
  formatMinorUnits(minor).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Parses {@link formatMinorUnits} text or a numeric column with two places. Throws on anything else. */
export function parseMinorUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) throw new Error(`invalid amount of money: ${text}`);
  const magnitude = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] ? -magnitude : magnitude;
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new Error(`cannot mix ${a.currency} and ${b.currency}`);
}

export const isSameMoney = (a: Money, b: Money): boolean => a.currency === b.currency && a.minor === b.minor;

export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(a.currency, a.minor + b.minor);
}

export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(a.currency, a.minor - b.minor);
}

/** Returns a fraction of an amount in basis points (800 is 8 %), rounded to cents. */
export const share = (amount: Money, basisPoints: bigint, rounding: Rounding): Money =>
  money(amount.currency, divide(amount.minor * basisPoints, 10_000n, rounding));

export type Exchange = { readonly rate: Decimal; readonly to: Currency; readonly rounding: Rounding };

/** Converts an amount. `rate` is the amount in currency `to` for one unit of the source currency. */
export const exchange = (amount: Money, { rate, to, rounding }: Exchange): Money =>
  money(to, divide(amount.minor * rate.units, pow10(rate.scale), rounding));

/** Inverse of {@link exchange}: returns the source amount that buys `amount`. */
export const exchangeBack = (amount: Money, { rate, to, rounding }: Exchange): Money =>
  money(to, divide(amount.minor * pow10(rate.scale), rate.units, rounding));
