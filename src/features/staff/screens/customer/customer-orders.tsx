import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { Pager } from '../../../../ui/pager.tsx';
import type { CustomerRecord } from '../../../kyc/staff/screens/data.ts';

type Order = CustomerRecord['orders'][number];

/** Returns the first orders, then older pages on request. Listed orders stay when new orders arrive. */
function useOrders({ profile: { id: userId }, orders, moreOrders }: CustomerRecord) {
  const [firstPage, setFirstPage] = useState<Pick<CustomerRecord, 'orders' | 'moreOrders'> | null>(null);
  const query = useInfiniteQuery({
    ...api.identity.customerOrders.infiniteOptions({
      input: (before: string) => ({ userId, before }),
      initialPageParam: (firstPage ?? { moreOrders }).moreOrders ?? '',
      getNextPageParam: (last) => last.next,
    }),
    enabled: false,
  });
  const showMore = async () => {
    if (!firstPage) setFirstPage({ orders, moreOrders });
    const { error } = await query.fetchNextPage();
    if (error) toastRefusal(error);
  };
  const older = query.data?.pages.flatMap((page) => page.orders) ?? [];
  // Deduplicates by id: the latest version wins.
  const ordersById = new Map(
    [...orders, ...(firstPage?.orders ?? []), ...older].toReversed().map((each) => [each.id, each]),
  );
  return {
    shown: [...ordersById.values()].toReversed(),
    more: query.data ? query.hasNextPage : moreOrders !== null,
    busy: query.isFetching,
    showMore,
  };
}

const OrderItem = ({ order: { id, reference, side, status, symbol, grossJmd, placedAt } }: { order: Order }) => (
  <li>
    <Link className="link b" to={`/admin/orders/${id}`}>
      {reference}
    </Link>
    <span className="ink-2">
      {side === 'buy' ? 'Buy' : 'Sell'} {symbol}, J${groupThousands(grossJmd)},{' '}
      {formatDateTime(placedAt, { year: true })}
    </span>
    <StatusBadge status={status} />
  </li>
);

export const CustomerOrders = ({ record }: { record: CustomerRecord }) => (
  <Orders key={record.profile.id} record={record} />
);

function Orders({ record }: { record: CustomerRecord }) {
  const { shown: orders, more, busy, showMore } = useOrders(record);
  return (
    <PageSection id="orders" title="Orders">
      {orders.length === 0 && <p className="ink-2">No orders yet.</p>}
      {orders.length > 0 && (
        <ul className="lines num">
          {orders.map((order) => (
            <OrderItem key={order.id} order={order} />
          ))}
        </ul>
      )}
      {record.moreOrders !== null && (
        <Pager shownCount={orders.length} hasMore={more} busy={busy} onMore={() => void showMore()} />
      )}
    </PageSection>
  );
}
