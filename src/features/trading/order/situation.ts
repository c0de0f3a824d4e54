import type { ListedOrder } from './order-row.ts';

/** State of an order as its customer sees it. */
export type Situation =
  | 'to_pay'
  | 'to_prove'
  | 'claimed'
  | 'received'
  | 'preparing'
  | 'completed'
  | 'lapsed'
  | 'untouched'
  | 'late_claim'
  | 'to_return'
  | 'returned';

const ended = { awaiting: 'untouched', claimed: 'late_claim', received: 'to_return', returned: 'returned' } as const;

export const isStopped = ({ status }: Pick<ListedOrder, 'status'>): boolean =>
  status === 'cancelled' || status === 'failed';

export function situationOf(order: Pick<ListedOrder, 'status' | 'payIn' | 'side' | 'lapsed'>): Situation {
  const { status, payIn, side, lapsed } = order;
  if (status === 'completed') return 'completed';
  if (isStopped(order)) return lapsed && payIn === 'awaiting' ? 'lapsed' : ended[payIn];
  if (payIn === 'awaiting') return side === 'buy' ? 'to_pay' : 'to_prove';
  if (payIn === 'claimed') return 'claimed';
  return status === 'pending' ? 'received' : 'preparing';
}
