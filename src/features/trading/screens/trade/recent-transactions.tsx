import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { tradingNotices } from '../../messages.ts';
import type { OrderLine } from './shapes.ts';

const shownLines = 5;

const Line = ({ order }: { order: OrderLine }) => (
  <li>
    <Link className="b" to={`/orders/${order.id}`}>
      {order.side === 'buy' ? 'Buy' : 'Sell'} {order.coins.symbol}
    </Link>
    <MoneyText money={order.fiat} />
    <span className="sub">
      {momentText(order.placedAt)} · {order.reference} · <CoinsText coins={order.coins} trim plain />
    </span>
    <StatusBadge status={order.status} />
  </li>
);

/** The recent transactions card: the last five orders, with the way to all of them [001 §2 Trading page]. */
export function RecentTransactions({ list }: { list: UseQueryResult<{ orders: OrderLine[] }> }) {
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
