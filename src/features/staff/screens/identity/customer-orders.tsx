import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { grouped } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import type { CustomerRecord } from './data.ts';

type Order = CustomerRecord['orders'][number];

/** What stands behind the orders that came with the page; asked for when somebody wants it. */
function useOlder({ profile: { id: userId }, moreOrders }: CustomerRecord) {
  const query = useInfiniteQuery({
    ...api.identity.customerOrders.infiniteOptions({
      input: (before: string) => ({ userId, before }),
      initialPageParam: moreOrders ?? '',
      getNextPageParam: (last) => last.next,
    }),
    enabled: false,
  });
  const showMore = async () => {
    const { error } = await query.fetchNextPage();
    if (error) toastRefusal(error);
  };
  return {
    older: query.data?.pages.flatMap(({ orders }) => orders) ?? [],
    more: query.data ? query.hasNextPage : moreOrders !== null,
    busy: query.isFetching,
    showMore,
  };
}

const Line = ({ order: { id, reference, side, status, symbol, grossJmd, placedAt } }: { order: Order }) => (
  <li>
    <Link className="link b" to={`/admin/orders/${id}`}>
      {reference}
    </Link>
    <span className="ink-2">
      {side === 'buy' ? 'Buy' : 'Sell'} {symbol}, J${grouped(grossJmd)}, {momentText(placedAt, { year: true })}
    </span>
    <StatusBadge status={status} />
  </li>
);

/** What somebody trades, newest first; each line leads to the order at the desk. */
export function CustomerOrders({ record }: { record: CustomerRecord }) {
  const { older, more, busy, showMore } = useOlder(record);
  const orders = [...record.orders, ...older];
  return (
    <Part id="orders" title="Orders">
      {orders.length === 0 && <p className="ink-2">No orders yet.</p>}
      {orders.length > 0 && (
        <ul className="lines num">
          {orders.map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
      {record.moreOrders !== null && (
        <Pager shown={orders.length} more={more} busy={busy} onMore={() => void showMore()} />
      )}
    </Part>
  );
}
