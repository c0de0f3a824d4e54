import { Link } from 'react-router';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatPromise, orderSummary } from './order-promise.ts';
import type { ShownOrder } from './shown-order.ts';

export function OrderHead({ shown }: { shown: ShownOrder }) {
  const { order } = shown;
  const promise = formatPromise(shown);
  return (
    <div className="head split">
      <div>
        <Link className="link t-xs" to="/transactions">
          All transactions
        </Link>
        <h1 className="after-link">
          {orderSummary(order)} <CoinsText coins={order.coins} />
        </h1>
        <p className="num facts">
          <span>
            Order <b>{order.reference}</b>
          </span>
          <span>Placed {formatDateTime(order.placedAt)}</span>
          <Link className="link" to={`/transactions/${order.id}/receipt`}>
            View receipt
          </Link>
        </p>
      </div>
      {promise && (
        <div className={promise.late ? 'promise late' : 'promise'}>
          <p className="t-xs ink-2">{promise.title}</p>
          <p className="t-lg b">{promise.text}</p>
        </div>
      )}
    </div>
  );
}
