import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { tradingNotices } from '../../messages.ts';
import type { ListedOrder } from './shapes.ts';

const shownLines = 5;

const Line = ({ order }: { order: ListedOrder }) => (
  <li>
    <Link className="b" to={`/orders/${order.id}`}>
      {order.side === 'buy' ? 'Buy' : 'Sell'} {order.coins.symbol}
    </Link>
    <MoneyText money={order.fiat} />
    <span className="sub">
      {formatDateTime(order.placedAt)} · {order.reference} · <CoinsText coins={order.coins} trim plain />
    </span>
    <StatusBadge status={order.status} />
  </li>
);

/** [001 §2 Trading page] */
export function RecentTransactions({ list }: { list: UseQueryResult<{ orders: ListedOrder[] }> }) {
  const { data, error, refetch } = list;
  return (
    <section aria-labelledby="recent-title">
      <div className="row between side-head">
        <h2 className="t-lg" id="recent-title">
          Recent transactions
        </h2>
        <Link className="link t-xs" to="/transactions">
          All transactions
        </Link>
      </div>
      {!data && error && (
        <FailedState text={tradingNotices.historyFailed.text} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading your transactions" lines={[90, 70, 84]} />}
      {data?.orders.length === 0 && <p className="ink-2">You haven't created any transactions yet.</p>}
      {data && data.orders.length > 0 && (
        <ul className="moves">
          {data.orders.slice(0, shownLines).map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}
