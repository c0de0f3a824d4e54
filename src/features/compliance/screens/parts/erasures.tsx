import { useQuery } from '@tanstack/react-query';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import type { ErasureReport, Erasures as Shown } from '../../erase-views.ts';

const formatTables = ({ counts }: ErasureReport): string =>
  Object.entries(counts)
    .map(([table, rows]) => `${table.replaceAll('_', ' ')} ${rows}`)
    .join(', ');

const formatCounts = ({ people, orders, payments, bankLines }: Shown['due']): string =>
  [
    formatPlural(people, 'customer', 'customers'),
    formatPlural(orders, 'order', 'orders'),
    formatPlural(payments, 'payment', 'payments'),
    formatPlural(bankLines, 'bank line', 'bank lines'),
  ].join(', ');

/** Shows past erasures and a preview of tonight's, as counts only (decision A12). */
export function Erasures() {
  const query = useQuery(api.compliance.erasures.queryOptions());
  return (
    <PageSection id="erased" title="Erased after seven years">
      {query.data && (
        <p className="ink-2">
          Due tonight: {formatCounts(query.data.due)}. Retained: {query.data.due.keptBack}.
        </p>
      )}
      {query.data && query.data.reports.length > 0 && (
        <ul className="notes num">
          {query.data.reports.map((report) => (
            <li key={report.id}>
              <p>
                {formatDateTime(report.at, { year: true })}: {formatCounts(report)},{' '}
                {formatPlural(report.files, 'file', 'files')}
              </p>
              <p className="t-2xs ink-3 wrap-any">
                {formatTables(report)}
                {report.keptBack > 0 && ` Retained: ${report.keptBack}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {query.data?.reports.length === 0 && <p className="ink-2">Nothing erased yet</p>}
      {query.error && (
        <FailedState text="We couldn't load the reports." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </PageSection>
  );
}
