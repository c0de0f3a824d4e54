import { compareDecimals, type Decimal, decimal, decimalText, multiply } from '../../../kernel/decimal.ts';
import type { PricePoint } from '../schema.ts';

/** A curve in J$ at our buy rate. Prices are exact decimal text; only the drawing makes floats of them. */
export type JmdCurve = {
  readonly points: readonly { readonly at: Date; readonly price: string }[];
  readonly low: string;
  readonly high: string;
  readonly last: string;
};

/** The curve in Jamaican dollars with its lowest, highest and last price; null for fewer than two points. */
export function jmdCurve(points: readonly PricePoint[], buyRate: string): JmdCurve | null {
  const rate = decimal(buyRate);
  const values = points.map(({ priceUsd }) => multiply(decimal(priceUsd), rate));
  const last = values.at(-1);
  if (values.length < 2 || !last) return null;
  const extreme = (sign: 1 | -1): Decimal =>
    values.reduce((best, value) => (compareDecimals(value, best) * sign > 0 ? value : best), last);
  return {
    points: points.map(({ at }, index) => ({ at, price: decimalText(values[index] ?? last) })),
    low: decimalText(extreme(-1)),
    high: decimalText(extreme(1)),
    last: decimalText(last),
  };
}
