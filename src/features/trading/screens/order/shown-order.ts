import { formatMessages } from '../../../../kernel/message-template.ts';
import type { call } from '../../../../ui/client.ts';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import { isStopped, situationOf } from '../../order/situation.ts';
import { orderPromises } from '../../order-messages.ts';

export type ShownOrder = Awaited<ReturnType<typeof call.trading.show>>;

export const getCopyableMovement = ({ order, moved }: Pick<ShownOrder, 'order' | 'moved'>) => {
  const situation = situationOf(order);
  const left = situation === 'completed' ? 'out' : situation === 'returned' ? 'back' : null;
  return moved.findLast(({ kind }) => kind === left);
};

const reasonEvents = ['fail', 'cancel', 'returnMoney', 'returnBounced', 'rejectClaim', 'latePayInUndone'];

export function getCurrentReason({ order, story }: Pick<ShownOrder, 'order' | 'story'>): string | null {
  const reasons = story.filter(({ event, reason }) => reason !== null && reasonEvents.includes(event));
  if (isStopped(order)) return reasons.findLast(({ event }) => event !== 'rejectClaim')?.reason ?? null;
  if (order.payIn === 'claimed') return getUnlinkReason(story);
  return order.payIn === 'awaiting' ? (reasons.findLast(({ event }) => event === 'rejectClaim')?.reason ?? null) : null;
}

function getUnlinkReason(story: ShownOrder['story']): string | null {
  const last = story.findLast(({ event }) => event === 'payInUndone' || event === 'claim');
  return last?.event === 'payInUndone' ? last.reason : null;
}

export const isCancelledByCustomer = ({ story }: Pick<ShownOrder, 'story'>): boolean =>
  story.some(({ event }) => event === 'cancelOwn' || event === 'callOff');

const activeLabels = { buy: 'Buying', sell: 'Selling' };
const doneLabels = { buy: 'Bought', sell: 'Sold' };
const endedLabels = { buy: 'Order to buy', sell: 'Order to sell' };

export const orderSummary = (order: ShownOrder['order']): string =>
  (order.status === 'completed' ? doneLabels : isStopped(order) ? endedLabels : activeLabels)[order.side];

export function formatPromise({ order, promise, doneIfPaid }: ShownOrder) {
  if (!('at' in promise)) return null;
  const at = formatDateTime(promise.at);
  const untilPaid = promise.kind === 'send_by';
  if (promise.late || (untilPaid && !doneIfPaid))
    return { ...formatMessages(orderPromises[untilPaid ? 'unpaid' : 'late'], { at }), late: true };
  const { symbol } = order.coins;
  const moment = untilPaid && doneIfPaid ? formatDateTime(doneIfPaid) : at;
  const key = untilPaid && order.paymentMethod === 'card' ? 'send_by_card' : (`${promise.kind}_${order.side}` as const);
  const texts = orderPromises[key];
  return { ...formatMessages(texts, { symbol, moment, day: formatDay(promise.at) }), late: false };
}
