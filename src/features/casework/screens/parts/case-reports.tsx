import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { dateText } from '../../../../ui/format.ts';
import type { ReportLine } from '../../../compliance/views.ts';
import { ReportAge } from './report-lines.tsx';
import { reportStateWords } from './words.ts';

/** Reports to the authority from this case: seen by the compliance officers alone. */
export const CaseReports = ({ reports }: { reports: readonly ReportLine[] }) => (
  <Part id="reports" title="Suspicious-transaction reports">
    {reports.length > 0 ? (
      <ul className="lines two num">
        {reports.map(({ id, number, state, suspicionFormedOn, clock, fidReference }) => (
          <li key={id}>
            <Link className="link b" to={`/admin/aml-compliance/reports/${id}`}>
              Report {number}
            </Link>
            <span className="marks">
              <ReportAge clock={clock} />
              <Badge kind={reportStateWords[state].kind}>{reportStateWords[state].text}</Badge>
            </span>
            <span className="more ink-2">
              Suspicion of {dateText(suspicionFormedOn)}
              {fidReference && `, FID ${fidReference}`}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="ink-2">None from this case.</p>
    )}
  </Part>
);
