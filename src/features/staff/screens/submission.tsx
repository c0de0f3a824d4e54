import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DetailBar } from '../../../ui/admin/detail-page.tsx';
import { adminMeta, type StaffUser } from '../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { ShortcutDialog } from '../../../ui/admin/shortcut-help.tsx';
import { useShortcuts } from '../../../ui/admin/shortcuts.ts';
import { api } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import NotFound from '../../../ui/not-found.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { identityPermissions } from '../../identity/acts.ts';
import { ReviewCase } from './identity/review-case.tsx';
import { getSubmissionShortcuts } from './identity/review-shortcuts.ts';
import { formatPartQuery, useIdentityQueue, useIdentityUrlState } from './identity/use-identity-queue.ts';

export const meta = () => adminMeta('Identity check');

export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support or admin' },
  SubmissionScreen,
);

function SubmissionScreen({ person }: { person: StaffUser }) {
  const { submissionId = '' } = useParams();
  return <Submission key={submissionId} submissionId={submissionId} person={person} />;
}

/** Id of the next submission in the same part of the queue, or null. */
function useNextSubmission(submissionId: string): string | null {
  const part = useIdentityUrlState();
  const { lines = [] } = useIdentityQueue(part);
  const index = lines.findIndex(({ id }) => id === submissionId);
  const isCandidate = ({ id, waitsFor }: (typeof lines)[number]) => id !== submissionId && waitsFor === 'staff';
  return (lines.slice(index + 1).find(isCandidate) ?? lines.find(isCandidate))?.id ?? null;
}

function Submission({ submissionId, person }: { submissionId: string; person: StaffUser }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const part = useIdentityUrlState();
  const nextId = useNextSubmission(submissionId);
  const query = useQuery(api.identity.submission.queryOptions({ input: { submissionId } }));
  const queue = `/admin/identity${formatPartQuery(part, submissionId)}`;
  useShortcuts({ '?': () => setHelp(true), escape: () => void navigate(queue) });
  const { code } = query.error ? errorMessage(query.error) : {};
  const isMissing =
    code === 'identity.submission_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (isMissing) return <NotFound />;
  const isOwnSubmission = code === 'approvals.own_matter';
  return (
    <>
      <DetailBar back={{ to: queue, name: 'Queue' }} onKeys={() => setHelp(true)} />
      {query.data ? (
        <ReviewCase
          review={query.data}
          person={person}
          onNext={nextId === null ? null : () => void navigate(`/admin/identity/${nextId}${formatPartQuery(part)}`)}
        />
      ) : (
        <div className="panel">
          <div className="in">
            {isOwnSubmission ? (
              <OwnCaseNotice subject="This is your own submission. A colleague reviews it." />
            ) : (
              <QueryPlaceholder query={query} text="Couldn't load the submission." lines={[60, 90, 100, 100, 80]} />
            )}
          </div>
        </div>
      )}
      <ShortcutDialog open={help} onClose={() => setHelp(false)} shortcuts={getSubmissionShortcuts(person.roles)} />
    </>
  );
}
