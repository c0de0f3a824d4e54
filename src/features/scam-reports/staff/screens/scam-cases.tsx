import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { pluralize } from '../../../../kernel/plural.ts';
import { adminMeta, type StaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { KindField, useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { scamPermissions } from '../../permissions.ts';
import { indicatorKinds } from '../../types.ts';
import { kindLabels } from '../../warning-texts.ts';
import type { CaseView } from '../schema.ts';
import { type CaseLine, formatKinds, verdictLabel } from './staff-labels.ts';

export const meta = () => adminMeta('Reported scams');

const Counted = ({ count, of }: { count: number; of: string }) => (
  <>
    {count}
    <span className="only-phone"> {of}</span>
  </>
);

const columns: readonly Column<CaseLine>[] = [
  { name: 'Case', className: 'ref wrap-any', of: ({ id, name }) => <Link to={`/admin/scams/${id}`}>{name}</Link> },
  { name: 'Indicators', className: 'wrap-any', of: ({ kinds }) => formatKinds(kinds) },
  {
    name: 'People',
    right: true,
    of: ({ people }) => <Counted count={people} of={pluralize(people, 'person', 'people')} />,
  },
  { name: 'Reports', right: true, of: ({ reports }) => <Counted count={reports} of={pluralize(reports, 'report')} /> },
  {
    name: 'Verdict',
    of: ({ verdict, published }) => (
      <Badge kind={verdictLabel(verdict).kind}>
        {verdictLabel(verdict).text}
        {published ? ', published' : ''}
      </Badge>
    ),
  },
  {
    name: 'Waiting',
    of: ({ waitsSince, lastReportAt }) =>
      waitsSince ? formatAge(waitsSince, serverNow()) : formatDateTime(lastReportAt, { year: true }),
  },
];

const views: readonly { key: CaseView; name: string }[] = [
  { key: 'waiting', name: 'To review' },
  { key: 'all', name: 'All' },
];
const emptyTitles: Readonly<Record<CaseView, string>> = { waiting: 'No reports waiting', all: 'No reports yet' };

/** /admin/scams: scam cases for staff [001 §6 Admin]. */
export default restrictToRole(
  { permission: scamPermissions.read, subject: 'Reported scams', readers: 'Compliance, support and admins' },
  ScamCases,
);

function ScamCases({ person }: { person: StaffUser }) {
  const { params, search, set } = useUrlState();
  const { view, chips } = useView(views, 'waiting');
  const kind = indicatorKinds.find((one) => one === params.get('kind')) ?? null;
  const { lines, ...query } = usePages(api.scamDesk.cases, (after) => ({ view, kind, search, after }));
  const counts = useQuery(api.scamDesk.count.queryOptions());
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={columns}
      className="customers"
      open="/admin/scams"
      renderBar={(field) => (
        <div className="bar2">
          <h1 className="sr">Reported scams</h1>
          <SearchField
            label="Search by indicator"
            placeholder="Full website, wallet, phone or name"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text, at: '' })}
          />
          <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
          <Link className="link" to="/admin/scams/submissions">
            All submissions
          </Link>
          {roleAllows(scamPermissions.judge, person.roles) && (
            <Link className="link" to="/admin/scams/appeals">
              Appeals{counts.data ? ` (${counts.data.appeals})` : ''}
            </Link>
          )}
          <KindField kinds={kindLabels} chosen={kind} onChoose={(one) => set({ kind: one, at: '' })} />
        </div>
      )}
      errorText="We couldn't load the reports."
      empty={{ title: search === '' && kind === null ? emptyTitles[view] : 'No results' }}
      shortcuts={queueShortcuts}
    />
  );
}
