import { said } from '../../../../kernel/said.ts';
import { dayText, momentText } from '../../../../ui/format.ts';
import { orderPromises } from '../../order-messages.ts';
import { isStopped, type ShownOrder } from './shown-order.ts';

const doing = { buy: 'Buying', sell: 'Selling' };
const did = { buy: 'Bought', sell: 'Sold' };
const meant = { buy: 'Order to buy', sell: 'Order to sell' };

/** What the order does or did, or was to do before it ended. */
export const deedOf = (order: ShownOrder['order']): string =>
  (order.status === 'completed' ? did : isStopped(order) ? meant : doing)[order.side];

/** The promise in words. */
export function promiseWords({ order, promise, doneIfPaid }: ShownOrder) {
  if (!('at' in promise)) return null;
  const at = momentText(promise.at);
  const untilPaid = promise.kind === 'send_by';
  if (promise.late || (untilPaid && !doneIfPaid))
    return { ...said(orderPromises[untilPaid ? 'unpaid' : 'late'], { at }), late: true };
  const { symbol } = order.coins;
  const moment = untilPaid && doneIfPaid ? momentText(doneIfPaid) : at;
  const way = untilPaid && order.paymentMethod === 'card' ? 'send_by_card' : (`${promise.kind}_${order.side}` as const);
  const words = orderPromises[way];
  return { ...said(words, { symbol, moment, day: dayText(promise.at) }), late: false };
}
