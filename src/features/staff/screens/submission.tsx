import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../../ui/client.ts';
import { AloneBar } from '../../../ui/desk/alone.tsx';
import { type DeskPerson, deskMeta } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { KeysDialog } from '../../../ui/desk/keys-line.tsx';
import { forRole, OwnMatter } from '../../../ui/desk/not-for-role.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { identityActs } from '../../identity/acts.ts';
import { submissionKeys } from './identity/keys.ts';
import { ReviewCase } from './identity/review-case.tsx';
import { partQuery, useIdentityPlace, useIdentityQueue } from './identity/use-identity-queue.ts';

export const meta = () => deskMeta('Identity check');

/** One submission: its documents beside what was typed, and the decision. */
export default forRole(
  { act: identityActs.look, what: 'Identity checks', who: 'Compliance, support or admin' },
  SubmissionScreen,
);

function SubmissionScreen({ person }: { person: DeskPerson }) {
  const { submissionId = '' } = useParams();
  return <Submission key={submissionId} submissionId={submissionId} person={person} />;
}

/** The next submission that waits for staff in the part of the queue somebody came from. */
function useNext(submissionId: string): string | null {
  const part = useIdentityPlace();
  const { lines = [] } = useIdentityQueue(part);
  const at = lines.findIndex(({ id }) => id === submissionId);
  const fits = ({ id, waitsFor }: (typeof lines)[number]) => id !== submissionId && waitsFor === 'staff';
  return (lines.slice(at + 1).find(fits) ?? lines.find(fits))?.id ?? null;
}

function Submission({ submissionId, person }: { submissionId: string; person: DeskPerson }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const part = useIdentityPlace();
  const next = useNext(submissionId);
  const query = useQuery(api.identity.submission.queryOptions({ input: { submissionId } }));
  const queue = `/admin/identity${partQuery(part, submissionId)}`;
  useKeys({ '?': () => setHelp(true), escape: () => void navigate(queue) });
  const { code } = query.error ? refusalWords(query.error) : {};
  const missing =
    code === 'identity.submission_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (missing) return <NotFound />;
  const own = code === 'approvals.own_matter';
  return (
    <>
      <AloneBar back={{ to: queue, name: 'Queue' }} onKeys={() => setHelp(true)} />
      {query.data ? (
        <ReviewCase
          review={query.data}
          person={person}
          onNext={next === null ? null : () => void navigate(`/admin/identity/${next}${partQuery(part)}`)}
        />
      ) : (
        <div className="panel">
          <div className="in">
            {own ? (
              <OwnMatter what="This is your own submission. Nobody reviews their own." />
            ) : (
              <NotYet asked={query} text="The submission could not be read." lines={[60, 90, 100, 100, 80]} />
            )}
          </div>
        </div>
      )}
      <KeysDialog open={help} onClose={() => setHelp(false)} names={submissionKeys(person.roles)} />
    </>
  );
}
