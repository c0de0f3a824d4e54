import type { Db } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { mayRefuse, refuse } from './messages.ts';
import {
  type Decided,
  type Decision,
  type Proposal,
  type ProposalKind,
  standsBehind,
  standsFor,
  whyNotDecide,
} from './proposal.ts';
import { WhyRejected } from './schema.ts';
import { addProposal, closeProposal, lockProposal, standingsOf, worksAtDesk } from './store.ts';

export {
  type Approved,
  decidedProposals,
  type OpenProposal,
  openProposal,
  openProposals,
  openProposalsOn,
  type PastProposal,
  rejectedProposals,
  standingApprovals,
  waitingProposal,
} from './store.ts';

/** What one person asks for. */
export type NewProposal = {
  readonly kind: ProposalKind;
  readonly subject: string;
  /** Frozen: carried out from here, never from what the second person sends. */
  readonly payload: unknown;
  readonly by: string;
  /** Whose matter it is: they neither propose, nor decide, nor see it. */
  readonly customer?: string | null;
  /** What stands now in its place, for comparing when it is decided. */
  readonly stood?: unknown;
};

/** Asks for something that another person must decide (decision D2). Refuses while the same subject waits already. */
export async function propose(tx: Db, asked: NewProposal): Promise<string> {
  if (asked.customer === asked.by) refuse('approvals.own_matter', {});
  return unlessBroken(addProposal(tx, asked), 'proposal_one_open', () => refuse('approvals.already_open', {}));
}

/**
 * Refuses what stops somebody who works at the desk: one person could stop all who might undo it. Two take their roles
 * first, and from then on they are a customer like any other.
 */
export async function refuseAtDesk(tx: Db, person: string): Promise<void> {
  if (await worksAtDesk(tx, person)) refuse('approvals.works_at_desk', {});
}

/** The same where they took a role in this very moment: the write that would stop them is refused by the database. */
export const unlessAtDesk = <T>(write: Promise<T>): Promise<T> =>
  unlessBroken(write, 'desk_is_not_frozen_by_one', () => refuse('approvals.works_at_desk', {}));

const outcome = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

/** With what any decision of a second person can be refused. */
export const decisionMayRefuse = mayRefuse(
  'approvals.not_found',
  'approvals.own_matter',
  'approvals.already_decided',
  'approvals.second_person_needed',
  'approvals.changed_since',
  'approvals.rights_changed',
  'approvals.proposer_stopped',
  'approvals.reason_missing',
);

/** Whether what the proposal is about is still what its proposer saw; asked only when it is to be approved. */
export type Unchanged = (proposal: Proposal) => boolean | Promise<boolean>;

/** What somebody read and answers: its id, and of which kind, and about what, it must be. */
export type Read = { readonly id: string; readonly kind: ProposalKind; readonly subject?: string };

/** Somebody's verdict. Whoever may approve says how to find out that nothing was edited in between. */
export type ProposalDecision =
  | (Deciding & { readonly decision: Exclude<Decision, 'approve'>; readonly unchanged?: Unchanged })
  | (Deciding & { readonly decision: Decision; readonly unchanged: Unchanged });
/** `reason`: why it is rejected, in words; without them nobody rejects. */
type Deciding = { readonly by: string; readonly reason?: string };

/**
 * Takes the decision of a second person on a proposal (decision D2), once: the row is locked, so that of a hundred at
 * the same moment one counts. Refuses the person who asked for it, whom it is about, who lost the role for it or is
 * frozen (read under a lock in this very transaction), and an approval of what was edited since, or of what somebody
 * asked for who is frozen or has left the desk: a stranger in their session may have asked. Nothing is rejected without
 * words that say why. The caller carries out what was approved, from the frozen payload, in the same transaction.
 * `which` is the one that was read: one that was taken back, and replaced since, is refused.
 */
export async function decideProposal(tx: Db, which: Read, verdict: ProposalDecision): Promise<Decided> {
  const { by, decision, unchanged } = verdict;
  const proposal = await lockProposal(tx, which.id);
  if (!proposal || proposal.kind !== which.kind || (which.subject ?? proposal.subject) !== proposal.subject)
    return refuse('approvals.not_found', {});
  const objection = whyNotDecide(proposal, by, decision);
  if (objection) refuse(objection, {});
  const [decider, proposer] = await standingsOf(tx, by, proposal.proposedBy);
  if (!standsFor(proposal.kind, decider)) refuse('approvals.rights_changed', {});
  if (decision === 'approve' && !standsBehind(proposer)) refuse('approvals.proposer_stopped', {});
  if (decision === 'approve' && !(await unchanged?.(proposal))) refuse('approvals.changed_since', {});
  const reason = decision === 'reject' ? whyOf(verdict) : null;
  await closeProposal(tx, proposal.id, { state: outcome[decision], by, reason });
  return { ...proposal, state: outcome[decision], reason };
}

function whyOf({ reason }: ProposalDecision): string {
  const read = WhyRejected.safeParse(reason);
  return read.success ? read.data : refuse('approvals.reason_missing', {});
}

/** What of a decision stands in the log beside what was asked for: why it was rejected. */
export const because = ({ reason }: Pick<Decided, 'reason'>): { readonly reason?: string } =>
  reason === null ? {} : { reason };
