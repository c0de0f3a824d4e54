/**
 * Exact decimals on bigint: a value is `units / 10^scale`. Prices and rates live in this form, so that no amount ever
 * passes through binary floating point (decision C7).
 */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** How a division ends: towards zero, away from zero, or to the nearest with halves away from zero. */
export type Rounding = 'down' | 'up' | 'half-up';

const shape = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

const powers = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent));

/** Ten to a small non-negative power. */
export const pow10 = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** Reads plain decimal text such as `-12.50`; exponents, signs in front of plus, and blanks are not decimals. */
export function parseDecimal(text: string): Decimal | null {
  const match = shape.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { units: sign ? -units : units, scale: fraction.length };
}

/** Like {@link parseDecimal}, for text that we wrote ourselves: anything else is a bug and throws. */
export function decimal(text: string): Decimal {
  const read = parseDecimal(text);
  if (!read) throw new Error(`not a decimal: ${text}`);
  return read;
}

/** Writes the value with exactly as many places as its scale: `{ units: 1250n, scale: 2 }` is `12.50`. */
export function decimalText({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Whole-number division that names its rounding. Refuses a divisor of zero by throwing. */
export function divide(numerator: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor === 0n) throw new Error('division by zero');
  const negative = numerator < 0n !== divisor < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = n / d;
  const rest = n % d;
  const away = rounding === 'up' ? rest > 0n : rounding === 'half-up' && rest * 2n >= d;
  const size = away ? quotient + 1n : quotient;
  return negative ? -size : size;
}

/** The same value with another number of places; fewer places round as named. */
export function rescale(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale >= value.scale) return { units: value.units * pow10(scale - value.scale), scale };
  return { units: divide(value.units, pow10(value.scale - scale), rounding), scale };
}

/** Negative, zero or positive, as a sorting function answers. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = rescale(a, scale, 'down').units - rescale(b, scale, 'down').units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Exact product; the scales add up. */
export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });
