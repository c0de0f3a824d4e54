import { compareDecimals, type Decimal, decimal, decimalText, pow10, rescale } from '../../kernel/decimal.ts';

const whole = (units: bigint): Decimal => ({ units, scale: 0 });

const grouped = (text: string): string => {
  const [left = '', right] = text.split('.');
  const groups = left.replace(/\B(?=(\d{3})+$)/g, ',');
  return right === undefined ? groups : `${groups}.${right}`;
};

/** How many places a price is shown with: six under 1, four under 100, otherwise two [000 §5]. */
export function pricePlaces(price: Decimal): 6 | 4 | 2 {
  if (compareDecimals(price, whole(1n)) < 0) return 6;
  return compareDecimals(price, whole(100n)) < 0 ? 4 : 2;
}

/** A price in either currency as people read it, without its sign: `118,400.00`, `2.4712`, `0.000068` [000 §5]. */
export function priceText(price: string): string {
  const value = decimal(price);
  return grouped(decimalText(rescale(value, pricePlaces(value), 'half-up')));
}

const sizes = [
  { letter: 'B', power: 9 },
  { letter: 'M', power: 6 },
  { letter: 'K', power: 3 },
] as const;

/**
 * A traded volume, shortened: `1.2K`, `34.5M`, `2.1B`, and below a thousand the whole dollars [000 §5]. Cut off rather
 * than rounded, so that it never claims more than was traded.
 */
export function volumeText(volume: string): string {
  const value = decimal(volume);
  const size = sizes.find(({ power }) => compareDecimals(value, whole(pow10(power))) >= 0);
  if (!size) return decimalText(rescale(value, 0, 'down'));
  const shortened = rescale({ units: value.units, scale: value.scale + size.power }, 1, 'down');
  return grouped(decimalText(shortened)) + size.letter;
}

/** The change of 24 hours: `+1.4%` or `-0.3%`; null (not shown) when it is unknown or comes to 0.0 [000 §5]. */
export function changeText(change: string | null): string | null {
  if (change === null) return null;
  const rounded = rescale(decimal(change), 1, 'half-up');
  if (rounded.units === 0n) return null;
  return `${rounded.units > 0n ? '+' : ''}${decimalText(rounded)}%`;
}
