import type { Db } from '../../platform/database.ts';
import { openProposals } from '../approvals/decide.ts';
import type { RuleSet } from './rule-set.ts';
import type { OpenRuleProposal } from './views.ts';

/** What a proposal froze: the draft as it stood, and upon which version. */
export type ProposedRules = {
  readonly draftId: string;
  readonly title: string;
  readonly revision: number;
  readonly basedOn: number;
  readonly ruleSet: RuleSet;
};

/** What waits for a second person. */
export async function openRuleProposal(tx: Db, personId: string): Promise<OpenRuleProposal | null> {
  const [open] = await openProposals(tx, 'rule_set');
  if (!open) return null;
  const { draftId, title, ruleSet } = open.payload as ProposedRules;
  const { id: proposalId, proposedBy, proposer, proposedAt } = open;
  return { proposalId, draftId, title, ruleSet, proposedBy, proposer, proposedAt, own: proposedBy === personId };
}
