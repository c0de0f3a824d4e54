import { refuse } from '../../messages.ts';
import type { Db } from '../../platform/database.ts';
import { brokenConstraint } from '../../platform/database-faults.ts';
import { type Decision, type Proposal, type ProposalKind, whyNotDecide } from './proposal.ts';
import { addProposal, closeProposal, lockOpenProposal, lockProposal } from './store.ts';

export { openProposal, openProposals } from './store.ts';

/** Asks for something that another person must decide. Refuses while the same subject waits already. */
export async function propose(
  tx: Db,
  asked: { kind: ProposalKind; subject: string; payload: unknown; by: string },
): Promise<string> {
  try {
    return await addProposal(tx, asked);
  } catch (error) {
    if (brokenConstraint(error) === 'proposal_one_open') refuse('approvals.already_open', {});
    throw error;
  }
}

const outcome = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

/**
 * Takes a decision on a proposal, once: the row is locked, so that of a hundred at the same moment one counts. The
 * caller carries out what was approved, from the frozen payload, in the same transaction.
 */
export async function decideProposal(
  tx: Db,
  which: { id: string } | { kind: ProposalKind; subject: string },
  { by, decision }: { by: string; decision: Decision },
): Promise<Proposal> {
  const proposal =
    'id' in which ? await lockProposal(tx, which.id) : await lockOpenProposal(tx, which.kind, which.subject);
  if (!proposal) return refuse('approvals.not_found', {});
  const objection = whyNotDecide(proposal, by, decision);
  if (objection) refuse(objection, {});
  await closeProposal(tx, proposal.id, { state: outcome[decision], by });
  return proposal;
}
