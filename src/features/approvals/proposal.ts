import { deskRoles, isFor } from '../../kernel/acts.ts';
import { deciding } from './acts.ts';

/**
 * What takes two people (decision D2; a release of a sanctions hold and a rule set of risk: A8; the end of a freeze and
 * giving back a frozen customer's money: E2; that joined accounts, one of them frozen, are two people's: E3; what is
 * taken off our own list; that a match in all that is known is another person; that a bank line is not the
 * used one that it looks like; that training coins are sent; that a warning of a scam is published; that a letter
 * is worded otherwise; that news are sent).
 */
export type ProposalKind =
  | ('setting' | 'payout' | 'return' | 'undo' | 'kyc' | 'role')
  | (
      | 'release'
      | 'rule_set'
      | 'thaw'
      | 'frozen_return'
      | 'split'
      | 'list'
      | 'match'
      | 'two_lines'
      | 'award'
      | 'scam_warning'
      | 'letter'
      | 'news'
    );

/** A change that one person asked for, frozen as it was asked, until another decides. */
export type Proposal = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject: string;
  readonly payload: unknown;
  /** What stood in its place when it was asked for; null where the kind does not keep it. */
  readonly stood: unknown;
  /** Whose matter it is; null where it is nobody's in particular. */
  readonly customerId: string | null;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly state: 'open' | 'approved' | 'rejected' | 'withdrawn';
};

/** One that was decided; with why, where it was rejected. */
export type Decided = Proposal & { readonly reason: string | null };

/** One that was rejected, in the history of what it was about. */
export type Rejection = {
  readonly id: string;
  readonly subject: string;
  /** What it was called, where it has a name of its own. */
  readonly title: string | null;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly decider: string | null;
  readonly decidedAt: Date | null;
  /** Null where it was rejected before reasons were asked for. */
  readonly reason: string | null;
};

export type Decision = 'approve' | 'reject' | 'withdraw';

/**
 * Why this person may not take this decision; null when they may, the second of two (decision D2). Whoever prepared a
 * thing, as a pay-out, may neither approve nor reject it: that takes a second person. Withdrawing is for the proposer
 * alone.
 */
export function whyNotDecide(
  proposal: Pick<Proposal, 'proposedBy' | 'state'> & { readonly customerId?: string | null },
  person: string,
  decision: Decision,
): 'approvals.already_decided' | 'approvals.second_person_needed' | 'approvals.own_matter' | null {
  if (proposal.customerId === person) return 'approvals.own_matter';
  if (proposal.state !== 'open') return 'approvals.already_decided';
  const own = proposal.proposedBy === person;
  return own === (decision === 'withdraw') ? null : 'approvals.second_person_needed';
}

/** How somebody stands at this very moment, read under a lock. */
export type StaffStanding = { readonly roles: readonly string[]; readonly frozen: boolean };

/** Whether somebody of this standing may still be the second person. */
export const standsFor = (kind: ProposalKind, { roles, frozen }: StaffStanding): boolean =>
  !frozen && isFor(deciding[kind], roles);

/**
 * Whether what they asked for still counts: they work at the desk, with whichever role, and are not frozen. Another
 * role than then takes nothing back, since they asked with full right and another person judges it.
 */
export const standsBehind = ({ roles, frozen }: StaffStanding): boolean =>
  !frozen && isFor({ roles: deskRoles }, roles);
