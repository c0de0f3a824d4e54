import { compareDecimals, type Decimal, decimal, decimalText, divide, pow10, rescale } from '../kernel/decimal.ts';
import { grouped, minus } from './figures.ts';

/** How prices are shown [000 §5 Price display]. All input is exact decimal text; nothing here is a float. */

const one = decimal('1');
const hundred = decimal('100');

const sizeOf = (value: Decimal): Decimal => ({ ...value, units: value.units < 0n ? -value.units : value.units });

/** Rounds halves away from zero and writes thousands apart; the sign is the typographic minus. */
function shown(value: Decimal, places: number): string {
  const rounded = rescale(value, places, 'half-up');
  return `${rounded.units < 0n ? minus : ''}${grouped(decimalText(sizeOf(rounded)))}`;
}

/**
 * Values under 1 show 6 decimals, under 100 show 4, otherwise 2 [000 §5 Price display]: `0.000068`, `2.1400`,
 * `91,240.00`.
 */
export function priceText(text: string): string {
  const value = decimal(text);
  const under = (limit: Decimal) => compareDecimals(sizeOf(value), limit) < 0;
  return shown(value, under(one) ? 6 : under(hundred) ? 4 : 2);
}

const units = [
  { letter: '', exponent: 0 },
  { letter: 'K', exponent: 3 },
  { letter: 'M', exponent: 6 },
  { letter: 'B', exponent: 9 },
];

/**
 * A traded volume, abbreviated K, M, B [000 §5 Price display]: `950.00`, `12.35K`, `1.00M`, `32.46B`. Two places; what
 * rounds to 1,000K is 1.00M.
 */
export function volumeText(text: string): string {
  const value = decimal(text);
  const inUnit = (exponent: number): Decimal => ({
    units: divide(value.units * 100n, pow10(value.scale + exponent), 'half-up'),
    scale: 2,
  });
  const fits = units.find(({ exponent }) => sizeOf(inUnit(exponent)).units < 100_000n);
  const { letter, exponent } = fits ?? { letter: 'B', exponent: 9 };
  return shown(inUnit(exponent), 2) + letter;
}

/**
 * The change over 24 hours in percent, with one decimal [000 §5 Price display]: `+1.8%`, `−0.6%`. Null when it is 0, or
 * too small to show: then nothing is shown.
 */
export function changeText(text: string): { text: string; direction: 'up' | 'down' } | null {
  const rounded = rescale(decimal(text), 1, 'half-up');
  if (rounded.units === 0n) return null;
  const up = rounded.units > 0n;
  return { text: `${up ? '+' : ''}${shown(rounded, 1)}%`, direction: up ? 'up' : 'down' };
}
