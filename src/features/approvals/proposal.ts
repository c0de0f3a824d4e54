import { backOfficeRoles, roleAllows } from '../../kernel/permissions.ts';
import { decidePermissions, type ProposalKind } from './permissions.ts';

/** A change that one person proposed and another person decides. */
export type Proposal<Payload = unknown> = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject: string;
  readonly payload: Payload;
  /** The value in force when the change was proposed; null for kinds that do not store it. */
  readonly stood: unknown;
  readonly customerId: string | null;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly state: 'open' | 'approved' | 'rejected' | 'withdrawn';
};

export type DecidedProposal<Payload = unknown> = Proposal<Payload> & { readonly reason: string | null };

/** A rejected proposal in the history of its subject. */
export type Rejection = {
  readonly id: string;
  readonly subject: string;
  readonly title: string | null;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly decider: string | null;
  readonly decidedAt: Date | null;
  /** Null for rejections from before reasons were required. */
  readonly reason: string | null;
};

export type Decision = 'approve' | 'reject' | 'withdraw';

/** Returns why a person cannot make a decision, or null (decision D2). The proposer may only withdraw. */
export function decisionObstacle(
  proposal: Pick<Proposal, 'proposedBy' | 'state'> & {
    readonly customerId?: string | null;
    /** Proposed by another account of this person. */
    readonly ofOtherAccount?: boolean;
  },
  person: string,
  decision: Decision,
): 'approvals.already_decided' | 'approvals.second_person_needed' | 'approvals.own_matter' | null {
  if (proposal.customerId === person) return 'approvals.own_matter';
  if (proposal.state !== 'open') return 'approvals.already_decided';
  const isProposer = proposal.proposedBy === person;
  if (decision === 'withdraw') return isProposer ? null : 'approvals.second_person_needed';
  return isProposer || proposal.ofOtherAccount ? 'approvals.second_person_needed' : null;
}

/** Roles and freeze of a person, read under a lock. */
export type StaffStatus = { readonly roles: readonly string[]; readonly frozen: boolean };

export const mayDecide = (kind: ProposalKind, { roles, frozen }: StaffStatus): boolean =>
  !frozen && roleAllows(decidePermissions[kind], roles);

/** A proposal stays valid while its proposer has any staff role and is not frozen. */
export const ownsProposal = ({ roles, frozen }: StaffStatus): boolean =>
  !frozen && roleAllows({ roles: backOfficeRoles }, roles);
