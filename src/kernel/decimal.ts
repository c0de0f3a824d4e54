/** Exact decimal number `units / 10^scale`, for prices and rates instead of floating point (decision C7). */
export type Decimal = { readonly units: bigint; readonly scale: number };

export type Rounding = 'down' | 'up' | 'half-up';

const shape = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

const powers = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent));

export const pow10 = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** Parses decimal text such as `-12.50`. Null for exponents, plus signs and spaces. */
export function parseDecimal(text: string): Decimal | null {
  const match = shape.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { units: sign ? -units : units, scale: fraction.length };
}

/** Parses trusted decimal text. Throws if invalid. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`invalid decimal: ${text}`);
  return parsed;
}

/** Formats all `scale` places: `{ units: 1250n, scale: 2 }` gives `12.50`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Divides with the given rounding. Throws if the divisor is zero. */
export function divide(numerator: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor === 0n) throw new Error('division by zero');
  const negative = numerator < 0n !== divisor < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = n / d;
  const remainder = n % d;
  const roundsAway = rounding === 'up' ? remainder > 0n : rounding === 'half-up' && remainder * 2n >= d;
  const magnitude = roundsAway ? quotient + 1n : quotient;
  return negative ? -magnitude : magnitude;
}

export function rescale(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale >= value.scale) return { units: value.units * pow10(scale - value.scale), scale };
  return { units: divide(value.units, pow10(value.scale - scale), rounding), scale };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = rescale(a, scale, 'down').units - rescale(b, scale, 'down').units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });
