/** What takes two people (decision D2). */
export type ProposalKind = 'setting' | 'payout' | 'return' | 'kyc' | 'rule_set';

/** A change that one person asked for, frozen as it was asked, until another decides. */
export type Proposal = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject: string;
  readonly payload: unknown;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly state: 'open' | 'approved' | 'rejected' | 'withdrawn';
};

export type Decision = 'approve' | 'reject' | 'withdraw';

/** Why this person may not take this decision; null when they may. Withdrawing is for the proposer alone. */
export function whyNotDecide(
  proposal: Pick<Proposal, 'proposedBy' | 'state'>,
  person: string,
  decision: Decision,
): 'approvals.already_decided' | 'approvals.second_person_needed' | null {
  if (proposal.state !== 'open') return 'approvals.already_decided';
  const own = proposal.proposedBy === person;
  return own === (decision === 'withdraw') ? null : 'approvals.second_person_needed';
}
