import { useMemo } from 'react';
import { Navigate } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { useServerNow } from '../../../ui/desk/use-list.ts';
import { later } from '../../../ui/later.tsx';
import { orderActs } from '../../trading/acts.ts';
import { orderKeys, orderKeysMostUsed } from './desk/order-keys.ts';
import { PausedPrices } from './desk/paused-prices.tsx';
import { QueueBar } from './desk/queue-bar.tsx';
import { queueColumns } from './desk/queue-columns.tsx';
import { useQueue, useQueuePlace } from './desk/use-queue.ts';

/** With the rules of addresses: fetched with the first order that is chosen. */
const OrderPanel = later(() => import('./desk/order-panel.tsx').then((parts) => parts.OrderPanel));

export const meta = () => deskMeta('Queue');

/** Whoever works here without orders finds their own place instead. */
export default function QueueScreen() {
  const { roles } = useDeskPerson();
  return isFor(orderActs.viewStaffSide, roles) ? <Queue /> : <Navigate to="/admin/workshops" replace />;
}

/**
 * /admin: the queue of orders that wait for staff (decision C1) [001 §2]; on a wide screen with the chosen order beside
 * it.
 */
function Queue() {
  const person = useDeskPerson();
  const { filter, search, set } = useQueuePlace();
  const { lines, first, dataUpdatedAt, ...queue } = useQueue(filter, search);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const lateBefore = first?.lateBefore ?? now;
  return (
    <DeskList
      asked={queue}
      lines={lines}
      columns={useMemo(() => queueColumns(now, lateBefore), [now, lateBefore])}
      as="order"
      open="/admin/orders"
      beside={(id) => <OrderPanel key={id} orderId={id} />}
      bar={(field) => (
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
      failed="The queue could not be read."
      empty={
        search === ''
          ? { title: 'Nothing waits here', text: 'New work shows up here by itself.' }
          : { title: 'No order in the queue matches' }
      }
      keys={orderKeysMostUsed(person.roles)}
      allKeys={orderKeys(person.roles)}
    />
  );
}
