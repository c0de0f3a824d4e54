import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { call } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { dayText } from '../../../../ui/format.ts';
import { Pager } from '../../../../ui/pager.tsx';
import { figures, TableHead } from '../../../../ui/table-head.tsx';
import type { Trial, TriedOrder } from '../../../risk/views.ts';
import { figureText } from './rule-words.ts';
import { gravestFirst, joined, nothingTried, stoppedSentence, verdictOf } from './trial.ts';

export type TrialState =
  | { readonly at: 'none' }
  | { readonly at: 'busy' | 'done'; readonly trial: Trial; readonly revision: number }
  | { readonly at: 'failed'; readonly error: unknown; readonly revision: number };

/** Tries a saved draft over every past order, a page at a time, and tells how far it is. */
export function useTrial() {
  const [state, setState] = useState<TrialState>({ at: 'none' });
  const run = useRef(0);
  useEffect(() => () => void run.current++, []);
  const start = async (id: string, revision: number) => {
    const mine = ++run.current;
    let trial = nothingTried;
    setState({ at: 'busy', trial, revision });
    try {
      do {
        trial = joined(trial, await call.risk.tryDraft({ id, before: trial.next }));
        if (mine !== run.current) return;
        setState({ at: trial.next === null ? 'done' : 'busy', trial, revision });
      } while (trial.next !== null);
    } catch (error) {
      if (mine === run.current) setState({ at: 'failed', error, revision });
    }
  };
  return { state, start };
}

const Order = ({ order }: { order: TriedOrder }) => {
  const { kind, text } = verdictOf(order);
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
        <small className="below num">{dayText(order.at, { year: true })}</small>
      </td>
      <td className="r">{figureText(order.amount)}</td>
      <td className="r">
        <s className="ink-3">{order.before.score}</s> <b>{order.after.score}</b>
      </td>
      <td>
        <Badge kind={kind}>{text}</Badge>
      </td>
    </tr>
  );
};

const shownAtOnce = 50;

function Orders({ orders }: { orders: readonly TriedOrder[] }) {
  const [shown, setShown] = useState(shownAtOnce);
  const first = gravestFirst(orders).slice(0, shown);
  return (
    <>
      <table className="sheet-table folds tried num">
        <caption className="sr">Past orders that the draft judges otherwise</caption>
        <TableHead columns={['Order', 'Customer', figures('J$'), figures('Score'), 'What changes']} />
        <tbody>
          {first.map((order) => (
            <Order key={order.assessmentId} order={order} />
          ))}
        </tbody>
      </table>
      <Pager
        shown={first.length}
        total={orders.length}
        more={first.length < orders.length}
        busy={false}
        onMore={() => setShown(shown + shownAtOnce)}
      />
    </>
  );
}

const Counts = ({ trial }: { trial: Trial }) => (
  <dl className="tallies num">
    {(
      [
        ['Stopped', trial.stoppedBefore, trial.stoppedAfter],
        ['Alerts', trial.alertedBefore, trial.alertedAfter],
      ] as const
    ).map(([name, before, after]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {before !== after && (
            <>
              <s className="ink-3">{before}</s>{' '}
            </>
          )}
          <b>{after}</b>
        </dd>
      </div>
    ))}
    <div>
      <dt>Judged otherwise</dt>
      <dd>
        <b>{trial.these.length}</b> of {trial.looked}
      </dd>
    </div>
  </dl>
);

type PanelProps = { state: TrialState; revision: number; unsaved: boolean; onAgain: () => void };

/** What the draft would have made of the past: how many it stops, and which. */
export function TrialPanel({ state, revision, unsaved, onAgain }: PanelProps) {
  if (state.at === 'none') return null;
  return (
    <section className="trial" aria-labelledby="trial">
      <h2 className="part" id="trial">
        Over past orders
      </h2>
      {state.at === 'failed' ? (
        <FailedState text="The past orders could not be judged." error={state.error} onRetry={onAgain} />
      ) : (
        <div className="stack-s">
          <p role="status">
            {state.at === 'busy' ? (
              <>
                <span className="spin" aria-hidden="true" /> {state.trial.looked} orders judged so far
              </>
            ) : (
              <b>{stoppedSentence(state.trial)}</b>
            )}
          </p>
          {(unsaved || state.revision !== revision) && (
            <p className="ink-2">This is the draft as it was saved before. Try it again for what stands now.</p>
          )}
          {state.trial.looked > 0 && <Counts trial={state.trial} />}
          {state.trial.these.length > 0 && <Orders orders={state.trial.these} />}
          {state.at === 'done' && state.trial.looked > 0 && state.trial.these.length === 0 && (
            <p className="ink-2">Every past order keeps its score.</p>
          )}
        </div>
      )}
    </section>
  );
}
