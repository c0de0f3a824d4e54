import { type Decimal, divide, pow10, type Rounding, rescale } from './decimal.ts';
import { typedAmount } from './typed-amount.ts';

/** The two currencies in which people pay and are paid. */
export const currencies = ['JMD', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** An amount of money in minor units (cents), always with its currency (decision C7). */
export type Money = { readonly currency: Currency; readonly minor: bigint };

export const money = (currency: Currency, minor: bigint): Money => ({ currency, minor });
export const jmd = (minor: bigint): Money => money('JMD', minor);
/** So many whole Jamaican dollars, as prices in settings are written. */
export const wholeJmd = (dollars: number): Money => jmd(BigInt(dollars) * 100n);
export const usd = (minor: bigint): Money => money('USD', minor);

/** What people write beside an amount; the dollar sign alone is of whichever currency is asked for. */
const marks: Readonly<Record<Currency, readonly string[]>> = {
  JMD: ['', '$', 'J$', 'JA$', 'JMD'],
  USD: ['', '$', 'US$', 'USD'],
};

/** Sixteen digits before the point are no amount that anybody pays. */
const tooMuch = 10n ** 17n;

/** Whether digits beyond what can be paid or counted are refused, or fall away. */
export type Places = 'exact' | 'down';

/**
 * Reads what a person types into an amount field: `180000`, `J$180,000.5`, `.5`; never negative, and null where it
 * names another currency. More than two places are null too, unless they shall be rounded down.
 */
export function parseMoney(text: string, currency: Currency, places: Places = 'exact'): Money | null {
  const typed = typedAmount(text);
  if (!typed || !marks[currency].includes(typed.mark)) return null;
  if (places === 'exact' && typed.value.scale > 2) return null;
  const minor = rescale(typed.value, 2, 'down').units;
  return minor < tooMuch ? money(currency, minor) : null;
}

/** Plain decimal text with two places, for the database and for files: `-12.50`. */
export function moneyText(minor: bigint): string {
  const sign = minor < 0n ? '-' : '';
  const size = minor < 0n ? -minor : minor;
  return `${sign}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

/** The same for reading: thousands grouped by commas, `20,123.00`. */
export const groupedMoney = (minor: bigint): string => moneyText(minor).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Reads what {@link moneyText} or a numeric column with two places wrote. Anything else is a bug and throws. */
export function minorUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) throw new Error(`not an amount of money: ${text}`);
  const size = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] ? -size : size;
}

/** Both amounts in one currency, or a bug. */
function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new Error(`cannot mix ${a.currency} and ${b.currency}`);
}

/** Whether two amounts are the same, to the cent and in one currency. */
export const sameMoney = (a: Money, b: Money): boolean => a.currency === b.currency && a.minor === b.minor;

export function add(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.currency, a.minor + b.minor);
}

export function subtract(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.currency, a.minor - b.minor);
}

/** A share in basis points (800 is 8 %), to whole cents. */
export const share = (amount: Money, basisPoints: bigint, rounding: Rounding): Money =>
  money(amount.currency, divide(amount.minor * basisPoints, 10_000n, rounding));

/** A change of currency: at which rate, into what, and where parts of a cent go. */
export type Exchange = { readonly rate: Decimal; readonly to: Currency; readonly rounding: Rounding };

/** Changes money at `rate` units of the target currency for one unit of the source. */
export const exchange = (amount: Money, { rate, to, rounding }: Exchange): Money =>
  money(to, divide(amount.minor * rate.units, pow10(rate.scale), rounding));

/** The other way: how much of the source currency `amount` costs at that rate. */
export const exchangeBack = (amount: Money, { rate, to, rounding }: Exchange): Money =>
  money(to, divide(amount.minor * pow10(rate.scale), rate.units, rounding));
