/** The sign for less than nothing, as wide as a plus. */
export const minus = '−';

/** Thousands separators for plain decimal text: `-1234567.50` is `-1,234,567.50`. Digits are only moved apart. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/** An amount and its unit, which no end of a line parts: `0.01 BTC`, with a space that does not break. */
export const withUnit = (amount: string, unit: string): string => `${amount}\u00a0${unit}`;

/** `1,234`. */
export const count = (figure: number): string => grouped(String(figure));

/** `1 party`, `12 parties`. */
export const several = (figure: number, one: string, many: string): string =>
  `${count(figure)} ${figure === 1 ? one : many}`;
