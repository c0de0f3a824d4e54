import { type Amount, formatPlainAmount, getAsset } from '../../ledger/amount.ts';
import { buildArrival, isBeforeDay } from '../../ledger/evidence.ts';
import { insertMovement, type NewMovement } from '../../ledger/movement-store.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { saveSurplusCount } from '../lifecycle/transition-store.ts';
import { applyCommand, awaitingParty, graceUntil } from '../order/order.ts';
import { surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';
import { assertNoContradiction, payerOrSender } from './evidence.ts';
import {
  applyTransition,
  assertExpectedAmount,
  lockOrderForStaff,
  parseArrivedAmount,
  parseReason,
  recordEvent,
  refuseTransition,
  type StaffContext,
  type StaffOrSystemContext,
  staffProcedure,
} from './order-commands.ts';
import { getPayInRail } from './pay-out-terms.ts';
import { repriceArrived } from './reprice-arrived.ts';
import { type Arrival, ConfirmReceived, PlainStep, ReasonedStep } from './schema.ts';

type IncomingMoney = { readonly arrival: Arrival; readonly amount: Amount; readonly extra: boolean };

async function recordMovement(context: StaffContext, order: Order, { arrival, amount, extra }: IncomingMoney) {
  const evidence = await buildArrival(context, getPayInRail(order), arrival);
  const party = payerOrSender(order, arrival, await loadCurrentSettings(context.tx));
  await assertNoContradiction(context, order, { party, note: arrival.note });
  return recordPayIn(context, order, { extra, amount, ...evidence, party });
}

type OrderMovement = Pick<
  NewMovement,
  'extra' | 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'
>;

/** Records a payment and screens its payer. An unknown sender address blocks the payout until a job screens it. */
export async function recordPayIn(context: StaffOrSystemContext, order: Order, movement: OrderMovement) {
  const { tx, services } = context;
  const { amount, party, extra, movedAt, reference, fromId } = movement;
  const by = { recordedAt: services.clock(), recordedBy: context.person?.id ?? null, proposalId: null };
  const movementId = await insertMovement(tx, order, { direction: 'in', ...movement, ...by });
  await comparePayer(services, tx, movementId);
  const isUnexpected =
    party.address !== order.senderWalletAddress || order.movements.some((m) => m.direction === 'off');
  if (party.address && (extra || isUnexpected))
    await services.jobs.enqueue(tx, 'trading.screen_new_sender', { orderId: order.id, movementId });
  // Names of closed customers are not screened regularly.
  if (extra || order.status === 'cancelled' || order.status === 'failed')
    await services.jobs.enqueue(tx, 'screening.names', { userId: order.userId });
  const from = fromId ? { fromId } : { reference: reference?.key };
  return { movementId, ...from, amount: formatPlainAmount(amount), asset: getAsset(amount), movedAt };
}

/** Confirms a payment (decision A3). Money for an ended order waits for a refund (decision A2). */
export const confirmReceived = staffProcedure(orderPermissions.receive)
  .errors(refusalCodes('desk.name_differs', 'desk.sender_differs'))
  .input(ConfirmReceived)
  .handler(async function confirmReceived({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'receive');
    const add = (amount: Amount) => recordMovement(context, order, { arrival: input, amount, extra: false });
    return settlePayIn(context, order, { ...input, whole: null, add });
  });

type PayInInput = {
  readonly amount: string;
  readonly note: string;
  readonly whole: Amount | null;
  readonly add: (amount: Amount) => ReturnType<typeof recordPayIn>;
};

export async function settlePayIn(
  context: StaffContext,
  order: Order,
  { amount: typed, note, whole, add }: PayInInput,
) {
  const late = order.status === 'cancelled' || order.status === 'failed';
  const command = late ? 'attachLate' : 'receive';
  const transition = applyCommand(order.state, command);
  if (!transition.ok) return refuseTransition(transition.reason);
  const amount = parseArrivedAmount(order, typed);
  if (!late) assertExpectedAmount(order, amount);
  const movement = await add(amount);
  // Money from before the order was for something else. Sold coins are sent before the order (A2).
  if (!late && order.side === 'buy' && isBeforeDay(movement.movedAt, order.placedAt)) refuse('desk.before_order', {});
  return applyPayment(context, order, { command, note: note || null, record: movement, amount, whole });
}

type SettledPayment = Pick<PayInInput, 'whole'> & {
  readonly command: 'receive' | 'attachLate';
  readonly note?: string | null;
  readonly record: { readonly movedAt: Date };
  readonly amount: Amount;
};

/** Marks the order as paid. Reprices it when the money left after the price window (decision E1). */
export async function applyPayment(
  context: StaffOrSystemContext,
  order: Order,
  { amount, whole, ...step }: SettledPayment,
) {
  const result = await applyTransition(context, order, step);
  const { movedAt } = step.record;
  if (step.command === 'receive') await repriceArrived(context, order, { movedAt, amount, whole });
  return result;
}

/** Records a surplus payment, which staff must refund (decision E6). */
export const recordExtra = staffProcedure(orderPermissions.recordExtra)
  .input(ConfirmReceived)
  .handler(async function recordExtra({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'recordExtra');
    const { payIn } = order.state;
    if (payIn !== 'received' && payIn !== 'returned') return refuseTransition('payment_not_received');
    const amount = parseArrivedAmount(order, input.amount);
    const movement = await recordMovement(context, order, { arrival: input, amount, extra: true });
    await recordSurplus(context, order, { note: input.note, after: movement });
    return { orderId: order.id };
  });

export async function recordSurplus(
  context: StaffOrSystemContext,
  order: Order,
  event: { note: string; after: object },
): Promise<void> {
  await updateSurplusCount(context, order, surplusPayments(order).length + 1);
  await recordEvent(context, order, { ...event, action: 'extraArrived', public: true });
}

export const updateSurplusCount = (
  { tx, services }: StaffOrSystemContext,
  { id, state, status }: Order,
  count: number,
) => {
  const open = status === 'pending' || status === 'processing';
  const waits = count > 0 || awaitingParty(state) === 'staff' || (state.held && open);
  return saveSurplusCount(tx, id, { count, waits, now: services.clock() });
};

export async function rejectProof(context: StaffContext, { orderId, note, ...why }: typeof ReasonedStep._output) {
  const order = await lockOrderForStaff(context, orderId, 'rejectClaim');
  const reasonCode = parseReason('reject_claim', why.reasonCode);
  // Extends the time to upload another proof, not the time to pay or the price (decision E1).
  const { price_windows } = await loadCurrentSettings(context.tx);
  const facts = { lapsesAt: graceUntil(order, context.services.clock(), price_windows) };
  return applyTransition(context, order, { command: 'rejectClaim', reasonCode, note: note || null, facts });
}

export const rejectClaim = staffProcedure(orderPermissions.rejectClaim)
  .input(ReasonedStep)
  .handler(async function rejectClaim({ context, input }) {
    return rejectProof(context, input);
  });

export const startProcessing = staffProcedure(orderPermissions.startProcessing)
  .input(PlainStep)
  .handler(async function startProcessing({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'startProcessing');
    if (order.chooseUntil) refuse('desk.price_not_taken', {});
    return applyTransition(context, order, { command: 'startProcessing', note: input.note || null });
  });
