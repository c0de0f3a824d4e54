import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { formatStatus } from '../../../ui/format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { ReceiptList } from '../../payments/screens/receipt-list.tsx';
import { tradingNotices } from '../messages.ts';
import { Counts } from './history/counts.tsx';
import { ExportCsv } from './history/export-csv.tsx';
import { type HistoryFilter, readFilter, statusChoices, typeChoices, withFilter } from './history/filter.ts';
import { OrderList } from './history/order-list.tsx';

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
        </aside>
      </div>
    </div>
  );
}

/** /transactions [001 §2 Transaction History page]. */
export default function TransactionsScreen() {
  return useViewer().session === 'in' ? <History /> : <SignInRequired />;
}
