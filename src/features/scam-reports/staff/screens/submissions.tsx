import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { adminMeta, type StaffUser } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { scamPermissions } from '../../permissions.ts';
import { reportStatuses } from '../../types.ts';
import { reportLabels } from './staff-labels.ts';

export const meta = () => adminMeta('All submissions');

type SubmissionRow = Awaited<ReturnType<typeof call.scamDesk.submissions>>['lines'][number];

const columnsFor = (withReporter: boolean): readonly Column<SubmissionRow>[] => [
  {
    name: 'Report',
    className: 'ref wrap-any',
    of: ({ name, caseId }) => <Link to={`/admin/scams/${caseId}`}>{name}</Link>,
  },
  { name: 'Status', of: ({ status }) => <Badge kind={reportLabels[status].kind}>{reportLabels[status].text}</Badge> },
  { name: 'Evidence', of: ({ hasEvidence }) => (hasEvidence ? 'File attached' : 'No file') },
  ...(withReporter
    ? [
        {
          name: 'From',
          of: ({ reporter }: SubmissionRow) =>
            reporter && <Link to={`/admin/customers/${reporter.id}`}>{reporter.name}</Link>,
        },
      ]
    : []),
  { name: 'Submitted', className: 'num', of: ({ createdAt }) => formatDateTime(createdAt, { year: true }) },
];

const views = [
  { key: 'all', name: 'All' },
  ...reportStatuses.map((key) => ({ key, name: reportLabels[key].text })),
] as const;

/** /admin/scams/submissions: all scam reports [001 §2 Scam Detector page]. */
export default restrictToRole(
  { permission: scamPermissions.read, subject: 'Scam reports', readers: 'Compliance, support and admins' },
  Submissions,
);

function Submissions({ person }: { person: StaffUser }) {
  const navigate = useNavigate();
  const { view, chips } = useView(views, 'all');
  const status = reportStatuses.find((one) => one === view) ?? null;
  const { lines, ...query } = usePages(api.scamDesk.submissions, (after) => ({ status, after }));
  const findCaseId = (id: string) => lines?.find((line) => line.id === id)?.caseId;
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={columnsFor(roleAllows(scamPermissions.seeReporter, person.roles))}
      className="customers"
      open={(id) => void navigate(`/admin/scams/${findCaseId(id) ?? ''}`)}
      renderBar={() => (
        <div className="bar2">
          <h1 className="sr">All submissions</h1>
          <Link className="chip" to="/admin/scams">
            <ArrowLeft className="ic" aria-hidden="true" />
            Scams
          </Link>
          <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
        </div>
      )}
      errorText="We couldn't load the submissions."
      empty={{ title: 'No submissions here' }}
      shortcuts={queueShortcuts}
    />
  );
}
