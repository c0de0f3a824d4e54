import type { Db } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { openProposals } from '../approvals/decide.ts';
import { riskPermissions } from './permissions.ts';
import { loadRuleSets } from './rule-set-store.ts';
import type { ProposedRules, RuleProposal, RuleSets } from './views.ts';

async function findOpenProposal(tx: Db, personId: string): Promise<RuleProposal | null> {
  const [open] = await openProposals(tx, 'rule_set');
  if (!open) return null;
  const { id: proposalId, proposedBy, proposer, proposedAt } = open;
  const { title, ruleSet } = open.payload as ProposedRules;
  return { proposalId, title, ruleSet, proposer, proposedAt, own: proposedBy === personId };
}

/** Lists rule set versions, newest first, and the open proposal. The first version is in force. */
export const showRuleSets = staff(riskPermissions.work).handler(async function showRuleSets({
  context: { tx, person },
}): Promise<RuleSets> {
  return {
    sets: await loadRuleSets(tx),
    proposal: await findOpenProposal(tx, person.id),
  };
});
