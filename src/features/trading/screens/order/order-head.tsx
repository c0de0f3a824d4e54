import { Link } from 'react-router';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { momentText } from '../../../../ui/format.ts';
import { deedOf, promiseWords } from './promise-words.ts';
import type { ShownOrder } from './shown-order.ts';

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
          {deedOf(order)} <CoinsText coins={order.coins} />
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
