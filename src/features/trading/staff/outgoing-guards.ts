import type { Permission } from '../../../kernel/permissions.ts';
import { assertAll } from '../../../kernel/refusal.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { type Approved, decisionRefusalCodes, findOpenProposal, standingApprovals } from '../../approvals/decide.ts';
import { findFileSummaries } from '../../documents/store.ts';
import { standingOf } from '../../freezes/frozen.ts';
import { parseStoredAmount } from '../../ledger/amount.ts';
import { assertMatchesBankLine, assertNotDuplicateLine } from '../../ledger/bank-evidence-store.ts';
import { hasOpenChargeback } from '../../ledger/chargeback-store.ts';
import { buildDeparture, isBefore, parseMovedAt } from '../../ledger/evidence.ts';
import type { Party } from '../../ledger/movement.ts';
import type { Rail } from '../../ledger/movement-reference.ts';
import { insertMovement } from '../../ledger/movement-store.ts';
import { type ApprovedProposal, type ProposalPayload, withOutgoingMovement } from '../../ledger/reversals.ts';
import { assertNotTakenBack } from '../../ledger/taken-back-store.ts';
import { isOrderStopped, isReturnStopped, type Refund } from '../../ledger/unassigned-store.ts';
import { chargebackHoldUntil } from '../lifecycle/chargeback-hold.ts';
import type { Order } from '../order/order-row.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { isCoolingOff } from '../wallets/scam-questions.ts';
import { pipelinedProcedure, refuseTransition, type StaffContext, staffProcedure } from './order-commands.ts';
import type { Sent } from './schema.ts';
import { assertPartyScreened, assertScreened } from './screened.ts';
import { findListedSince } from './screened-store.ts';

const outgoingRefusalCodes = {
  ...decisionRefusalCodes,
  ...refusalCodes(
    'approvals.already_open',
    'desk.not_screened',
    'desk.payee_renamed',
    'desk.not_approved',
    'desk.undo_waits',
    'desk.before_approval',
    'desk.nothing_to_return',
    'desk.leaves_already',
    'desk.payer_stands',
    'desk.came_back_with',
    'desk.came_back_before',
    'desk.priced_by_it',
    'desk.payer_stopped',
    'desk.line_differs',
    'desk.line_again',
    'desk.line_taken_back',
    'desk.line_corrected',
    'desk.line_returned',
    'desk.evidence_yours',
    'desk.look_missing',
    'desk.kept',
    'desk.cooling',
    'desk.charged_back',
    'desk.release_charged_back',
    'desk.proof_not_scanned',
  ),
};

/** Base of all procedures for payouts, refunds and undos, which take two people (decisions D2, E4). */
export const outgoingProcedure = (act: Permission) => staffProcedure(act).errors(outgoingRefusalCodes);

/** {@link outgoingProcedure} of the second person, see {@link lockOrderForApproval}. */
export const approvalProcedure = (act: Permission) => pipelinedProcedure(act).errors(outgoingRefusalCodes);

async function assertClear({ tx, services }: StaffContext, order: Order, to: Party): Promise<void> {
  const now = services.clock();
  await assertAll([assertScreened(tx, order, now), assertPartyScreened(tx, order, { address: to.address, now })]);
}

export async function assertNotStopped({ tx }: StaffContext, order: Order): Promise<void> {
  if ((await isOrderStopped(tx, order.id)) && !(await standingOf(tx, order)).returnDecided)
    refuse('desk.payer_stopped', {});
}

async function assertNoOpenChargeback({ tx }: StaffContext, { id }: Order): Promise<void> {
  if (await hasOpenChargeback(tx, id)) refuse('desk.release_charged_back', {});
}

async function assertChargebackHoldOver({ tx, services }: StaffContext, order: Order): Promise<void> {
  const until = await chargebackHoldUntil(tx, order);
  if (until && until > services.clock()) refuse('desk.kept', { until: formatDateTime(until) });
}

/** Rejects a payout during cooling-off, which staff cannot shorten (ADR 22). */
async function assertCoolingOffOver({ services }: StaffContext, { coolsUntil }: Order): Promise<void> {
  if (coolsUntil && isCoolingOff({ coolsUntil }, services.clock()))
    refuse('desk.cooling', { until: formatDateTime(coolsUntil) });
}

const getPayInIds = ({ movements }: Order): string[] =>
  movements.filter(({ direction }) => direction === 'in').map(({ id }) => id);

/** Rejects a payout while staff cannot open the proof of the customer's source of funds (decision E5). */
async function assertProofScanned({ tx }: StaffContext, { sourceOfFundsFile }: Order): Promise<void> {
  const [proof] = await findFileSummaries(tx, [sourceOfFundsFile]);
  if (sourceOfFundsFile !== null && proof?.state !== 'clean') refuse('desk.proof_not_scanned', {});
}

/** Rejects listed parties, doubtful bank lines, a running chargeback hold or cooling-off, and unclear wallets. */
export async function assertMayPayOut(context: StaffContext, order: Order, to: Party): Promise<void> {
  const lineIds = getPayInIds(order);
  await assertAll([
    assertNotStopped(context, order),
    assertMatchesBankLine(context.tx, lineIds),
    assertNotDuplicateLine(context.tx, lineIds),
    assertNotTakenBack(context.tx, lineIds),
    assertNoOpenChargeback(context, order),
    assertChargebackHoldOver(context, order),
    assertCoolingOffOver(context, order),
    assertProofScanned(context, order),
    assertClear(context, order, to),
  ]);
}

type SentTransfer = { readonly approvedTransfer: Approved; readonly sent: Sent; readonly to: Party };

/** Allows recording a transfer that was sent before its party was listed. Screens any later transfer again. */
export async function assertMayRecordSent(
  context: StaffContext,
  order: Order,
  { approvedTransfer, sent, to }: SentTransfer,
): Promise<void> {
  const listed = await findListedSince(context.tx, order.id, approvedTransfer.decidedAt);
  if (listed === null || parseMovedAt(context, sent).movedAt >= listed) await assertClear(context, order, to);
}

type RefundDestination = Refund & { readonly to: Party };

/** Rejects a refund to a listed or frozen payer, unless two people decided to allow it. */
export async function assertRefundAllowed({ tx }: StaffContext, order: Order, back: RefundDestination): Promise<void> {
  if ((await isReturnStopped(tx, back)) && !(await standingOf(tx, order)).returnDecided)
    refuse('desk.payer_stopped', {});
}

export async function assertMayRefund(context: StaffContext, order: Order, back: RefundDestination): Promise<void> {
  await assertAll([
    assertRefundAllowed(context, order, back),
    assertMatchesBankLine(context.tx, [back.lineId]),
    assertNotDuplicateLine(context.tx, [back.lineId]),
    assertNotTakenBack(context.tx, [back.lineId]),
    assertClear(context, order, back.to),
  ]);
}

export type ApprovedTransfer = ApprovedProposal & { readonly kind: 'payout' | 'return' };

export async function approvedTransfers({ tx }: Pick<StaffContext, 'tx'>, order: Order): Promise<ApprovedTransfer[]> {
  const approved = await standingApprovals(tx, ['payout', 'return'], order.id);
  const transfers = withOutgoingMovement(approved, order.movements) as ApprovedTransfer[];
  // A payout approval is void unless the payout state is still approved or sent.
  const paying = order.state.payOut === 'approved' || order.state.payOut === 'sent';
  const payout = paying ? transfers.find(({ kind }) => kind === 'payout') : undefined;
  return [...(payout ? [payout] : []), ...transfers.filter(({ kind }) => kind === 'return')];
}

/** Rejects while an approved refund of the order is not sent yet. */
export async function assertNoPendingRefund(context: StaffContext, order: Order): Promise<void> {
  const leaving = await approvedTransfers(context, order);
  if (leaving.some(({ kind, left }) => kind === 'return' && left === null)) refuse('desk.leaves_already', {});
}

export async function requireApprovedTransfer(
  context: StaffContext,
  order: Order,
  kind: ApprovedTransfer['kind'],
): Promise<ApprovedTransfer> {
  if (await findOpenProposal(context.tx, 'undo', order.id)) refuse('desk.undo_waits', {});
  const found = (await approvedTransfers(context, order)).find(
    (transfer) => transfer.kind === kind && transfer.left === null,
  );
  return found ?? refuse('desk.not_approved', {});
}

export const parseParty = (frozen: ProposalPayload): Party => ({
  bank: frozen['bank'] ?? null,
  account: frozen['account'] ?? null,
  holder: frozen['holder'] ?? null,
  address: frozen['address'] ?? null,
  tag: frozen['tag'] ?? null,
});

export async function recordOutgoingMovement(
  context: StaffContext,
  order: Order | null,
  { approvedTransfer, sent, rail }: { approvedTransfer: Approved; sent: Omit<Sent, 'orderId'>; rail: Rail },
) {
  // Compliance may have put the order on hold after the approval. The state of a surplus refund does not show that.
  if (order?.state.held) refuseTransition('order_held');
  const frozen = approvedTransfer.payload as ProposalPayload;
  const amount = parseStoredAmount(frozen['unit'] ?? '', frozen['amount'] ?? '');
  const evidence = await buildDeparture(context, { rail, amount }, sent);
  if (isBefore(evidence, approvedTransfer.decidedAt)) refuse('desk.before_approval', {});
  const movementId = await insertMovement(context.tx, order, {
    direction: approvedTransfer.kind === 'payout' ? 'out' : 'back',
    ofId: frozen['movementId'] ?? null,
    amount,
    ...evidence,
    party: parseParty(frozen),
    recordedAt: context.services.clock(),
    recordedBy: context.person.id,
    proposalId: approvedTransfer.id,
  });
  return { movementId, reference: evidence.reference.key };
}
