import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import type { OpenRuleProposal } from '../../../risk/views.ts';
import { ruleNotices } from '../../desk-messages.ts';
import { Differences } from './rule-table.tsx';
import { differencesOf } from './rule-words.ts';

type Decision = 'approve' | 'reject' | 'withdraw';

function useDecide(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    ...api.risk.decide.mutationOptions(),
    onSuccess: (_, { decision }) => {
      toastSuccess(ruleNotices[decision].title, ruleNotices[decision].text);
      onDone();
    },
    onError: toastRefusal,
    onSettled: () => queries.invalidateQueries({ queryKey: api.risk.key() }),
  });
}

type ProposalProps = { proposal: OpenRuleProposal; inForce: RuleSet };

/** A rule set that waits for its second person: the frozen copy against what is in force, and who may decide. */
export function RuleProposal({ proposal, inForce }: ProposalProps) {
  const [sure, setSure] = useState(false);
  const decide = useDecide(() => setSure(false));
  const { own, proposer, title } = proposal;
  const send = (decision: Decision) => decide.mutate({ proposalId: proposal.proposalId, decision });
  const change = (
    <Differences differences={differencesOf(inForce, proposal.ruleSet)} before="In force" after="Proposed" />
  );
  return (
    <section className="proposal" aria-label={`Proposed: ${title}`}>
      <h2 className="part">{title}</h2>
      <p className="num">
        <b>{own ? 'You' : proposer}</b> proposed this, {momentText(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {own
            ? 'Somebody else of compliance or admin may approve it, you may not.'
            : `You may approve it, ${proposer} may not.`}{' '}
          It is frozen as it was proposed.
        </span>
      </p>
      {change}
      <div className="row wraps">
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
        <Link className="link" to={`?draft=${proposal.draftId}`}>
          Open it and try it over past orders
        </Link>
      </div>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={`Approve: ${title}`}
        wide
        acts={
          <>
            <Button look="line" onClick={() => setSure(false)}>
              Back
            </Button>
            <Button busy={decide.isPending} onClick={() => send('approve')}>
              Put in force
            </Button>
          </>
        }
      >
        <p className="ink-2">Every order from now on is judged by it. Orders already judged keep their score.</p>
        {change}
      </Dialog>
    </section>
  );
}
