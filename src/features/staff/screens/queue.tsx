import { useMemo } from 'react';
import { Navigate } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { AdminList } from '../../../ui/admin/list.tsx';
import { useServerNow } from '../../../ui/admin/use-list.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { orderActs } from '../../trading/acts.ts';
import { getMainQueueShortcuts, getQueueShortcuts } from './orders/order-shortcuts.ts';
import { PausedPrices } from './orders/paused-prices.tsx';
import { QueueBar } from './orders/queue-bar.tsx';
import { queueColumns } from './orders/queue-columns.tsx';
import { useQueue, useQueueUrlState } from './orders/use-queue.ts';

/** Loaded when an order is first selected, as address validation is large. */
const OrderPanel = lazyPart(() => import('./orders/order-panel.tsx').then((parts) => parts.OrderPanel));

export const meta = () => adminMeta('Queue');

/** Staff without order access go to the workshops. */
export default function QueueScreen() {
  const { roles } = useStaffUser();
  return roleAllows(orderActs.viewStaffSide, roles) ? <Queue /> : <Navigate to="/admin/workshops" replace />;
}

/** Orders that wait for staff (decision C1) [001 §2]. */
function Queue() {
  const person = useStaffUser();
  const { filter, search, set } = useQueueUrlState();
  const { lines, first, dataUpdatedAt, ...queue } = useQueue(filter, search);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const lateBefore = first?.lateBefore ?? now;
  return (
    <AdminList
      query={queue}
      rows={lines}
      columns={useMemo(() => queueColumns(now, lateBefore), [now, lateBefore])}
      urlParam="order"
      open="/admin/orders"
      renderPanel={(id) => <OrderPanel key={id} orderId={id} />}
      renderBar={(field) => (
        <>
          <QueueBar
            filter={filter}
            search={search}
            counts={first?.counts}
            asked={dataUpdatedAt}
            field={field}
            onFilter={(key) => set({ filter: key === 'all' ? '' : key })}
            onSearch={(text) => set({ search: text })}
          />
          <h1 className="sr">Queue</h1>
          <PausedPrices person={person} />
        </>
      )}
      total={search === '' ? first?.counts[filter] : undefined}
      errorText="Couldn't load the queue."
      empty={
        search === ''
          ? { title: 'The queue is empty', text: 'New orders show up automatically.' }
          : { title: 'No matching orders' }
      }
      shortcuts={getMainQueueShortcuts(person.roles)}
      allShortcuts={getQueueShortcuts(person.roles)}
    />
  );
}
