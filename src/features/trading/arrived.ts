import { baseUnits, type Coins } from '../../kernel/coins.ts';
import { type Money, minorUnits, money } from '../../kernel/money.ts';
import type { Order } from './order-row.ts';

type Paid = Pick<Order, 'side' | 'fiat' | 'coins' | 'receivedAmount'>;

/** What came in, or is to come: another amount than the order's only where it arrived after the order had ended. */
export function arrived({ side, fiat, coins, receivedAmount }: Paid): { fiat: Money; coins: Coins } {
  if (receivedAmount === null) return { fiat, coins };
  if (side === 'buy') return { fiat: money(fiat.currency, minorUnits(receivedAmount)), coins };
  return { fiat, coins: { ...coins, base: baseUnits(receivedAmount, coins.decimals) } };
}
