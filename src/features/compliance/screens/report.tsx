import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { deskMeta } from '../../staff/screens/desk/frame.tsx';
import { useKeys } from '../../staff/screens/desk/keys.ts';
import { KeysDialog } from '../../staff/screens/desk/keys-line.tsx';
import { ComplianceFrame } from './parts/frame.tsx';
import { reportKeys } from './parts/key-names.ts';
import { ReportSheet } from './parts/report-sheet.tsx';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Report');

const reports = '/admin/aml-compliance/reports';

/** One report to the authority: written, checked, exported and marked as filed; for the role compliance alone. */
export default function ReportScreen() {
  const { reportId = '' } = useParams();
  return <ComplianceFrame officersOnly>{() => <OneReport key={reportId} reportId={reportId} />}</ComplianceFrame>;
}

function OneReport({ reportId }: { reportId: string }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const query = useQuery(api.compliance.report.queryOptions({ input: { reportId } }));
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(`${reports}?at=${reportId}`) });
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <>
      <div className="bar2">
        <Link className="chip" to={`${reports}?at=${reportId}`}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Reports
        </Link>
        <button type="button" className="chip end only-wide" onClick={() => setHelp(true)}>
          <kbd>?</kbd> Keys
        </button>
      </div>
      <div className="panel alone">
        {query.data ? (
          <ReportSheet report={query.data} />
        ) : (
          <div className="in">
            {query.error ? (
              <FailedState
                text="The report could not be read."
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <Skeleton lines={[60, 90, 100, 100, 80]} />
            )}
          </div>
        )}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={reportKeys} />
    </>
  );
}
