import { formatMessages } from '../../../../kernel/message-template.ts';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import { orderPromises } from '../../order-messages.ts';
import { isStopped, type ShownOrder } from './shown-order.ts';

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
