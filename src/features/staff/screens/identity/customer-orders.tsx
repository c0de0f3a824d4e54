import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/**
 * The orders that came with the page, and what stands behind them, asked for when somebody wants it. From then on what
 * was seen stays: a new order pushes one out of the record, and older ones go on where they began.
 */
function useOrders({ profile: { id: userId }, orders, moreOrders }: CustomerRecord) {
  const [begun, setBegun] = useState<Pick<CustomerRecord, 'orders' | 'moreOrders'> | null>(null);
  const query = useInfiniteQuery({
    ...api.identity.customerOrders.infiniteOptions({
      input: (before: string) => ({ userId, before }),
      initialPageParam: (begun ?? { moreOrders }).moreOrders ?? '',
      getNextPageParam: (last) => last.next,
    }),
    enabled: false,
  });
  const showMore = async () => {
    if (!begun) setBegun({ orders, moreOrders });
    const { error } = await query.fetchNextPage();
    if (error) toastRefusal(error);
  };
  const older = query.data?.pages.flatMap((page) => page.orders) ?? [];
  // By id, each once, as it came last.
  const seen = new Map([...orders, ...(begun?.orders ?? []), ...older].toReversed().map((each) => [each.id, each]));
  return {
    shown: [...seen.values()].toReversed(),
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
export const CustomerOrders = ({ record }: { record: CustomerRecord }) => (
  <Orders key={record.profile.id} record={record} />
);

function Orders({ record }: { record: CustomerRecord }) {
  const { shown: orders, more, busy, showMore } = useOrders(record);
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
