import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { several } from '../../../../ui/figures.ts';
import { momentText } from '../../../../ui/format.ts';
import type { ErasureReport, Erasures as Shown } from '../../erase-views.ts';

const tableText = ({ counts }: ErasureReport): string =>
  Object.entries(counts)
    .map(([table, rows]) => `${table.replaceAll('_', ' ')} ${rows}`)
    .join(', ');

const countText = ({ people, orders, payments, bankLines }: Shown['due']): string =>
  [
    several(people, 'customer', 'customers'),
    several(orders, 'order', 'orders'),
    several(payments, 'payment', 'payments'),
    several(bankLines, 'bank line', 'bank lines'),
  ].join(', ');

/** What was erased after seven years, and what the next night would erase: counts, nobody's data (decision A12). */
export function Erasures() {
  const query = useQuery(api.compliance.erasures.queryOptions());
  return (
    <Part id="erased" title="Erased after seven years">
      {query.data && (
        <p className="ink-2">
          Due, and erased tonight: {countText(query.data.due)}. Kept back: {query.data.due.keptBack}.
        </p>
      )}
      {query.data && query.data.reports.length > 0 && (
        <ul className="notes num">
          {query.data.reports.map((report) => (
            <li key={report.id}>
              <p>
                {momentText(report.at, { year: true })}: {countText(report)}, {several(report.files, 'file', 'files')}
              </p>
              <p className="t-2xs ink-3 wrap-any">
                {tableText(report)}
                {report.keptBack > 0 && ` Kept back: ${report.keptBack}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {query.data?.reports.length === 0 && <p className="ink-2">Nothing was old enough yet.</p>}
      {query.error && (
        <FailedState text="The reports could not be read." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Part>
  );
}
