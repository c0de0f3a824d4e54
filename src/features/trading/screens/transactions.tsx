import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { formatStatus } from '../../../ui/format.ts';
import { groupThousands } from '../../../ui/number-format.ts';
import { NextPage } from '../../../ui/pager.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState, QueryPlaceholder } from '../../../ui/states.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptList } from '../../payments/screens/receipt-list.tsx';
import { tradingNotices } from '../customer-messages.ts';
import { parsePeriod } from '../documents/history-csv-period.ts';
import { historyCsvMessages } from '../history-csv-messages.ts';
import { type HistoryFilter, readFilter, statusChoices, typeChoices, withFilter } from './history/filter.ts';
import { OrderItem } from './history/order-item.tsx';

type ListProps = { filter: HistoryFilter; onClear: () => void };

/** Filtered orders, newest first [001 §2 Transaction History page]. */
function OrderList({ filter, onClear }: ListProps) {
  const query = useInfiniteQuery(
    api.trading.list.infiniteOptions({
      input: (before: string | null) => ({ ...filter, before }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const open = useQuery(api.trading.open.queryOptions()).data;
  if (query.isPending) return <Skeleton label="Loading your transactions" lines={[62, 100, 88, 96, 80]} />;
  if (query.isError && !query.data)
    return <FailedState text={tradingNotices.historyFailed.text} error={query.error} onRetry={() => query.refetch()} />;
  const orders = query.data.pages.flatMap(({ orders }) => orders);
  const filtered = filter.status !== 'all' || filter.type !== 'all';
  if (orders.length === 0 && filtered)
    return (
      <EmptyState
        title="No transactions match this filter."
        action={
          <button type="button" className="btn line" onClick={onClear}>
            Show all
          </button>
        }
      />
    );
  if (orders.length === 0)
    return (
      <EmptyState
        title="You haven't created any transactions yet."
        action={<ButtonLink to="/trading">Buy or sell crypto</ButtonLink>}
      />
    );
  return (
    <>
      <ul className="moves orders">
        {orders.map((order) => (
          <OrderItem key={order.id} order={order} outlook={open?.find(({ id }) => id === order.id)} />
        ))}
      </ul>
      <NextPage query={query} shownCount={orders.length} />
    </>
  );
}

function ExportCsv() {
  const [today] = useState(() => jamaicaDay(serverNow()));
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [until, setUntil] = useState(today);
  const period = parsePeriod(from, until);
  const fault = typeof period === 'string' ? period : null;
  const periodError = fault && fault !== 'trading.csv_dates' ? historyCsvMessages[fault].text : undefined;
  return (
    <section className="sheet export">
      <h2>Download CSV</h2>
      <p className="ink-2 under">
        Up to 366 days of transactions in J$ and US$, at the rates on the day. Useful for your tax return.
      </p>
      <div className="pair">
        <Field
          id="csv-from"
          type="date"
          label="From"
          value={from}
          max={until}
          error={from === '' ? 'Choose a start date' : periodError}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          id="csv-until"
          type="date"
          label="To (inclusive)"
          value={until}
          error={until === '' ? 'Choose an end date' : undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      {fault ? (
        <p className="t-xs ink-2 under">Choose valid dates to download the file.</p>
      ) : (
        <a
          className={buttonClass({ variant: 'line' })}
          href={`/api/transactions.csv?from=${from}&until=${until}`}
          download
        >
          Download
        </a>
      )}
    </section>
  );
}

function YearStatement() {
  const query = useQuery(api.trading.statementYears.queryOptions());
  const years = query.data?.years ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const year = chosen ?? String(years[0]);
  return (
    <section className="sheet export" aria-labelledby="year-statement">
      <h2 id="year-statement">Year statement</h2>
      <p className="ink-2 under">
        A PDF of the orders you completed in a year, in J$ and US$. It has a code, so that a bank or tax office can
        check it.
      </p>
      {!query.data && <QueryPlaceholder query={query} text="We couldn't load your years." lines={[100]} />}
      {query.data && years.length === 0 && (
        <p className="t-xs ink-2 under">You can download one once you've completed an order.</p>
      )}
      {years.length > 0 && (
        <>
          <div className="pair">
            <SelectField
              id="statement-year"
              label="Year"
              value={year}
              options={years.map((value) => ({ value: String(value), name: String(value) }))}
              onChange={({ target }) => setChosen(target.value)}
            />
          </div>
          <a className={buttonClass({ variant: 'line' })} href={`/api/year-statements/${year}.pdf`} download>
            Save as PDF
          </a>
        </>
      )}
    </section>
  );
}

/** [001 §2 Transaction History page] */
function Counts() {
  const { data } = useQuery(api.trading.counts.queryOptions());
  const figures = [
    { name: 'Total', note: 'All transactions', count: data?.total },
    { name: 'Completed', note: 'Paid out', count: data?.completed },
    { name: 'Pending', note: 'Pending and processing', count: data?.pending },
  ];
  return (
    <dl className="counts">
      {figures.map(({ name, note, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{count === undefined ? '–' : groupThousands(String(count))}</dd>
          <dd className="t-xs ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

export const meta = () => [{ title: 'Transaction History - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const optionsOf = (choices: readonly string[]) => choices.map((value) => ({ value, name: formatStatus(value) }));

function Refresh() {
  const queries = useQueryClient();
  const key = api.trading.key();
  const busy = useIsFetching({ queryKey: key }) > 0;
  const refresh = async () => {
    await Promise.all([key, api.payments.key()].map((queryKey) => queries.invalidateQueries({ queryKey })));
    const failed = queries.getQueryCache().findAll({ queryKey: key, type: 'active' });
    if (failed.some(({ state }) => state.status === 'error')) toastError(tradingNotices.historyFailed);
  };
  return (
    <Button variant="line" busy={busy} onClick={refresh}>
      {!busy && <RefreshCw className="ic" aria-hidden="true" />}
      Refresh
    </Button>
  );
}

function Filters({ filter, onChange }: { filter: HistoryFilter; onChange: (next: Partial<HistoryFilter>) => void }) {
  return (
    <div className="filters">
      <SelectField
        id="filter-status"
        label="Status"
        value={filter.status}
        options={optionsOf(statusChoices)}
        onChange={({ target }) => onChange({ status: target.value as HistoryFilter['status'] })}
      />
      <SelectField
        id="filter-type"
        label="Type"
        value={filter.type}
        options={optionsOf(typeChoices)}
        onChange={({ target }) => onChange({ type: target.value as HistoryFilter['type'] })}
      />
      <Refresh />
    </div>
  );
}

function History() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const changeFilter = (next: Partial<HistoryFilter>) =>
    setParams((now) => withFilter(now, next), { preventScrollReset: true, replace: true });
  return (
    <div className="wrap">
      <div className="head">
        <h1>Transaction History</h1>
        <p>Every order you've placed, with its status and receipt.</p>
      </div>
      <Counts />
      <div className="history">
        <section aria-labelledby="recent">
          <h2 id="recent" className="ruled">
            Recent Transactions
          </h2>
          <Filters filter={filter} onChange={changeFilter} />
          <OrderList filter={filter} onClear={() => changeFilter({ status: 'all', type: 'all' })} />
        </section>
        <aside className="stack">
          <ButtonLink variant="line" full to="/portfolio">
            See what your coins are worth
          </ButtonLink>
          <ReceiptList title="Subscription Receipts" payable="plan" none="No subscription receipts yet." />
          <ReceiptList title="Workshop Receipts" payable="workshop" none="No workshop receipts yet." />
          <ReceiptList title="Course Receipts" payable="course" none="No course receipts yet." />
          <ExportCsv />
          <YearStatement />
        </aside>
      </div>
    </div>
  );
}

/** /transactions [001 §2 Transaction History page]. */
export default function TransactionsScreen() {
  return useViewer().session === 'in' ? <History /> : <SignInRequired />;
}
