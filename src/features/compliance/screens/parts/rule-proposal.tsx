import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { api } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import type { RuleSet } from '../../../risk/rule-set.ts';
import type { RuleProposal as Proposal } from '../../../risk/views.ts';
import { ruleNotices } from '../../notices.ts';
import { Backtest } from './backtest-panel.tsx';
import { Differences } from './rule-table.tsx';
import { getDifferences } from './rule-text.ts';

export function RuleProposal({ proposal, inForce }: { proposal: Proposal; inForce: RuleSet }) {
  const { own, proposer, title, ruleSet } = proposal;
  const { decide, busy } = useDecide(
    { command: api.risk.decide.mutationOptions(), staleKey: api.risk.key(), notices: ruleNotices },
    proposal.proposalId,
  );
  const change = <Differences differences={getDifferences(inForce, ruleSet)} before="In force" after="Proposed" />;
  return (
    <section className="proposal" aria-label={`Proposed: ${title}`}>
      <h2 className="part">{title}</h2>
      <p className="num">
        <b>{own ? 'You' : proposer}</b> proposed this, {formatDateTime(proposal.proposedAt)}.{' '}
        <span className="ink-2">
          {own ? 'A second person (compliance or admin) decides.' : 'You can approve or reject it.'}
        </span>
      </p>
      {change}
      <Backtest ruleSet={ruleSet} />
      <ApprovalPanel
        isProposer={own}
        busy={busy}
        onDecide={decide}
        confirmation={{ title: `Approve: ${title}`, says: 'Put in force', wide: true }}
      >
        <p className="ink-2">New orders will be scored with these rules. Past orders keep their score.</p>
        {change}
      </ApprovalPanel>
    </section>
  );
}
