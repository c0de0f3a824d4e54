import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDay } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { numberColumn, TableHead } from '../../../../ui/table-head.tsx';
import type { RuleSet } from '../../../risk/rule-set.ts';
import type { BacktestOrder, Backtest as BacktestResult } from '../../../risk/views.ts';
import { formatFigure } from './rule-table.tsx';

export const emptyBacktest: BacktestResult = {
  orders: 0,
  stoppedBefore: 0,
  stoppedAfter: 0,
  alertedBefore: 0,
  alertedAfter: 0,
  changed: [],
  next: null,
};

export const addPage = (sum: BacktestResult, page: BacktestResult): BacktestResult => ({
  orders: sum.orders + page.orders,
  stoppedBefore: sum.stoppedBefore + page.stoppedBefore,
  stoppedAfter: sum.stoppedAfter + page.stoppedAfter,
  alertedBefore: sum.alertedBefore + page.alertedBefore,
  alertedAfter: sum.alertedAfter + page.alertedAfter,
  changed: [...sum.changed, ...page.changed],
  next: page.next,
});

type Change = { readonly kind: BadgeKind; readonly text: string; readonly rank: number };

/** Returns the most severe change of one past order. Rank 0 is the most severe. */
export function changeOf({ before, after }: Pick<BacktestOrder, 'before' | 'after'>): Change {
  if (after.stopped && !before.stopped) return { kind: 'rejected', text: 'Would be stopped', rank: 0 };
  if (before.stopped && !after.stopped) return { kind: 'approved', text: 'No longer stopped', rank: 1 };
  if (after.alerted && !before.alerted) return { kind: 'pending', text: 'New alert', rank: 2 };
  if (before.alerted && !after.alerted) return { kind: 'note', text: 'No alert any more', rank: 3 };
  return { kind: 'other', text: 'Different score', rank: 4 };
}

/** Sorts orders by severity of the change, then newest first. */
export const mostSevereFirst = (orders: readonly BacktestOrder[]): BacktestOrder[] =>
  [...orders].sort((a, b) => changeOf(a).rank - changeOf(b).rank || b.at.getTime() - a.at.getTime());

export const stoppedSentence = ({ orders, stoppedBefore, stoppedAfter }: BacktestResult): string =>
  orders === 0
    ? 'There are no past orders yet.'
    : `These rules would have stopped ${stoppedAfter} of ${orders} past orders. Actually stopped: ${stoppedBefore}.`;

type BacktestState =
  | { readonly at: 'none' }
  | { readonly at: 'busy' | 'done'; readonly result: BacktestResult }
  | { readonly at: 'failed'; readonly error: unknown };

/** Tests rules on all past orders, page by page. A new run or an unmount cancels the previous run. */
function useBacktest() {
  const [state, setState] = useState<BacktestState>({ at: 'none' });
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);
  const start = async (ruleSet: RuleSet) => {
    const current = ++run.current;
    let result = emptyBacktest;
    setState({ at: 'busy', result });
    try {
      do {
        result = addPage(result, await call.risk.backtest({ ruleSet, before: result.next }));
        if (current !== run.current) return;
        setState({ at: result.next === null ? 'done' : 'busy', result });
      } while (result.next !== null);
    } catch (error) {
      if (current === run.current) setState({ at: 'failed', error });
    }
  };
  return { state, start };
}

const Order = ({ order }: { order: BacktestOrder }) => {
  const { kind, text } = changeOf(order);
  return (
    <tr>
      <td className="ref">
        {order.orderId ? (
          <Link className="link" to={`/admin/orders/${order.orderId}`}>
            {order.reference ?? 'Order'}
          </Link>
        ) : (
          <span className="ink-3">Refused</span>
        )}
      </td>
      <td>
        <Link className="link quiet" to={`/admin/customers/${order.userId}`}>
          {order.customer}
        </Link>
        <small className="below num">{formatDay(order.at, { year: true })}</small>
      </td>
      <td className="r">{formatFigure(order.amount)}</td>
      <td className="r">
        <s className="ink-3">{order.before.score}</s> <b>{order.after.score}</b>
      </td>
      <td>
        <Badge kind={kind}>{text}</Badge>
      </td>
    </tr>
  );
};

const pageSize = 50;

function Orders({ orders }: { orders: readonly BacktestOrder[] }) {
  const [limit, setLimit] = useState(pageSize);
  const shown = mostSevereFirst(orders).slice(0, limit);
  return (
    <>
      <table className="sheet-table folds tried num">
        <caption className="sr">Past orders with a different result</caption>
        <TableHead columns={['Order', 'Customer', numberColumn('J$'), numberColumn('Score'), 'What changes']} />
        <tbody>
          {shown.map((order) => (
            <Order key={order.assessmentId} order={order} />
          ))}
        </tbody>
      </table>
      <Pager
        shownCount={shown.length}
        total={orders.length}
        hasMore={shown.length < orders.length}
        busy={false}
        onMore={() => setLimit(limit + pageSize)}
      />
    </>
  );
}

function Result({ result, busy }: { result: BacktestResult; busy: boolean }) {
  const { orders, alertedBefore, alertedAfter, changed } = result;
  return (
    <div className="stack-s">
      <p role="status">
        {busy ? (
          <>
            <span className="spin" aria-hidden="true" /> {formatPlural(orders, 'order', 'orders')} scored so far
          </>
        ) : (
          <b>{stoppedSentence(result)}</b>
        )}
      </p>
      {orders > 0 && (
        <p className="num">
          Alerts: {alertedAfter} (originally {alertedBefore}). Different results: {changed.length} of {orders}.
        </p>
      )}
      {changed.length > 0 && <Orders orders={changed} />}
    </div>
  );
}

/** Backtest button and result. `ruleSet` is null while the form has errors. Change `key` to discard an old result. */
export function Backtest({ ruleSet }: { ruleSet: RuleSet | null }) {
  const { state, start } = useBacktest();
  return (
    <section className="trial stack-s" aria-label="Past orders">
      <div className="row wraps">
        <Button
          variant="line"
          disabled={ruleSet === null}
          busy={state.at === 'busy'}
          onClick={() => ruleSet && void start(ruleSet)}
        >
          Test on past orders
        </Button>
      </div>
      {state.at === 'failed' && (
        <FailedState
          text="We couldn't score the past orders."
          error={state.error}
          onRetry={() => ruleSet && void start(ruleSet)}
        />
      )}
      {(state.at === 'busy' || state.at === 'done') && <Result result={state.result} busy={state.at === 'busy'} />}
    </section>
  );
}
