import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { momentText } from '../../../ui/format.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { roleNotices } from '../messages.ts';
import type { Waiting } from './data.ts';
import { changeWords } from './words.ts';

type Decision = 'approve' | 'reject' | 'withdraw';

function useDecide(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    ...api.roles.decide.mutationOptions(),
    onSuccess: (_, { decision }) => {
      toastSuccess(roleNotices[decision].title, roleNotices[decision].text);
      onDone();
    },
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.roles.key() }),
  });
}

/** A role change that waits for its second person, and what this person may do about it. */
export function WaitingChange({ waiting, personId }: { waiting: Waiting; personId: string }) {
  const [sure, setSure] = useState(false);
  const decide = useDecide(() => setSure(false));
  const { id, change, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const send = (decision: Decision) => decide.mutate({ proposalId: id, decision });
  return (
    <div className="proposal">
      <p>
        <b>{changeWords(change)}</b> <span className="ink-2 wrap-any">({change.email})</span>
      </p>
      <p className="wrap-any">“{change.why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {momentText(proposedAt, { year: true })}.{' '}
        {own ? 'Somebody else of compliance or admin may approve it.' : `You may approve it, ${proposer} may not.`}
      </p>
      <div className="row">
        {own ? (
          <Button look="line" busy={decide.isPending} onClick={() => send('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button onClick={() => setSure(true)}>Approve</Button>
            <Button look="bad-line" busy={decide.isPending} onClick={() => send('reject')}>
              Reject
            </Button>
          </>
        )}
      </div>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={`${changeWords(change)}?`}
        acts={
          <>
            <Button look="line" onClick={() => setSure(false)}>
              Back
            </Button>
            <Button busy={decide.isPending} onClick={() => send('approve')}>
              Approve
            </Button>
          </>
        }
      >
        <p className="ink-2">It holds from now on, in every session that {change.name} has open.</p>
      </Dialog>
    </div>
  );
}
