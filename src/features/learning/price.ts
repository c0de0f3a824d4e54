import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Settings } from '../settings/schema.ts';

/** Converts US cents to whole J$ at the buy rate, rounded up [001 §9 Fees and rates]. */
export function priceInJmd(priceUsd: number, { rates }: Pick<Settings, 'rates'>): number {
  const { units, scale } = decimal(rates.buy);
  return Number(divide(BigInt(priceUsd) * units, 100n * pow10(scale), 'up'));
}
