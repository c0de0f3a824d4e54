import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { refuse } from '../desk-messages.ts';
import { type Amount, amountPlain, assetOf } from '../movements/amount.ts';
import { addMovement, type NewMovement, saveExtras } from '../movements/movement-store.ts';
import { graceUntil, move, whoseMove } from '../order/order.ts';
import { extrasHere } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { arrivalOf, isBeforeDay, payerOrSender } from './evidence.ts';
import { payInRail } from './frozen.ts';
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
} from './steps.ts';

type CameIn = { readonly arrival: Arrival; readonly amount: Amount; readonly extra: boolean };

/** Adds the line of what staff saw coming in for an order. */
async function addLine(desk: Desk, order: Order, { arrival, amount, extra }: CameIn) {
  const evidence = await arrivalOf(desk, payInRail(order), arrival);
  const party = payerOrSender(order, arrival, await currentSettings(desk.tx));
  return addToOrder(desk, order, { extra, amount, ...evidence, party });
}

type ToOrder = Pick<
  NewMovement,
  'extra' | 'amount' | 'rail' | 'reference' | 'party' | 'movedAt' | 'dayOnly' | 'fromId'
>;

/**
 * Adds a line of what came in. Coins that another address sent than was typed are screened by a job: until that found
 * it clear nothing of the order leaves. So are those that follow others which were not for the order.
 */
export async function addToOrder(desk: Desk, order: Order, line: ToOrder) {
  const { tx, services, person } = desk;
  const { amount, party, extra, movedAt, reference, fromId } = line;
  const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
  const movementId = await addMovement(tx, order, { direction: 'in', ...line, ...by });
  const another = party.address !== order.senderWalletAddress || order.movements.some((m) => m.direction === 'off');
  if (party.address && (extra || another))
    await services.jobs.enqueue(tx, 'trading.screen_sender', { orderId: order.id, movementId });
  const from = fromId ? { fromId } : { reference: reference?.key };
  return { movementId, ...from, amount: amountPlain(amount), asset: assetOf(amount), movedAt };
}

/**
 * Confirms that the money (or the coins) of an order arrived, by its bank line or transaction hash (decision A3).
 * Money for an order that lapsed or was stopped is attached to it, to be returned (decision A2).
 */
export const confirmReceived = atDesk(orderActs.receive)
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
  const taken = await takeStep(desk, order, { command, note: note || null, record: movement });
  if (!late) await repriceArrived(desk, order, { movedAt: movement.movedAt, amount, whole });
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
    await countExtras(context, order, extrasHere(order).length + 1);
    await remember(context, order, { action: 'extraArrived', note: input.note, after: movement, public: true });
    return { orderId: order.id };
  });

/** Keeps count of the further payments that wait to go back: the order waits for staff as long as one does. */
export const countExtras = ({ tx, services }: Desk, { id, state, status }: Order, count: number) => {
  const open = status === 'pending' || status === 'processing';
  const waits = count > 0 || whoseMove(state) === 'staff' || (state.held && open);
  return saveExtras(tx, id, { count, waits, now: services.clock() });
};

/** Sends an unusable proof back to the customer, who uploads another. */
export const rejectClaim = atDesk(orderActs.rejectClaim)
  .input(ReasonedStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'rejectClaim');
    const reasonCode = reasonOf('reject_claim', input.reasonCode);
    // Time to upload another proof, and no more: neither the time to pay nor the price begins anew (decision E1).
    const { price_windows } = await currentSettings(context.tx);
    const facts = { lapsesAt: graceUntil(order, context.services.clock(), price_windows) };
    return takeStep(context, order, { command: 'rejectClaim', reasonCode, note: input.note || null, facts });
  });

/** Takes the order into work. */
export const startProcessing = atDesk(orderActs.startProcessing)
  .input(PlainStep)
  .handler(async ({ context, input }) => {
    const order = await orderAtDesk(context, input.orderId, 'startProcessing');
    if (order.chooseUntil) refuse('desk.price_not_taken', {});
    return takeStep(context, order, { command: 'startProcessing', note: input.note || null });
  });
