import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import type { KeyName } from '../../../ui/desk/keys-line.tsx';
import { type Column, DeskList } from '../../../ui/desk/list.tsx';
import { usePages } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { dateText } from '../../../ui/format.ts';
import { reportViews } from '../../compliance/filters.ts';
import type { ReportLine } from '../../compliance/views.ts';
import { ReportAge } from './parts/report-lines.tsx';
import { reportStateWords } from './parts/words.ts';

export const meta = () => deskMeta('Reports');

const keys: readonly KeyName[] = [
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
  { name: 'Due', className: 'num', of: ({ clock }) => dateText(clock.dueOn) },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={reportStateWords[state].kind}>{reportStateWords[state].text}</Badge>,
  },
  { name: 'Suspicion of', className: 'num ink-2', of: ({ suspicionFormedOn }) => dateText(suspicionFormedOn) },
  { name: 'FID reference', className: 'num', of: ({ fidReference }) => fidReference },
];

/** Suspicious-transaction reports, what is due first on top; for the role compliance alone. */
export default function ReportsScreen() {
  const { view, chips, lines, first, ...query } = useReports();
  return (
    <DeskList
      asked={query}
      lines={lines}
      columns={columns}
      look="reports"
      open={place}
      bar={() => (
        <>
          <h1 className="sr">Suspicious-transaction reports</h1>
          <div className="bar2">
            <ViewChips {...chips} counts={first?.counts} uncounted={['filed', 'abandoned']} />
            {first && first.counts.overdue > 0 && <span className="age late">{first.counts.overdue} late</span>}
            <span className="ink-3 only-wide live">Due 15 days after the suspicion was formed</span>
          </div>
        </>
      )}
      failed="The reports could not be read."
      empty={
        view === 'open'
          ? { title: 'No report is being written', text: 'A report is opened from a case.' }
          : { title: 'There are none' }
      }
      keys={keys}
    />
  );
}
