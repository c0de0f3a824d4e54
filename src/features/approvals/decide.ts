import type { Db } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { staff } from '../../platform/http/procedure.ts';
import { refusalCodes, refuse } from './messages.ts';
import { decidePermissions, type ProposalKind } from './permissions.ts';
import {
  type DecidedProposal,
  type Decision,
  decisionObstacle,
  mayDecide,
  ownsProposal,
  type Proposal,
} from './proposal.ts';
import { DecideProposal, RejectionReason } from './schema.ts';
import {
  closeProposal,
  insertProposal,
  isStaff,
  type LockedProposal,
  lockProposal,
  type NewProposal,
} from './store.ts';

export {
  type Approved,
  findDecidedProposals,
  findOpenProposal,
  findOpenProposalById,
  findOpenProposals,
  findOpenProposalsOn,
  findRejectedProposals,
  findStandingApprovals,
  type LockedProposal,
  lockProposal,
  type OpenProposal,
  type PastProposal,
} from './store.ts';

/** Opens a proposal for a second person (decision D2). Refuses if the subject already has an open proposal. */
export async function propose(tx: Db, input: NewProposal): Promise<string> {
  if (input.customer === input.by) refuse('approvals.own_matter', {});
  return mapConstraintViolation(insertProposal(tx, input), 'proposal_one_open', () =>
    refuse('approvals.already_open', {}),
  );
}

/** Refuses to freeze staff: one person could freeze all who can undo it. Two people must remove the roles first. */
export async function assertNotStaff(tx: Db, person: string): Promise<void> {
  if (await isStaff(tx, person)) refuse('approvals.works_at_desk', {});
}

/** Maps the constraint violation when the person got a role concurrently. */
export const mapStaffFreeze = <T>(write: Promise<T>): Promise<T> =>
  mapConstraintViolation(write, 'desk_is_not_frozen_by_one', () => refuse('approvals.works_at_desk', {}));

const outcome = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

export const decisionRefusalCodes = refusalCodes(
  'approvals.not_found',
  'approvals.own_matter',
  'approvals.already_decided',
  'approvals.second_person_needed',
  'approvals.changed_since',
  'approvals.rights_changed',
  'approvals.proposer_stopped',
  'approvals.reason_missing',
);

/** Returns true if the subject is unchanged since the proposal. Called only before an approval. */
export type Unchanged = (proposal: Proposal) => boolean | Promise<boolean>;

/** `locked` is the result of an earlier `lockProposal`, which saves a round trip. */
export type ProposalRef = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subject?: string;
  readonly locked?: LockedProposal | null;
};

/** A decision and its author. An approval requires the `unchanged` check. */
export type ProposalDecision =
  | (Decider & { readonly decision: Exclude<Decision, 'approve'>; readonly unchanged?: Unchanged })
  | (Decider & { readonly decision: Decision; readonly unchanged: Unchanged });
type Decider = { readonly by: string; readonly reason?: string };

async function checkDecision(tx: Db, ref: ProposalRef, verdict: ProposalDecision): Promise<DecidedProposal> {
  const { by, decision, unchanged } = verdict;
  const proposal = ref.locked === undefined ? await lockProposal(tx, ref.id) : ref.locked;
  if (!proposal || proposal.kind !== ref.kind || (ref.subject ?? proposal.subject) !== proposal.subject)
    return refuse('approvals.not_found', {});
  const obstacle = decisionObstacle(proposal, by, decision);
  if (obstacle) refuse(obstacle, {});
  if (!mayDecide(proposal.kind, proposal.decider)) refuse('approvals.rights_changed', {});
  if (decision === 'approve' && !ownsProposal(proposal.proposer)) refuse('approvals.proposer_stopped', {});
  if (decision === 'approve' && !(await unchanged?.(proposal))) refuse('approvals.changed_since', {});
  return { ...proposal, state: outcome[decision], reason: decision === 'reject' ? parseReason(verdict) : null };
}

/**
 * Locks and decides a proposal once (decision D2); the caller applies the stored payload in the same transaction.
 * Refuses the proposer, the customer concerned, and a decider who is frozen or lost the role. Refuses approval if the
 * subject changed, or if the proposer is frozen or left, as their session may have been stolen. A rejection requires a
 * reason.
 */
export async function decideProposal(tx: Db, ref: ProposalRef, verdict: ProposalDecision): Promise<DecidedProposal> {
  const decided = await checkDecision(tx, ref, verdict);
  await closeProposal(tx, decided, verdict.by);
  return decided;
}

type DecidingStaff = { readonly tx: Db; readonly person: { readonly id: string } };

/** One kind of two-person decision: how to check and apply its stored payload (ADR 20). */
export type ProposalDefinition<Staff extends DecidingStaff, Payload, Result> = {
  readonly kind: ProposalKind;
  /** Returns true if the subject is unchanged since the proposal. Called only before an approval. */
  readonly stillValid: (staff: Staff, proposal: Proposal<Payload>) => boolean | Promise<boolean>;
  /** Applies the approved payload. Its first statements travel with the one that closes the proposal. */
  readonly apply?: (staff: Staff, proposal: DecidedProposal<Payload>) => Promise<Result>;
};

type NewProposalOf<Payload> = Pick<NewProposal, 'subject' | 'customer' | 'stood'> & { readonly payload: Payload };
type DecisionInput = {
  readonly proposalId: string;
  readonly subject?: string;
  readonly locked?: LockedProposal | null;
  readonly decision: Decision;
  readonly reason?: string;
};

export function defineProposal<Staff extends DecidingStaff, Payload, Result = void>({
  kind,
  stillValid,
  apply,
}: ProposalDefinition<Staff, Payload, Result>) {
  return {
    /** Command of the second person. A proposer may only withdraw. */
    procedure: staff(decidePermissions[kind]).errors(decisionRefusalCodes).input(DecideProposal),
    propose: ({ tx, person }: DecidingStaff, proposal: NewProposalOf<Payload>) =>
      propose(tx, { ...proposal, kind, by: person.id }),
    /** Decides like {@link decideProposal}, and applies an approval. `applied` is null after another decision. */
    async decide(staff: Staff, { proposalId, decision, reason, ...ref }: DecisionInput) {
      const { tx, person } = staff;
      const unchanged = (proposal: Proposal) => stillValid(staff, proposal as Proposal<Payload>);
      const verdict = { by: person.id, decision, unchanged, ...(reason !== undefined && { reason }) };
      const decided = (await checkDecision(tx, { ...ref, id: proposalId, kind }, verdict)) as DecidedProposal<Payload>;
      const [, applied] = await Promise.all([
        closeProposal(tx, decided, person.id),
        decision === 'approve' && apply ? apply(staff, decided) : null,
      ]);
      return { ...decided, applied };
    },
  };
}

function parseReason({ reason }: ProposalDecision): string {
  const parsed = RejectionReason.safeParse(reason);
  return parsed.success ? parsed.data : refuse('approvals.reason_missing', {});
}

export const rejectionReason = ({ reason }: Pick<DecidedProposal, 'reason'>): { readonly reason?: string } =>
  reason === null ? {} : { reason };
