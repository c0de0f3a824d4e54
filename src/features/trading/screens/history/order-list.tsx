import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { orderRemarks } from '../../customer-messages.ts';
import { tradingNotices } from '../../messages.ts';
import type { HistoryFilter } from './filter.ts';

type ListedOrder = Awaited<ReturnType<typeof call.trading.list>>['orders'][number];

const sideLabels = { buy: 'Buy', sell: 'Sell' };

function getRemark({ status, payIn, lapsed, side, chooseUntil }: ListedOrder): string | null {
  if (lapsed && payIn === 'awaiting') return orderRemarks.lapsed;
  if (status === 'pending' && chooseUntil) return orderRemarks.choose;
  if (status === 'pending' && payIn === 'awaiting') return orderRemarks[side === 'buy' ? 'pay' : 'prove'];
  if ((status === 'cancelled' || status === 'failed') && payIn === 'returned') return orderRemarks.returned;
  if ((status === 'cancelled' || status === 'failed') && payIn === 'received') return orderRemarks.to_return;
  return null;
}

function OrderItem({ order }: { order: ListedOrder }) {
  const note = getRemark(order);
  return (
    <li>
      <div>
        <Link className="link b" to={`/orders/${order.id}`}>
          {sideLabels[order.side]} <CoinsText coins={order.coins} />
        </Link>
      </div>
      <MoneyText money={order.fiat} />
      <div className="sub">
        {order.reference}, {formatDateTime(order.placedAt, { year: true })}
        {note && <> · {note}</>}
      </div>
      <div className="end">
        <StatusBadge status={order.status} />
        <Link className="link t-xs" to={`/transactions/${order.id}/receipt`}>
          Receipt<span className="sr"> for order {order.reference}</span>
        </Link>
      </div>
    </li>
  );
}

type ListProps = { filter: HistoryFilter; onClear: () => void };

/** Filtered orders, newest first [001 §2 Transaction History page]. */
export function OrderList({ filter, onClear }: ListProps) {
  const query = useInfiniteQuery(
    api.trading.list.infiniteOptions({
      input: (before: string | null) => ({ ...filter, before }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (query.isPending) return <Skeleton label="Loading your transactions" lines={[62, 100, 88, 96, 80]} />;
  if (query.isError && !query.data)
    return <FailedState text={tradingNotices.historyFailed.text} error={query.error} onRetry={() => query.refetch()} />;
  const orders = query.data.pages.flatMap(({ orders }) => orders);
  const filtered = filter.status !== 'all' || filter.type !== 'all';
  if (orders.length === 0 && filtered)
    return (
      <EmptyState
        title="No transactions match this filter."
        action={
          <button type="button" className="btn line" onClick={onClear}>
            Show all
          </button>
        }
      />
    );
  if (orders.length === 0)
    return (
      <EmptyState
        title="You haven't created any transactions yet."
        action={<ButtonLink to="/trading">Buy or sell crypto</ButtonLink>}
      />
    );
  return (
    <>
      <ul className="moves orders">
        {orders.map((order) => (
          <OrderItem key={order.id} order={order} />
        ))}
      </ul>
      <NextPage query={query} shownCount={orders.length} />
    </>
  );
}
