import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useMemo, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, type StaffUser, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { usePages, useServerNow, useUrlState } from '../../../../ui/admin/use-list.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { Field } from '../../../../ui/field.tsx';
import { formatAge, formatDateTime, formatTime, getAgeTint } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatColumnMoney } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { formatPrice } from '../../../../ui/price-format.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { pricePermissions } from '../../../prices/permissions.ts';
import { settingNotices } from '../../../settings/staff/screens/notices.ts';
import { nextAction } from '../../order/order.ts';
import { orderPermissions } from '../../permissions.ts';
import type { QueueFilter, QueueLine, QueuePage } from './data.ts';
import { actionLabels } from './labels.ts';
import { getMainQueueShortcuts, getQueueShortcuts } from './order-shortcuts.ts';
import { getStateLabel, sideLabels } from './state-labels.ts';

const queueFilters: readonly { key: QueueFilter; name: string }[] = [
  { key: 'all', name: 'All' },
  { key: 'late', name: 'Late' },
  { key: 'second', name: 'Needs a second person' },
  { key: 'held', name: 'Held' },
  { key: 'buy', name: 'Buys' },
  { key: 'sell', name: 'Sells' },
];

function useQueueUrlState() {
  const { params, search, set } = useUrlState();
  const filter = queueFilters.find(({ key }) => key === params.get('filter'))?.key ?? 'all';
  return { filter, search, set };
}

const useQueue = (filter: QueueFilter, search: string) =>
  usePages(api.desk.queue, (after) => ({ filter, search: search.slice(0, 80), after }));

type Jump = Awaited<ReturnType<typeof call.prices.jumps>>[number];

function AcceptForm({ symbol, jump: { priceUsd } }: Jump) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const accept = useMutation(
    api.prices.acceptJump.mutationOptions({
      onSuccess: () => toastSuccess(settingNotices.priceAccepted, { symbol }),
      onError: toastRefusal,
      onSettled: () => queries.invalidateQueries({ queryKey: api.prices.key() }),
    }),
  );
  return (
    <form
      className="accept"
      onSubmit={(event) => {
        event.preventDefault();
        if (!accept.isPending) accept.mutate({ symbol: symbol as 'BTC', seen: priceUsd, reason });
      }}
    >
      <Field
        id={`jump-${symbol}`}
        label="Why this price is correct"
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" variant="line" busy={accept.isPending}>
        Accept US${formatPrice(priceUsd)}
      </Button>
    </form>
  );
}

const formatJump = ({ priceUsd, jump }: Jump): string =>
  `Only ${jump.source} reports US$${formatPrice(jump.priceUsd)} since ${formatDateTime(jump.observedAt)}; the last price was ` +
  `US$${formatPrice(priceUsd)}. Trading resumes once a second source or a later reading confirms it.`;

/** Coins paused because one source alone reported a price jump. Finance can accept the price. */
function PausedPrices({ person }: { person: StaffUser }) {
  const { data, isPending } = useQuery(api.prices.jumps.queryOptions());
  // The skeleton keeps the queue below hidden, so that the layout doesn't shift.
  if (isPending) return <div className="skeleton" hidden />;
  if (!data?.length) return null;
  return (
    <section className="stack resting" aria-label="Paused prices">
      {data.map((each) => (
        <Notice key={each.symbol} kind="bad">
          <b>{each.symbol} is paused.</b> {formatJump(each)}
          {roleAllows(pricePermissions.acceptJump, person.roles) && <AcceptForm {...each} />}
        </Notice>
      ))}
    </section>
  );
}

function formatTask(line: QueueLine): string {
  const { side, coins, extras } = line;
  const action = nextAction(line, side);
  const next = action ? actionLabels[action] : extras > 0 ? 'Refund extra payment' : 'Review';
  return `${next}, ${sideLabels[side].toLowerCase()} ${formatWithUnit(formatCoins(coins, true), coins.symbol)}`;
}

function StateBadge({ line }: { line: QueueLine }) {
  const { kind, text } = getStateLabel(line);
  return <Badge kind={kind}>{text}</Badge>;
}

/** Longest wait first. The J$ column shows the payment of a buy or the payout of a sell. */
const queueColumns = (now: Date, lateBefore: Date): readonly Column<QueueLine>[] => [
  {
    name: 'Age',
    of: ({ waitingSince }) => (
      <span className={`age ${getAgeTint(waitingSince, lateBefore, now)}`}>{formatAge(waitingSince, now)}</span>
    ),
  },
  { name: 'Ref', className: 'ref', of: ({ id, reference }) => <Link to={`/admin/orders/${id}`}>{reference}</Link> },
  { name: 'Customer', of: ({ customer }) => customer },
  { name: 'Task', of: formatTask },
  {
    name: 'J$',
    right: true,
    className: 'b in-jmd',
    of: ({ side, gross, net }) => formatColumnMoney((side === 'buy' ? gross : net).minor),
  },
  { name: 'State', of: (line) => <StateBadge line={line} /> },
  { name: 'Prepared by', className: 'ink-2', of: ({ preparedBy }) => preparedBy },
];

type QueueBarProps = {
  filter: QueueFilter;
  search: string;
  counts: QueuePage['counts'] | undefined;
  asked: number;
  field: RefObject<HTMLInputElement | null>;
  onFilter: (filter: QueueFilter) => void;
  onSearch: (text: string) => void;
};

const QueueBar = ({ filter, search, counts, asked, field, onFilter, onSearch }: QueueBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search the queue"
      placeholder="Reference, name, amount"
      search={search}
      field={field}
      onSearch={onSearch}
    />
    {queueFilters.map(({ key, name }) => (
      <button key={key} type="button" className="chip" aria-pressed={key === filter} onClick={() => onFilter(key)}>
        {name} <span className="n">{counts?.[key] ?? ''}</span>
      </button>
    ))}
    <span className="ink-3 num only-wide live">
      Oldest first.{asked > 0 && ` Live, updated at ${formatTime(new Date(asked))}`}
    </span>
  </div>
);

/** Loaded when an order is first selected, as address validation is large. */
const OrderPanel = lazyPart(() => import('./order-panel.tsx').then((parts) => parts.OrderPanel));

export const meta = () => adminMeta('Queue');

/** Staff without order access go to the workshops. */
export default function QueueScreen() {
  const { roles } = useStaffUser();
  return roleAllows(orderPermissions.viewStaffSide, roles) ? <Queue /> : <Navigate to="/admin/workshops" replace />;
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
      errorText="We couldn't load the queue."
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
