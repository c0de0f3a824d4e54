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
import { CaseFolder } from './parts/case-folder.tsx';
import { ComplianceFrame } from './parts/frame.tsx';
import { caseKeys } from './parts/key-names.ts';

export const handle = { frame: 'desk' };
export const meta = () => deskMeta('Case');

const cases = '/admin/aml-compliance/cases';

/** One case: everything gathered about one customer for one decision, and who did what with it. */
export default function CaseScreen() {
  const { caseId = '' } = useParams();
  return <ComplianceFrame>{(person) => <OneCase key={caseId} caseId={caseId} me={person.id} />}</ComplianceFrame>;
}

function OneCase({ caseId, me }: { caseId: string; me: string }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const query = useQuery(api.compliance.case.queryOptions({ input: { caseId } }));
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(`${cases}?at=${caseId}`) });
  const status = (query.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <>
      <div className="bar2">
        <Link className="chip" to={`${cases}?at=${caseId}`}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Cases
        </Link>
        <button type="button" className="chip end only-wide" onClick={() => setHelp(true)}>
          <kbd>?</kbd> Keys
        </button>
      </div>
      <div className="panel alone">
        {query.data ? (
          <CaseFolder folder={query.data} me={me} />
        ) : (
          <div className="in">
            {query.error ? (
              <FailedState
                text="The case could not be read."
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <Skeleton lines={[60, 90, 100, 100, 80]} />
            )}
          </div>
        )}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} names={caseKeys} />
    </>
  );
}
