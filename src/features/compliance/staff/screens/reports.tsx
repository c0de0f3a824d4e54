import { Link } from 'react-router';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import type { Shortcut } from '../../../../ui/admin/shortcuts.tsx';
import { usePages } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { formatDate } from '../../../../ui/format.ts';
import { reportViews } from '../../reports.ts';
import type { ReportLine } from '../../views.ts';
import { ReportAge } from './clock.tsx';
import { reportStateLabels } from './labels.ts';

export const meta = () => adminMeta('Reports');

const keys: readonly Shortcut[] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open'],
];
const names = { open: 'Drafts', filed: 'Filed', abandoned: 'Abandoned' } as const;
const views = reportViews.map((key) => ({ key, name: names[key] }));

function useReports() {
  const { view, chips } = useView(views, 'open');
  return { view, chips, ...usePages(api.compliance.reports, (after) => ({ view, after })) };
}

const place = '/admin/aml-compliance/reports';
const columns: readonly Column<ReportLine>[] = [
  { name: 'Clock', of: ({ state, clock }) => state === 'draft' && <ReportAge clock={clock} /> },
  {
    name: 'Report',
    className: 'ref',
    of: ({ id, number }) => <Link to={`${place}/${id}`}>Report {number}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'Case', className: 'num ink-2', of: ({ caseNumber }) => `Case ${caseNumber}` },
  { name: 'Due', className: 'num', of: ({ clock }) => formatDate(clock.dueOn) },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={reportStateLabels[state].kind}>{reportStateLabels[state].text}</Badge>,
  },
  { name: 'Suspicion formed', className: 'num ink-2', of: ({ suspicionFormedOn }) => formatDate(suspicionFormedOn) },
  { name: 'FID reference', className: 'num', of: ({ fidReference }) => fidReference },
];

export default function ReportsScreen() {
  const { view, chips, lines, first, ...query } = useReports();
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={columns}
      className="reports"
      open={place}
      renderBar={() => (
        <>
          <h1 className="sr">Suspicious-transaction reports</h1>
          <div className="bar2">
            <ViewChips {...chips} counts={first?.counts} uncounted={['filed', 'abandoned']} />
            {first && first.counts.overdue > 0 && <span className="age late">{first.counts.overdue} late</span>}
            <span className="ink-3 only-wide live">Due 15 days after the suspicion was formed</span>
          </div>
        </>
      )}
      errorText="We couldn't load the reports."
      empty={view === 'open' ? { title: 'No drafts', text: 'Open a report from a case.' } : { title: 'No reports' }}
      shortcuts={keys}
    />
  );
}
