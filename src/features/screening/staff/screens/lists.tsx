import { useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useServerNow, useUrlState } from '../../../../ui/admin/use-list.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { hitStates } from '../../filters.ts';
import type { ListsView, SourceView } from '../../views.ts';
import '../../../../ui/admin/admin-page.css';
import './lists.css';
import { Link } from 'react-router';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatColumnMoney } from '../../../../ui/money-text.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { numberColumn, TableHead } from '../../../../ui/table-head.tsx';
import { readReason } from '../../../trading/order/reasons.ts';
import { Hits } from './hits.tsx';
import { ListImport } from './list-import.tsx';
import { ListSource } from './list-source.tsx';
import { getSourceLabel, providerLabels } from './list-words.ts';

/** Orders on hold, which cannot be paid out (decision A4). */
function HeldOrders() {
  const query = useQuery(api.desk.queue.queryOptions({ input: { filter: 'held' } }));
  const lines = query.data?.lines;
  return (
    <section aria-labelledby="held">
      <h2 className="part" id="held">
        Held orders <span className="ink-3 num">{query.data?.counts.held}</span>
      </h2>
      {lines && lines.length > 0 && (
        <table className="sheet-table folds held-orders num">
          <caption className="sr">Held orders</caption>
          <TableHead columns={['Order', 'Customer', numberColumn('J$'), 'Since', 'Why']} />
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <Link className="link" to={`/admin/orders/${line.id}`}>
                    {line.reference}
                  </Link>
                </th>
                <td>{line.customer}</td>
                <td className="r">{formatColumnMoney(line.gross.minor)}</td>
                <td>{formatDateTime(line.waitingSince)}</td>
                <td>{(line.holdReason && readReason('hold', line.holdReason)?.staff) ?? 'Held by compliance.'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines?.length === 0 && <p className="ink-2">No held orders</p>}
      {!lines && !query.error && <Skeleton lines={[90, 90]} />}
      {!lines && query.error && (
        <FailedState text="We couldn't load the orders." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </section>
  );
}

export const meta = () => adminMeta('Lists');

const isUsed = ({ needed, inForce, versions }: SourceView): boolean =>
  needed || inForce !== null || versions.length > 0;

export default function ListsScreen() {
  const { params, set } = useUrlState();
  const state = hitStates.find((each) => each === params.get('hits')) ?? 'open';
  const lists = useQuery(api.screening.lists.queryOptions());
  const now = useServerNow(undefined, 0);
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>Lists</h1>
        {lists.data ? <ListStates lists={lists.data} /> : !lists.error && <Skeleton label="Loading" lines={[50]} />}
      </header>
      <Hits state={state} onState={(next) => set({ hits: next === 'open' ? '' : next })} />
      <HeldOrders />
      <PageSection id="sources" title="Sanctions lists">
        {lists.data ? (
          <>
            {lists.data.sources.filter(isUsed).map((source) => (
              <ListSource key={source.source} source={source} now={now} />
            ))}
            <Unused lists={lists.data} />
          </>
        ) : (
          <QueryPlaceholder query={lists} text="We couldn't load the lists." lines={[40, 90, 40, 90]} />
        )}
      </PageSection>
      <ListImport today={jamaicaDay(now)} waiting={lists.data?.waiting ?? null} />
    </div>
  );
}

/** Screening status: while a required list is stale, no order can be cleared (decision A4). */
function ListStates({ lists: { sources, providers } }: { lists: ListsView }) {
  const needed = sources.filter((source) => source.needed);
  const down = needed.filter(({ state }) => state !== 'fresh').map(({ name }) => name);
  const providersDown = providers.filter(({ state }) => state === 'down').map(({ name }) => name);
  if (needed.length === 0)
    return <Notice kind="bad">Every new order is held until a sanctions list is marked as required.</Notice>;
  if (down.length + providersDown.length === 0)
    return <p className="ink-2">All required lists are up to date. Wallets and names are screened.</p>;
  return (
    <Notice kind="bad">
      <b>Screening is down.</b> Unavailable: {[...down, ...providersDown].join(', ')}. New orders are held and can't be
      paid out until screening works again.
    </Notice>
  );
}

const Unused = ({ lists: { sources, providers } }: { lists: ListsView }) => (
  <ul className="rows">
    {sources
      .filter((source) => !isUsed(source))
      .map((source) => (
        <li key={source.source}>
          <b>{source.name}</b>
          <span className="ink-2">Never imported, not required.</span>
          <Badge kind={getSourceLabel(source).kind}>{getSourceLabel(source).text}</Badge>
        </li>
      ))}
    {providers.map(({ name, state }) => (
      <li key={name}>
        <b>{name}</b>
        <span className="ink-2">{state === 'off' ? 'External provider, switched off.' : 'External provider.'}</span>
        <Badge kind={providerLabels[state].kind}>{providerLabels[state].text}</Badge>
      </li>
    ))}
  </ul>
);
