import type { KycStatus, KycTier } from '../trading/limits.ts';
import type { ListedOrder } from '../trading/order-row.ts';

/** Something that only the customer can move on. */
export type Waiting =
  | { readonly kind: 'pay' | 'prove'; readonly order: ListedOrder }
  | { readonly kind: 'redo'; readonly tier: KycTier };

const tiers: readonly KycTier[] = [1, 2, 3];

/**
 * What waits for the customer, the most urgent first: orders whose money has not come (oldest first: it lapses
 * first), then identity checks of which a part is to be done again.
 */
export function waitingFor(
  orders: readonly ListedOrder[],
  statusOf: Readonly<Record<KycTier, KycStatus>>,
): readonly Waiting[] {
  const open = orders
    .filter(({ status, payIn }) => status === 'pending' && payIn === 'awaiting')
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime());
  return [
    ...open.map((order) => ({ kind: order.side === 'buy' ? ('pay' as const) : ('prove' as const), order })),
    ...tiers.filter((tier) => statusOf[tier] === 'rejected').map((tier) => ({ kind: 'redo' as const, tier })),
  ];
}

const numbers = ['Nothing is', 'One thing is', 'Two things are', 'Three things are', 'Four things are'];

/** `Two things are waiting for you.` */
export const waitingLine = (count: number): string => `${numbers[count] ?? `${count} things are`} waiting for you.`;
