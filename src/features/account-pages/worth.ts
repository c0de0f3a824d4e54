import { type Coins, coinsText } from '../../kernel/coins.ts';
import { type Decimal, decimal, divide, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { jmd, type Money, subtract } from '../../kernel/money.ts';
import type { Holding } from '../trading/order/holdings.ts';

export type Worth = {
  /** What we would pay for it now, before the fee, to the cent below. */
  readonly now: Money;
  /** Beyond what it cost; negative below it. */
  readonly change: Money;
};

/** J$ for so many coins at a price in US$ and a rate, never more than they are worth. */
const jmdFor = (coins: Coins, price: Decimal, rate: Decimal): Money =>
  jmd(rescale(multiply(multiply(decimal(coinsText(coins)), price), rate), 2, 'down').units);

/** What a holding is worth at our sell rate. */
export function worthOf({ held, cost }: Holding, priceUsd: string, sellRate: string): Worth {
  const now = jmdFor(held, decimal(priceUsd), decimal(sellRate));
  return { now, change: subtract(now, cost) };
}

/** What one coin of a holding cost on average, in J$; null where nothing is held. */
export function averageCost({ held, cost }: Pick<Holding, 'held' | 'cost'>): Money | null {
  return held.base === 0n ? null : jmd(divide(cost.minor * pow10(held.decimals), held.base, 'half-up'));
}
