import { pluralize } from '../kernel/plural.ts';

/** Minus sign with the width of a plus sign, unlike a hyphen. */
export const minusSign = '−';

/** `-1234567.50` gives `-1,234,567.50`. */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groupedInteger = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groupedInteger : `${groupedInteger}.${fraction}`;
}

/** `0.01 BTC`, with a non-breaking space. */
export const formatWithUnit = (amount: string, unit: string): string => `${amount}\u00a0${unit}`;

/** `1,234`. */
export const formatCount = (figure: number): string => groupThousands(String(figure));

/** `1 party`, `12 parties`. */
export const formatPlural = (figure: number, singular: string, pluralForm: string): string =>
  `${formatCount(figure)} ${pluralize(figure, singular, pluralForm)}`;
