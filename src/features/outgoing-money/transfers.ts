import { jsonEqual } from '../../kernel/canonical-json.ts';
import { type Db, isSamePerson, type SessionUser } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import {
  type Approved,
  decideProposal,
  defineProposal,
  findStandingApprovals,
  type LockedProposal,
  lockProposal,
  type OpenProposal,
} from '../approvals/decide.ts';
import type { ProposalKind } from '../approvals/permissions.ts';
import type { DecidedProposal } from '../approvals/proposal.ts';
import { parseStoredAmount } from '../ledger/amount.ts';
import { buildDeparture, isBefore } from '../ledger/evidence.ts';
import type { Movement, Party } from '../ledger/movement.ts';
import type { Rail } from '../ledger/movement-reference.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { refuse } from './messages.ts';
import type { OutgoingFacts } from './reasons.ts';

/** Strings and nulls only, so that payloads can be compared. */
export type ProposalPayload = Readonly<Record<string, string | null>>;

export type OutgoingStaff = {
  readonly tx: Db;
  readonly services: Pick<Services, 'clock' | 'jobs'>;
  readonly person: Parameters<typeof isSamePerson>[0] & { readonly id: string };
};

/** Order or payment that a movement belongs to; null for unallocated funds. */
type Due = Parameters<typeof insertMovement>[1];

/** An approved payout or refund. `sentMovement` is null until staff recorded that they sent it. */
export type ApprovedTransfer = Approved & {
  readonly kind: 'payout' | 'return';
  readonly sentMovement: Movement | null;
};

export type OutgoingMoney = {
  readonly kind: 'order' | 'payment' | 'unallocated';
  readonly due: Due;
  /** Order, payment or unallocated movement: the subject of proposals. */
  readonly id: string;
  /** The customer. For unallocated funds, the customers of every order they were linked to before. */
  readonly customerIds: readonly string[];
  /** Incoming movements that the money consists of. The first is the one that a second person looks at. */
  readonly incomingIds: readonly string[];
  readonly to: Party;
  readonly transfers: Promise<readonly ApprovedTransfer[]>;
  readonly reasonCode?: string | null;
  readonly note?: string;
  /** Facts that only the owner of the money can load. */
  readonly own?: Promise<Partial<OutgoingFacts>>;
};

/** Finds approved transfers that were not undone, newest first. */
export async function findApprovedTransfers(
  tx: Db,
  { id, movements }: { readonly id: string; readonly movements: readonly Movement[] },
): Promise<ApprovedTransfer[]> {
  const approvals = (await findStandingApprovals(tx, ['payout', 'return'], id)) as Omit<
    ApprovedTransfer,
    'sentMovement'
  >[];
  return approvals.map((approval) => ({
    ...approval,
    sentMovement: movements.find(({ proposalId }) => proposalId === approval.id) ?? null,
  }));
}

/** An open proposal as staff see it. */
export const toProposalView = <Kind extends TransferKind>(
  { id, kind, proposer, proposedBy, proposedAt, payload }: OpenProposal,
  person: OutgoingStaff['person'],
) => ({
  id,
  kind: kind as Kind,
  preparedBy: proposer,
  preparedAt: proposedAt,
  isOwn: isSamePerson(person, proposedBy),
  payload: payload as ProposalPayload,
});

/** An approved transfer as staff see it. */
export const toTransferView = ({
  id,
  kind,
  payload,
  sentMovement,
  proposer,
  proposedAt,
  decider,
  decidedAt,
}: ApprovedTransfer) => ({
  id,
  kind,
  sentId: sentMovement?.id ?? null,
  payload: payload as ProposalPayload,
  preparedBy: proposer,
  preparedAt: proposedAt,
  approvedBy: decider,
  approvedAt: decidedAt,
});

export const findUnsent = (transfers: readonly ApprovedTransfer[], kind: ApprovedTransfer['kind']) =>
  transfers.find((transfer) => transfer.kind === kind && transfer.sentMovement === null) ?? null;

export const requireUnsent = (transfers: readonly ApprovedTransfer[], kind: ApprovedTransfer['kind']) =>
  findUnsent(transfers, kind) ?? refuse('desk.not_approved', {});

export const parseParty = (payload: ProposalPayload): Party => ({
  bank: payload['bank'] ?? null,
  account: payload['account'] ?? null,
  holder: payload['holder'] ?? null,
  address: payload['address'] ?? null,
  tag: payload['tag'] ?? null,
});

type Approval = {
  /** Rebuilds the payload from the current state. The stored one must equal it. */
  readonly rebuildPayload: (payload: ProposalPayload) => ProposalPayload;
  readonly apply: (proposal: DecidedProposal<ProposalPayload>) => Promise<unknown>;
};

const defineTransfer = (kind: TransferKind) =>
  defineProposal<OutgoingStaff & Approval, ProposalPayload, unknown>({
    kind,
    stillValid: ({ rebuildPayload }, { payload }) => jsonEqual(payload, rebuildPayload(payload)),
    apply: ({ apply }, proposal) => apply(proposal),
  });

export const transferKinds = ['payout', 'return', 'undo'] as const satisfies readonly ProposalKind[];
export type TransferKind = (typeof transferKinds)[number];

/** The three decisions by two people about outgoing money. An undo also unlinks a payment from its order. */
const transferProposals = {
  payout: defineTransfer('payout'),
  return: defineTransfer('return'),
  undo: defineTransfer('undo'),
} as const;

type NewTransfer = { readonly kind: TransferKind; readonly payload: ProposalPayload };

export const proposeTransfer = (
  staff: OutgoingStaff,
  { id: subject, customerIds }: Pick<OutgoingMoney, 'id' | 'customerIds'>,
  { kind, payload }: NewTransfer,
) => transferProposals[kind].propose(staff, { subject, payload, customer: customerIds[0] ?? null });

/** Approves and applies the stored payload. `locked` comes from {@link lockForApproval}. */
export const approveTransfer = (staff: OutgoingStaff, locked: LockedTransfer, approval: Approval) =>
  transferProposals[locked.kind].decide(
    { ...staff, ...approval },
    { proposalId: locked.id, locked, decision: 'approve' },
  );

export type LockedTransfer = LockedProposal & { readonly kind: TransferKind; readonly payload: ProposalPayload };

type PipelinedStaff = { readonly tx: Db; readonly personPromise: Promise<SessionUser> };
type ProposalOf = {
  readonly proposalId: string;
  readonly subject: string;
  readonly kinds: readonly TransferKind[];
};

/** Loads the owner of the money, the proposal and both people with the session check, in one round trip. */
export async function lockForApproval<Owner>(
  { tx, personPromise }: PipelinedStaff,
  owner: Promise<Owner>,
  { proposalId, subject, kinds }: ProposalOf,
): Promise<{ readonly person: SessionUser; readonly owner: Owner; readonly locked: LockedTransfer }> {
  const [person, found, locked] = await Promise.all([personPromise, owner, lockProposal(tx, proposalId)]);
  if (!locked || locked.subject !== subject || !kinds.some((kind) => kind === locked.kind))
    return refuse('approvals.not_found', {});
  return { person, owner: found, locked: locked as LockedTransfer };
}

type Answer = {
  readonly proposalId: string;
  readonly kind: TransferKind;
  readonly subject: string;
  readonly note: string;
};

/** Withdraws the caller's own proposal, or rejects a colleague's. */
export async function rejectTransfer(
  { tx, person }: Pick<OutgoingStaff, 'tx' | 'person'>,
  { proposalId: id, kind, subject, note }: Answer,
) {
  const locked = await lockProposal(tx, id);
  const decision = locked?.proposedBy === person.id ? 'withdraw' : 'reject';
  const verdict = { by: person.id, decision, reason: note } as const;
  return { decision, ...(await decideProposal(tx, { id, kind, subject, locked }, verdict)) };
}

type SentTransfer = {
  readonly approved: ApprovedTransfer;
  readonly rail: Rail;
  readonly sent: Parameters<typeof buildDeparture>[2];
};

/** Records the bank reference or hash of an approved transfer after staff sent it (decision E4). */
export async function recordTransfer(
  staff: OutgoingStaff,
  { due }: Pick<OutgoingMoney, 'due'>,
  { approved, rail, sent }: SentTransfer,
): Promise<{ readonly movementId: string; readonly reference: string }> {
  const { tx, services, person } = staff;
  const payload = approved.payload as ProposalPayload;
  const amount = parseStoredAmount(payload['unit'] ?? '', payload['amount'] ?? '');
  const evidence = await buildDeparture(staff, { rail, amount }, sent);
  if (isBefore(evidence, approved.decidedAt)) refuse('desk.before_approval', {});
  const movementId = await insertMovement(tx, due, {
    direction: approved.kind === 'payout' ? 'out' : 'back',
    ofId: payload['movementId'] ?? null,
    amount,
    ...evidence,
    party: parseParty(payload),
    recordedAt: services.clock(),
    recordedBy: person.id,
    proposalId: approved.id,
  });
  return { movementId, reference: evidence.reference.key };
}
