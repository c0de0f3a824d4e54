import { type Amount, amountPlain, assetOf } from '../../movements/amount.ts';
import { arrivalOf, isBeforeDay } from '../../movements/evidence.ts';
import { addMovement, type NewMovement } from '../../movements/movement-store.ts';
import { comparePayer } from '../../screening/compare-payer.ts';
import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { saveExtras } from '../moving/move-store.ts';
import { graceUntil, move, whoseMove } from '../order/order.ts';
import { extrasHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { payerOrSender, refuseOtherName } from './evidence.ts';
import { payInRail } from './pay-out-terms.ts';
import { repriceArrived } from './reprice-arrived.ts';
import { type Arrival, ConfirmReceived, PlainStep, ReasonedStep } from './schema.ts';
import {
  arrivedAmount,
  atDesk,
  type Desk,
  orderAtDesk,
  reasonOf,
  refuseMove,
  refuseOtherAmount,
  remember,
  takeStep,
  type Work,
} from './steps.ts';

type CameIn = { readonly arrival: Arrival; readonly amount: Amount; readonly extra: boolean };

/** Adds the line of what staff saw coming in for an order. */
async function addLine(desk: Desk, order: Order, { arrival, amount, extra }: CameIn) {
  const evidence = await arrivalOf(desk, payInRail(order), arrival);
  const party = payerOrSender(order, arrival, await currentSettings(desk.tx));
  await refuseOtherName(desk, order, { party, note: arrival.note });
  return addToOrder(desk, order, { extra, amount, ...evidence, party });
}

type ToOrder = Pick<
  NewMovement,
  'extra' | 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'
>;

/**
 * Adds a line of what came in. Coins that another address sent than was typed are screened by a job: until that found
 * it clear nothing of the order leaves. So are those that follow others which were not for the order. Who paid money
 * is compared with the lists by their name.
 */
export async function addToOrder(work: Work, order: Order, line: ToOrder) {
  const { tx, services } = work;
  const { amount, party, extra, movedAt, reference, fromId } = line;
  const by = { recordedAt: services.clock(), recordedBy: work.person?.id ?? null, proposalId: null };
  const movementId = await addMovement(tx, order, { direction: 'in', ...line, ...by });
  await comparePayer(services, tx, movementId);
  const another = party.address !== order.senderWalletAddress || order.movements.some((m) => m.direction === 'off');
  if (party.address && (extra || another))
    await services.jobs.enqueue(tx, 'trading.screen_sender', { orderId: order.id, movementId });
  // Of an order that was over its customer may have closed the account: they were compared with no list since.
  if (extra || order.status === 'cancelled' || order.status === 'failed')
    await services.jobs.enqueue(tx, 'screening.names', { userId: order.userId });
  const from = fromId ? { fromId } : { reference: reference?.key };
  return { movementId, ...from, amount: amountPlain(amount), asset: assetOf(amount), movedAt };
}

/**
 * Confirms that the money (or the coins) of an order arrived, by its bank line or transaction hash (decision A3).
 * Money for an order that lapsed or was stopped is attached to it, to be returned (decision A2).
 */
export const confirmReceived = atDesk(orderActs.receive)
  .errors(mayRefuse('desk.name_differs'))
  .input(ConfirmReceived)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'receive');
    const add = (amount: Amount) => addLine(context, order, { arrival: input, amount, extra: false });
    return takeIn(context, order, { ...input, whole: null, add });
  });

type TakenIn = {
  readonly amount: string;
  readonly note: string;
  /** All of the unassigned money from which it comes; null where it comes for this order. */
  readonly whole: Amount | null;
  /** Adds the line of it. */
  readonly add: (amount: Amount) => ReturnType<typeof addToOrder>;
};

/** What came in for an order is its pay-in, from outside or from unassigned money: by the same checks. */
export async function takeIn(desk: Desk, order: Order, { amount: typed, note, whole, add }: TakenIn) {
  const late = order.status === 'cancelled' || order.status === 'failed';
  const command = late ? 'attachLate' : 'receive';
  const possible = move(order.state, command);
  // Before its line is written, of which an order has one of its own.
  if (!possible.ok) return refuseMove(possible.reason);
  const amount = arrivedAmount(order, typed);
  if (!late) refuseOtherAmount(order, amount);
  const movement = await add(amount);
  // Money of a day before the order was for something else. Coins are sent first, and the order comes after (A2).
  if (!late && order.side === 'buy' && isBeforeDay(movement.movedAt, order.placedAt)) refuse('desk.before_order', {});
  return paid(desk, order, { command, note: note || null, record: movement, amount, whole });
}

type PaidBy = Pick<TakenIn, 'whole'> & {
  readonly command: 'receive' | 'attachLate';
  readonly note?: string | null;
  readonly record: { readonly movedAt: Date };
  readonly amount: Amount;
};

/** Its money is here, on its line: the order moves, at the price of when that left (decision E1). */
export async function paid(work: Work, order: Order, { amount, whole, ...step }: PaidBy) {
  const taken = await takeStep(work, order, step);
  const { movedAt } = step.record;
  if (step.command === 'receive') await repriceArrived(work, order, { movedAt, amount, whole });
  return taken;
}

/**
 * Records a further payment on an order that had its own already: it is kept for nothing, and waits to go back. Nothing
 * that came in is without a line (decision E6).
 */
export const recordExtra = atDesk(orderActs.recordExtra)
  .input(ConfirmReceived)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'recordExtra');
    const { payIn } = order.state;
    if (payIn !== 'received' && payIn !== 'returned') return refuseMove('payment_not_received');
    const amount = arrivedAmount(order, input.amount);
    const movement = await addLine(context, order, { arrival: input, amount, extra: true });
    await keepExtra(context, order, { note: input.note, after: movement });
    return { orderId: order.id };
  });

/** Money beside an order's own is on its line: it is counted, and its customer hears of it. */
export async function keepExtra(work: Work, order: Order, told: { note: string; after: object }): Promise<void> {
  await countExtras(work, order, extrasHere(order).length + 1);
  await remember(work, order, { ...told, action: 'extraArrived', public: true });
}

/** Keeps count of the further payments that wait to go back: the order waits for staff as long as one does. */
export const countExtras = ({ tx, services }: Work, { id, state, status }: Order, count: number) => {
  const open = status === 'pending' || status === 'processing';
  const waits = count > 0 || whoseMove(state) === 'staff' || (state.held && open);
  return saveExtras(tx, id, { count, waits, now: services.clock() });
};

/** The proof goes back to its customer, for a reason that they read. */
export async function sendProofBack(desk: Desk, { orderId, note, ...why }: typeof ReasonedStep._output) {
  const order = await orderAtDesk(desk, orderId, 'rejectClaim');
  const reasonCode = reasonOf('reject_claim', why.reasonCode);
  // Time to upload another proof, and no more: neither the time to pay nor the price begins anew (decision E1).
  const { price_windows } = await currentSettings(desk.tx);
  const facts = { lapsesAt: graceUntil(order, desk.services.clock(), price_windows) };
  return takeStep(desk, order, { command: 'rejectClaim', reasonCode, note: note || null, facts });
}

/** Sends an unusable proof back to the customer, who uploads another. */
export const rejectClaim = atDesk(orderActs.rejectClaim)
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    return sendProofBack(context, input);
  });

/** Takes the order into work. */
export const startProcessing = atDesk(orderActs.startProcessing)
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'startProcessing');
    if (order.chooseUntil) refuse('desk.price_not_taken', {});
    return takeStep(context, order, { command: 'startProcessing', note: input.note || null });
  });
