import { Link } from 'react-router';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDate } from '../../../../ui/format.ts';
import type { ReportLine } from '../../../compliance/views.ts';
import { reportStateLabels } from './labels.ts';
import { ReportAge } from './report-clock.tsx';

export const CaseReports = ({ reports }: { reports: readonly ReportLine[] }) => (
  <PageSection id="reports" title="Suspicious-transaction reports">
    {reports.length > 0 ? (
      <ul className="lines two num">
        {reports.map(({ id, number, state, suspicionFormedOn, clock, fidReference }) => (
          <li key={id}>
            <Link className="link b" to={`/admin/aml-compliance/reports/${id}`}>
              Report {number}
            </Link>
            <span className="marks">
              <ReportAge clock={clock} />
              <Badge kind={reportStateLabels[state].kind}>{reportStateLabels[state].text}</Badge>
            </span>
            <span className="more ink-2">
              Suspicion formed {formatDate(suspicionFormedOn)}
              {fidReference && `, FID ${fidReference}`}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="ink-2">No reports</p>
    )}
  </PageSection>
);
