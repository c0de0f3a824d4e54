import type { call } from '../../../../ui/client.ts';

/** An order as the server shows it to its customer. */
export type ShownOrder = Awaited<ReturnType<typeof call.trading.show>>;

/**
 * What an order is about at the moment, from its customer's side: one of these, and one sheet for each. The last
 * five are orders that ended without being carried out; they differ in where the money is.
 */
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

/** Whether an order ended without being carried out. */
export const isStopped = ({ status }: ShownOrder['order']): boolean => status === 'cancelled' || status === 'failed';

/** The one situation that an order is in. */
export function situationOf(order: ShownOrder['order']): Situation {
  const { status, payIn, side, lapsed } = order;
  if (status === 'completed') return 'completed';
  if (isStopped(order)) return lapsed && payIn === 'awaiting' ? 'lapsed' : ended[payIn];
  if (payIn === 'awaiting') return side === 'buy' ? 'to_pay' : 'to_prove';
  if (payIn === 'claimed') return 'claimed';
  return status === 'pending' ? 'received' : 'preparing';
}

/** The line whose reference stands in the sheet, to be copied: how what they wait for left us. */
export const lineToCopy = ({ order, moved }: Pick<ShownOrder, 'order' | 'moved'>) => {
  const situation = situationOf(order);
  const left = situation === 'completed' ? 'out' : situation === 'returned' ? 'back' : null;
  return moved.findLast(({ kind }) => kind === left);
};

const speakingEvents = ['fail', 'cancel', 'returnMoney', 'returnBounced', 'rejectClaim', 'latePayInUndone'];

/**
 * The reason that the customer may read for how things stand: of the stop or the return of an ended order, or of a
 * refused proof until another one is given, or of a payment that was taken off again.
 */
export function reasonNow({ order, story }: Pick<ShownOrder, 'order' | 'story'>): string | null {
  const told = story.filter(({ event, reason }) => reason !== null && speakingEvents.includes(event));
  if (isStopped(order)) return told.findLast(({ event }) => event !== 'rejectClaim')?.reason ?? null;
  if (order.payIn === 'claimed') return looksAgain(story);
  return order.payIn === 'awaiting' ? (told.findLast(({ event }) => event === 'rejectClaim')?.reason ?? null) : null;
}

/** What had been noted was taken off, and nobody gave another proof since: what we look for. */
function looksAgain(story: ShownOrder['story']): string | null {
  const last = story.findLast(({ event }) => event === 'payInUndone' || event === 'claim');
  return last?.event === 'payInUndone' ? last.reason : null;
}

/** Whether the customer called it off, and not us. */
export const calledOff = ({ story }: Pick<ShownOrder, 'story'>): boolean =>
  story.some(({ event }) => event === 'cancelOwn' || event === 'callOff');
