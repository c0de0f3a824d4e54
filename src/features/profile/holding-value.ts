import { type CryptoAmount, formatBaseUnits } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { jmd, type Money, subtract } from '../../kernel/money.ts';
import type { Holding } from '../trading/order/holdings.ts';

export type Worth = {
  readonly now: Money;
  readonly change: Money;
};

const toJmd = (coins: CryptoAmount, price: Decimal, rate: Decimal): Money =>
  jmd(rescale(multiply(multiply(decimal(formatBaseUnits(coins)), price), rate), 2, 'down').units);

export function getWorth({ held, cost }: Holding, priceUsd: string, sellRate: string): Worth {
  const now = toJmd(held, decimal(priceUsd), decimal(sellRate));
  return { now, change: subtract(now, cost) };
}

export function getAverageCost({ held, cost }: Pick<Holding, 'held' | 'cost'>): Money | null {
  return held.base === 0n ? null : jmd(divide(cost.minor * pow10(held.decimals), held.base, 'half-up'));
}
