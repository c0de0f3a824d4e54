import { compareDecimals, type Decimal, decimal, divide, formatDecimal, pow10, rescale } from '../kernel/decimal.ts';
import { groupThousands, minusSign } from './number-format.ts';

/** Formats exact decimals, never floating-point numbers [000 §5 Price display]. */

const one = decimal('1');
const hundred = decimal('100');

const getAbsolute = (value: Decimal): Decimal => ({ ...value, units: value.units < 0n ? -value.units : value.units });

/** Rounds half away from zero. */
function formatRounded(value: Decimal, places: number): string {
  const rounded = rescale(value, places, 'half-up');
  return `${rounded.units < 0n ? minusSign : ''}${groupThousands(formatDecimal(getAbsolute(rounded)))}`;
}

/** Formats a price with 6 decimals below 1, 4 below 100, otherwise 2 [000 §5 Price display]. */
export function formatPrice(text: string): string {
  const value = decimal(text);
  const isBelow = (limit: Decimal) => compareDecimals(getAbsolute(value), limit) < 0;
  return formatRounded(value, isBelow(one) ? 6 : isBelow(hundred) ? 4 : 2);
}

const units = [
  { letter: '', exponent: 0 },
  { letter: 'K', exponent: 3 },
  { letter: 'M', exponent: 6 },
  { letter: 'B', exponent: 9 },
];

/** `12.35K`, `1.00M`, `32.46B` [000 §5 Price display]. Picks the unit after rounding: 999,995 gives `1.00M`. */
export function formatVolume(text: string): string {
  const value = decimal(text);
  const inUnit = (exponent: number): Decimal => ({
    units: divide(value.units * 100n, pow10(value.scale + exponent), 'half-up'),
    scale: 2,
  });
  const fittingUnit = units.find(({ exponent }) => getAbsolute(inUnit(exponent)).units < 100_000n);
  const { letter, exponent } = fittingUnit ?? { letter: 'B', exponent: 9 };
  return formatRounded(inUnit(exponent), 2) + letter;
}

/** `+1.8%`, `−0.6%` [000 §5 Price display]. Null if the change rounds to 0. */
export function formatChange(text: string): { text: string; direction: 'up' | 'down' } | null {
  const rounded = rescale(decimal(text), 1, 'half-up');
  if (rounded.units === 0n) return null;
  const isUp = rounded.units > 0n;
  return { text: `${isUp ? '+' : ''}${formatRounded(rounded, 1)}%`, direction: isUp ? 'up' : 'down' };
}
