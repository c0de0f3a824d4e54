import { useMemo } from 'react';
import { Link } from 'react-router';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useServerNow, useUrlState } from '../../../../ui/admin/use-list.ts';
import { KindField, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { type CaseKind, caseKindCodes, caseKinds, caseViews } from '../../cases.ts';
import type { CaseLine } from '../../views.ts';
import { Assignee } from './alert-lines.tsx';
import { caseStateLabels } from './labels.ts';

const formatCount = (count: number, singular: string): string => formatPlural(count, singular, `${singular}s`);

/** True if the title repeats the kind, as titles of automatic cases do: "A wallet on a list". */
const repeatsKind = (title: string, kind: string): boolean =>
  title.toLowerCase().replace(/^an? /, '') === kind.toLowerCase();

const caseColumns = (now: Date, me: string): readonly Column<CaseLine>[] => [
  { name: 'Age', of: ({ openedAt }) => <span className="age">{formatAge(openedAt, now)}</span> },
  {
    name: 'Case',
    className: 'ref',
    of: ({ id, number }) => <Link to={`/admin/aml-compliance/cases/${id}`}>Case {number}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  {
    name: 'About',
    className: 'wide',
    of: ({ title, kind }) => (
      <>
        {title}
        {!repeatsKind(title, caseKinds[kind]) && <span className="ink-3"> · {caseKinds[kind]}</span>}
      </>
    ),
  },
  { name: 'Assignee', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={caseStateLabels[state].kind}>{caseStateLabels[state].text}</Badge>,
  },
  {
    name: 'Contents',
    className: 'ink-2 num',
    of: ({ alerts, orders }) => `${formatCount(alerts, 'alert')}, ${formatCount(orders, 'order')}`,
  },
  { name: 'Last change', className: 'ink-2 num', of: ({ updatedAt }) => formatDateTime(updatedAt) },
];

type CasesView = (typeof caseViews)[number];

const caseViewTabs: readonly { key: CasesView; name: string }[] = [
  { key: 'open', name: 'Open' },
  { key: 'mine', name: 'Mine' },
  { key: 'closed', name: 'Closed' },
];

function useCasesUrlState() {
  const { params, search, set } = useUrlState();
  const view: CasesView = caseViews.find((key) => key === params.get('view')) ?? 'open';
  const kind: CaseKind | null = caseKindCodes.find((key) => key === params.get('kind')) ?? null;
  return { filters: { view, kind, search }, set };
}

const useCases = ({ search, ...filters }: ReturnType<typeof useCasesUrlState>['filters']) =>
  usePages(api.compliance.cases, (after) => ({ ...filters, search: search.slice(0, 80), after }));

export const meta = () => adminMeta('Cases');

export default function CasesScreen() {
  const { id: me } = useStaffUser();
  const { filters, set } = useCasesUrlState();
  const { lines, first, dataUpdatedAt, ...query } = useCases(filters);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const isFiltered = filters.search !== '' || filters.kind !== null || filters.view !== 'open';
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={useMemo(() => caseColumns(now, me), [now, me])}
      className="cases"
      open="/admin/aml-compliance/cases"
      renderBar={(field) => (
        <>
          <h1 className="sr">Cases</h1>
          <div className="bar2">
            <SearchField
              label="Search cases"
              placeholder="Name, email, order"
              search={filters.search}
              field={field}
              onSearch={(search) => set({ search })}
            />
            <ViewChips
              views={caseViewTabs}
              chosen={filters.view}
              counts={first?.counts}
              uncounted={['closed']}
              onChoose={(view) => set({ view: view === 'open' ? '' : view })}
            />
            <KindField kinds={caseKinds} chosen={filters.kind} onChoose={(kind) => set({ kind })} />
          </div>
        </>
      )}
      errorText="We couldn't load the cases."
      empty={
        isFiltered
          ? { title: 'No cases match' }
          : {
              title: 'No open cases',
              text: 'Open a case from an alert. Blocked orders open one automatically.',
            }
      }
      shortcuts={queueShortcuts}
    />
  );
}
