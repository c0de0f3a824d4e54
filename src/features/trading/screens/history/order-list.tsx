import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { NextPage } from '../../../../ui/pager.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { tradingNotices } from '../../messages.ts';
import { orderRemarks } from '../../own-messages.ts';
import type { HistoryFilter } from './filter.ts';

type Line = Awaited<ReturnType<typeof call.trading.list>>['orders'][number];

const did = { buy: 'Buy', sell: 'Sell' };

function remark({ status, payIn, lapsed, side, chooseUntil }: Line): string | null {
  if (lapsed && payIn === 'awaiting') return orderRemarks.lapsed;
  if (status === 'pending' && chooseUntil) return orderRemarks.choose;
  if (status === 'pending' && payIn === 'awaiting') return orderRemarks[side === 'buy' ? 'pay' : 'prove'];
  if ((status === 'cancelled' || status === 'failed') && payIn === 'returned') return orderRemarks.returned;
  if ((status === 'cancelled' || status === 'failed') && payIn === 'received') return orderRemarks.to_return;
  return null;
}

function OrderItem({ line }: { line: Line }) {
  const note = remark(line);
  return (
    <li>
      <div>
        <Link className="link b" to={`/orders/${line.id}`}>
          {did[line.side]} <CoinsText coins={line.coins} />
        </Link>
      </div>
      <MoneyText money={line.fiat} />
      <div className="sub">
        {line.reference}, {momentText(line.placedAt, { year: true })}
        {note && <> · {note}</>}
      </div>
      <div className="end">
        <StatusBadge status={line.status} />
        <Link className="link t-xs" to={`/transactions/${line.id}/receipt`}>
          Receipt<span className="sr"> for order {line.reference}</span>
        </Link>
      </div>
    </li>
  );
}

type ListProps = { filter: HistoryFilter; onClear: () => void };

/**
 * The list of Recent Transactions by its filter, newest first, and what it says while there are none [001 §2
 * Transaction History page].
 */
export function OrderList({ filter, onClear }: ListProps) {
  const asked = useInfiniteQuery(
    api.trading.list.infiniteOptions({
      input: (before: string | null) => ({ ...filter, before }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (asked.isPending) return <Skeleton label="Loading your transactions" lines={[62, 100, 88, 96, 80]} />;
  if (asked.isError && !asked.data)
    return <FailedState text={tradingNotices.historyFailed.text} error={asked.error} onRetry={() => asked.refetch()} />;
  const lines = asked.data.pages.flatMap(({ orders }) => orders);
  const filtered = filter.status !== 'all' || filter.type !== 'all';
  if (lines.length === 0 && filtered)
    return (
      <EmptyState
        title="No transactions match this filter."
        act={
          <button type="button" className="btn line" onClick={onClear}>
            Show all
          </button>
        }
      />
    );
  if (lines.length === 0)
    return (
      <EmptyState
        title="You haven't created any transactions yet."
        act={<ButtonLink to="/trading">Buy or sell crypto</ButtonLink>}
      />
    );
  return (
    <>
      <ul className="moves orders">
        {lines.map((line) => (
          <OrderItem key={line.id} line={line} />
        ))}
      </ul>
      <NextPage asked={asked} shown={lines.length} />
    </>
  );
}
