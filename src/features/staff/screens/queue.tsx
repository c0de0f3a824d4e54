import { type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type DeskPerson, deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { useChoice, useSelection, useServerNow, useSteady, useWide } from '../../../ui/desk/use-list.ts';
import { orderKeys, orderKeysMostUsed } from './desk/order-keys.ts';
import { OrderPanel } from './desk/order-panel.tsx';
import { PausedPrices } from './desk/paused-prices.tsx';
import { QueueBar } from './desk/queue-bar.tsx';
import { QueueTable } from './desk/queue-table.tsx';
import { useQueue, useQueuePlace } from './desk/use-queue.ts';

export const meta = () => deskMeta('Queue');

/** The queue of orders that wait for staff; on a wide screen with the chosen order beside it. */
export default function QueueScreen() {
  const person = useDeskPerson();
  return <Queue person={person} />;
}

function Queue({ person }: { person: DeskPerson }) {
  const { filter, search, selected, set } = useQueuePlace();
  const { lines, first, dataUpdatedAt, ...queue } = useQueue(filter, search);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const wide = useWide();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const { chosen, choose } = useSelection(selected, (id) => set({ order: id }));
  const openAlone = (id: string) => void navigate(`/admin/orders/${id}`);
  const { down, up } = useChoice(
    lines.map(({ id }) => id),
    chosen,
    choose,
  );
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => openAlone(chosen),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
  });
  const onChoose = useSteady((event: MouseEvent, id: string) => {
    // A new tab stays a new tab; where there is no room beside the queue, the order has its own page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (wide) choose(id);
    else openAlone(id);
  });
  const empty = search === '' ? 'Nothing waits here' : 'No order in the queue matches';
  return (
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
      <div className={wide && selected ? 'split' : 'split one'}>
        <ListBody
          asked={queue}
          shown={first ? lines.length : null}
          total={search === '' ? first?.counts[filter] : undefined}
          failed="The queue could not be read."
          empty={{ title: empty, text: search === '' ? 'New work shows up here by itself.' : undefined }}
          names={orderKeysMostUsed}
          onKeys={() => setHelp(true)}
        >
          {first && (
            <QueueTable lines={lines} selected={chosen} now={now} lateBefore={first.lateBefore} onChoose={onChoose} />
          )}
        </ListBody>
        {wide && selected && <OrderPanel key={selected} orderId={selected} />}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={orderKeys} />
    </>
  );
}
