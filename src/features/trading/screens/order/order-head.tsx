import { Link } from 'react-router';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { dayText, momentText } from '../../../../ui/format.ts';
import type { ShownOrder } from './shown-order.ts';

const doing = { buy: 'Buying', sell: 'Selling' };
const did = { buy: 'Bought', sell: 'Sold' };

type Said = { small: string; large: string; late?: boolean };

const after: Record<'done_by' | 'checked_by' | 'return_by', (order: ShownOrder['order']) => string> = {
  done_by: ({ side, coins }) => (side === 'buy' ? `Your ${coins.symbol} leaves` : 'We pay into your bank account'),
  checked_by: () => 'We have looked for your payment',
  return_by: ({ side, coins }) => (side === 'buy' ? 'Your money goes back' : `Your ${coins.symbol} goes back`),
};

/** The promise in words; a breach is said as plainly as the promise was. */
function promiseWords({ order, promise, doneIfPaid }: ShownOrder): Said | null {
  if (promise.kind === 'send_by') {
    if (promise.late || !doneIfPaid)
      return { small: 'The time to pay ended', large: momentText(promise.at), late: true };
    const large = `${after.done_by(order)} by ${momentText(doneIfPaid)}`;
    return { small: `If your transfer reaches us by ${dayText(promise.at)}`, large };
  }
  if (!('at' in promise)) return null;
  if (!promise.late)
    return { small: 'What we promise', large: `${after[promise.kind](order)} by ${momentText(promise.at)}` };
  return { small: `We promised ${momentText(promise.at)}`, large: 'We are late. Nothing is lost.', late: true };
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
          <p className="t-xs ink-2">{words.small}</p>
          <p className="t-lg b">{words.large}</p>
        </div>
      )}
    </div>
  );
}
