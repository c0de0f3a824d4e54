import type { ListedOrder } from '../trading/order/order-row.ts';
import type { KycStatus, KycTier } from '../trading/quoting/limits.ts';

/** Something that only the customer can move on. */
export type Waiting =
  | { readonly kind: 'pay' | 'prove' | 'choose'; readonly order: ListedOrder }
  | { readonly kind: 'redo' | 'more' | 'begin'; readonly tier: KycTier; readonly parts: number };

/** How far the check of a tier is: who has the next move, and how many parts the customer is to give again. */
export type Check = { readonly status: KycStatus; readonly waitsFor: string | null; readonly parts: number };

const tiers: readonly KycTier[] = [1, 2, 3];

/**
 * What waits for the customer, the most urgent first: orders whose price they choose about (what ends first), orders
 * whose money has not come (oldest first: it lapses first), then identity checks of which parts are to be done again,
 * or of which more is wanted before they go on; last the first tier, which a newcomer has not begun.
 */
export function waitingFor(
  orders: readonly ListedOrder[],
  checks: Readonly<Record<KycTier, Check>>,
): readonly Waiting[] {
  const pending = orders.filter(({ status }) => status === 'pending');
  const choosing = pending.flatMap((order) => (order.chooseUntil ? [{ order, until: order.chooseUntil }] : []));
  const open = pending
    .filter(({ payIn, chooseUntil }) => payIn === 'awaiting' && !chooseUntil)
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime());
  return [
    ...choosing
      .toSorted((one, other) => one.until.getTime() - other.until.getTime())
      .map(({ order }) => ({ kind: 'choose' as const, order })),
    ...open.map((order) => ({ kind: order.side === 'buy' ? ('pay' as const) : ('prove' as const), order })),
    ...tiers.flatMap((tier) => waitingOf(tier, checks[tier])),
  ];
}

function waitingOf(tier: KycTier, { status, waitsFor, parts }: Check): Waiting[] {
  if (status === 'not_submitted' && tier === 1) return [{ kind: 'begin', tier, parts }];
  if (status === 'rejected') return [{ kind: 'redo', tier, parts }];
  return status === 'pending' && waitsFor === 'customer' ? [{ kind: 'more', tier, parts }] : [];
}

const numbers = ['Nothing is', 'One thing is', 'Two things are', 'Three things are', 'Four things are'];

/** `Two things are waiting for you.` */
export const waitingLine = (count: number): string => `${numbers[count] ?? `${count} things are`} waiting for you.`;

/** `Two more are waiting for you.`: the others, behind the first that stands above them. */
export const moreLine = (others: number): string =>
  `${['', 'One more is', 'Two more are', 'Three more are'][others] ?? `${others} more are`} waiting for you.`;
