import type { Permission } from '../../../kernel/permissions.ts';
import { findFileSummaries } from '../../documents/store.ts';
import { parseMovedAt } from '../../ledger/evidence.ts';
import { type Movement, noParty, type Party } from '../../ledger/movement.ts';
import { holderMatches } from '../../ledger/names.ts';
import { outgoingRefusalCodes } from '../../outgoing-money/gate.ts';
import { type ApprovedTransfer, findApprovedTransfers, type OutgoingMoney } from '../../outgoing-money/transfers.ts';
import { findChargebackHoldEnd } from '../lifecycle/chargeback-hold.ts';
import { findPayeeWaitEnd } from '../lifecycle/payee-wait.ts';
import { applyCommand, type OrderCommand } from '../order/order.ts';
import { isStillHeld, primaryPayIn } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { findContradiction } from './evidence.ts';
import { pipelinedProcedure, refuseTransition, type StaffContext, staffProcedure } from './order-commands.ts';
import { getPayee } from './pay-out-terms.ts';
import { findCustomerName } from './queue-store.ts';
import type { Sent } from './schema.ts';
import { isCleared } from './screened.ts';
import { findListedSince } from './screened-store.ts';

const refusals = { ...outgoingRefusalCodes, ...refusalCodes('desk.payer_stands', 'desk.priced_by_it') };

/** Base of all procedures for payouts, refunds and undos, which take two people (decisions D2, E4). */
export const outgoingProcedure = (act: Permission) => staffProcedure(act).errors(refusals);

/** {@link outgoingProcedure} of the second person, see {@link lockOrderForApproval}. */
export const approvalProcedure = (act: Permission) => pipelinedProcedure(act).errors(refusals);

export async function approvedTransfers({ tx }: Pick<StaffContext, 'tx'>, order: Order): Promise<ApprovedTransfer[]> {
  const transfers = await findApprovedTransfers(tx, order);
  // A payout approval is void unless the payout state is still approved or sent.
  const paying = order.state.payOut === 'approved' || order.state.payOut === 'sent';
  const payout = paying ? transfers.find(({ kind }) => kind === 'payout') : undefined;
  return [...(payout ? [payout] : []), ...transfers.filter(({ kind }) => kind === 'return')];
}

/** Returns why the command cannot take this payment off the order, or null. Surplus payments have no state. */
function findObstacle(order: Order, command: OrderCommand, movement: Movement | undefined) {
  if (!movement || !isStillHeld(order, movement)) return 'nothing_left';
  if (movement.extra) return order.state.held ? 'order_held' : null;
  const result = applyCommand(order.state, command);
  return result.ok ? null : result.reason;
}

export const canLeave = (order: Order, command: OrderCommand, movement: Movement): boolean =>
  findObstacle(order, command, movement) === null;

export function requireMovement(order: Order, command: OrderCommand, movementId: string | null): Movement {
  const movement = order.movements.find(({ id }) => id === movementId);
  const obstacle = findObstacle(order, command, movement);
  if (!movement || obstacle === 'nothing_left') return refuse('desk.nothing_to_return', {});
  return obstacle === null ? movement : refuseTransition(obstacle);
}

/** Money of an order without a destination, to undo a transfer or take a payment off. */
export const orderMoney = (context: StaffContext, order: Order, incomingIds: readonly string[] = []) =>
  ({
    kind: 'order',
    due: order,
    id: order.id,
    customerIds: [order.userId],
    incomingIds,
    to: noParty,
    transfers: approvedTransfers(context, order),
  }) as const satisfies OutgoingMoney;

async function loadPayoutFacts(context: StaffContext, order: Order, payIn: Movement | null) {
  const { tx } = context;
  const { side, bank, userId, sourceOfFundsFile, coolsUntil } = order;
  const [cleared, contradiction, keptUntil, waitUntil, [proof], name] = await Promise.all([
    isCleared(context, order, getPayee(order)),
    payIn && findContradiction(tx, order, payIn.party),
    findChargebackHoldEnd(tx, order),
    findPayeeWaitEnd(tx, order),
    findFileSummaries(tx, [sourceOfFundsFile]),
    findCustomerName(tx, userId),
  ]);
  return {
    isCleared: cleared,
    contradiction,
    keptUntil,
    coolsUntil,
    payeeWaitUntil: waitUntil,
    isProofClean: sourceOfFundsFile === null || proof?.state === 'clean',
    isPayeeRenamed: side === 'sell' && bank !== null && !(name && holderMatches(bank.accountHolderName, name)),
  };
}

/** Everything that arrived for the order pays for its payout. */
export function payoutMoney(context: StaffContext, order: Order, note = ''): OutgoingMoney {
  const payIn = primaryPayIn(order);
  const arrived = order.movements.filter(({ direction, id }) => direction === 'in' && id !== payIn?.id);
  const lines = payIn ? [payIn, ...arrived] : arrived;
  const money = orderMoney(
    context,
    order,
    lines.map(({ id }) => id),
  );
  return { ...money, to: getPayee(order), note, own: loadPayoutFacts(context, order, payIn) };
}

type RefundedMovement = {
  readonly movement: Movement;
  readonly to: Party;
  readonly reasonCode: string;
  readonly note?: string;
};

async function loadRefundFacts(context: StaffContext, order: Order, { movement, to }: RefundedMovement) {
  const [cleared, contradiction] = await Promise.all([
    isCleared(context, order, to),
    findContradiction(context.tx, order, movement.party),
  ]);
  return { isCleared: cleared, contradiction };
}

export const refundMoney = (context: StaffContext, order: Order, refund: RefundedMovement): OutgoingMoney => ({
  ...orderMoney(context, order, [refund.movement.id]),
  to: refund.to,
  reasonCode: refund.reasonCode,
  note: refund.note ?? '',
  own: loadRefundFacts(context, order, refund),
});

type SentTransfer = { readonly decidedAt: Date; readonly sent: Sent; readonly to: Party };

/** A transfer that was sent before its party was listed is recorded. Any later transfer is screened again. */
export async function loadRecordFacts(
  context: StaffContext,
  order: Order,
  { decidedAt, sent, to }: SentTransfer,
): Promise<{ readonly isCleared: boolean }> {
  const { movedAt } = parseMovedAt(context, sent);
  const listed = await findListedSince(context.tx, order.id, decidedAt);
  return { isCleared: (listed !== null && movedAt < listed) || (await isCleared(context, order, to)) };
}

/** Compliance may have put the order on hold after the approval. The state of a surplus refund does not show that. */
export function assertNotHeld({ state }: Order): void {
  if (state.held) refuseTransition('order_held');
}
