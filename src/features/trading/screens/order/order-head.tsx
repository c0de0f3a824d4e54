import { Link } from 'react-router';
import { said } from '../../../../kernel/said.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { dayText, momentText } from '../../../../ui/format.ts';
import { orderPromises } from '../../order-messages.ts';
import type { ShownOrder } from './shown-order.ts';

const doing = { buy: 'Buying', sell: 'Selling' };
const did = { buy: 'Bought', sell: 'Sold' };

/** The promise in words. */
function promiseWords({ order, promise, doneIfPaid }: ShownOrder) {
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

/** What the order is, its reference, and what we promise. */
export function OrderHead({ shown }: { shown: ShownOrder }) {
  const { order } = shown;
  const words = promiseWords(shown);
  return (
    <div className="head split">
      <div>
        <Link className="link t-xs" to="/transactions">
          All transactions
        </Link>
        <h1 className="after-link">
          {(order.status === 'completed' ? did : doing)[order.side]} <CoinsText coins={order.coins} />
        </h1>
        <p className="num facts">
          <span>
            Order <b>{order.reference}</b>
          </span>
          <span>Placed {momentText(order.placedAt)}</span>
          <Link className="link" to={`/transactions/${order.id}/receipt`}>
            View receipt
          </Link>
        </p>
      </div>
      {words && (
        <div className={words.late ? 'promise late' : 'promise'}>
          <p className="t-xs ink-2">{words.title}</p>
          <p className="t-lg b">{words.text}</p>
        </div>
      )}
    </div>
  );
}
