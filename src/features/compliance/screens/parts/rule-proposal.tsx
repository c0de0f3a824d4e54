import { Link } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { SecondPerson } from '../../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../../ui/desk/use-decide.ts';
import { momentText } from '../../../../ui/format.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import type { OpenRuleProposal } from '../../../risk/views.ts';
import { ruleNotices } from '../../desk-messages.ts';
import { Differences } from './rule-table.tsx';
import { differencesOf } from './rule-words.ts';

type ProposalProps = { proposal: OpenRuleProposal; inForce: RuleSet };

/** A rule set that waits for its second person: the frozen copy against what is in force, and who may decide. */
export function RuleProposal({ proposal, inForce }: ProposalProps) {
  const { own, proposer, title } = proposal;
  const { decide, busy } = useDecide(
    { command: api.risk.decide.mutationOptions(), stale: api.risk.key(), notices: ruleNotices },
    proposal.proposalId,
  );
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
      <SecondPerson
        own={own}
        busy={busy}
        onDecide={decide}
        asks={{ title: `Approve: ${title}`, says: 'Put in force', wide: true }}
        more={
          <Link className="link" to={`?draft=${proposal.draftId}`}>
            Open it and try it over past orders
          </Link>
        }
      >
        <p className="ink-2">Every order from now on is judged by it. Orders already judged keep their score.</p>
        {change}
      </SecondPerson>
    </section>
  );
}
