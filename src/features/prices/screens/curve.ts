import { compareDecimals, type Decimal, decimal, formatDecimal, multiply } from '../../../kernel/decimal.ts';
import type { PricePoint } from '../schema.ts';

export type JmdCurve = {
  readonly points: readonly { readonly at: Date; readonly price: string }[];
  readonly low: string;
  readonly high: string;
  readonly last: string;
};

export function jmdCurve(points: readonly PricePoint[], buyRate: string): JmdCurve | null {
  const rate = decimal(buyRate);
  const values = points.map(({ priceUsd }) => multiply(decimal(priceUsd), rate));
  const last = values.at(-1);
  if (values.length < 2 || !last) return null;
  const extreme = (sign: 1 | -1): Decimal =>
    values.reduce((best, value) => (compareDecimals(value, best) * sign > 0 ? value : best), last);
  return {
    points: points.map(({ at }, index) => ({ at, price: formatDecimal(values[index] ?? last) })),
    low: formatDecimal(extreme(-1)),
    high: formatDecimal(extreme(1)),
    last: formatDecimal(last),
  };
}
