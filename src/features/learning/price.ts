import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * Course payment conversion: what so many US cents are in whole J$, at the buy rate (the documented 175) [001 §9 Fees
 * and rates], rounded up.
 */
export function priceInJmd(priceUsd: number, { rates }: Pick<Settings, 'rates'>): number {
  const { units, scale } = decimal(rates.buy);
  return Number(divide(BigInt(priceUsd) * units, 100n * pow10(scale), 'up'));
}
