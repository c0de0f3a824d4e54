import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Settings } from '../settings/schema.ts';

/** What so many US cents are in whole J$, at the rate for which we sell US dollars [001 §9], rounded up. */
export function priceInJmd(priceUsd: number, { rates }: Pick<Settings, 'rates'>): number {
  const { units, scale } = decimal(rates.buy);
  return Number(divide(BigInt(priceUsd) * units, 100n * pow10(scale), 'up'));
}
