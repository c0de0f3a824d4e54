import { pageOf } from '../../../kernel/page.ts';
import type { Db } from '../../../platform/database.ts';
import { signedIn, signedInAlone, signedInAtOnce } from '../../../platform/procedure.ts';
import type { Amount } from '../../movements/amount.ts';
import { movedLines } from '../../movements/movement.ts';
import { type BankRail, bankRailFor, creditedBy } from '../../movements/payout-rail.ts';
import { currentSettings } from '../../settings/store.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { orderById, ownCounts, ownOrders, storyOf } from '../order/history-store.ts';
import { canMove, nextAction, searchedUntil, whoseMove } from '../order/order.ts';
import { balanceOf, payOutLine } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { type ReasonedAct, readReason } from '../order/reasons.ts';
import type { Mover } from '../order/step.ts';
import { termsAt } from '../quoting/new-terms.ts';
import { costOfOrder } from '../quoting/order-cost.ts';
import { transferAmount } from '../quoting/pricing.ts';
import { ClaimPayment, ListOrders, OneOrder } from '../schema.ts';
import { isCooling } from '../wallets/coercion.ts';
import { type WarnedOrder, warnedOf } from '../wallets/warned-store.ts';
import { askedOf } from './asked.ts';
import { cardWait, cardWaitIfPaid } from './card-wait.ts';
import { holidaysAround } from './holidays.ts';
import { moveOrder, orderFor } from './move-order.ts';
import { provedBy } from './move-store.ts';
import { promiseFor } from './processing-times.ts';

/** One page of a person's orders, newest first, and where the next begins. */
export const listOwn = signedInAtOnce.input(ListOrders).handler(async ({ context: { tx }, input }) => {
  const orders = await ownOrders(tx, { ...input, limit: input.limit + 1 });
  const { page, next } = pageOf(orders, input.limit, ({ id }) => id);
  return { orders: page, next };
});

export const countOwn = signedInAtOnce.handler(({ context: { tx } }) => ownCounts(tx));

const reasonedActs: Record<string, ReasonedAct> = {
  fail: 'fail',
  cancel: 'cancel',
  returnMoney: 'return',
  rejectClaim: 'reject_claim',
  extraReturned: 'return',
  payoutBounced: 'bounce',
  returnBounced: 'bounce',
  extraBounced: 'bounce',
  payInUndone: 'take_off',
  latePayInUndone: 'take_off',
  extraUndone: 'take_off',
};

/**
 * What the customer may read about a reason; suspicions have no words of their own (decision A7). `isBack`: what they
 * sent has gone back.
 */
export const customerReason = (event: string, code: string | null, isBack = false): string | null => {
  const act = reasonedActs[event];
  const reason = act && code ? readReason(act, code) : null;
  return (isBack && reason?.wentBack) || (reason?.customer ?? null);
};

/** The promise for an order as it stands now. `kept`: until when its coins stay with us, where a card paid. */
export const promiseOf = (order: Order, now: Date, kept: Date | null) => {
  const { side, state, placedAt, claimedAt, receivedAt, lapsesAt, closedAt, coolsUntil } = order;
  const keptUntil = kept && coolsUntil && coolsUntil > kept ? coolsUntil : (kept ?? coolsUntil);
  const promised = { side, state, placedAt, claimedAt, receivedAt, lapsesAt, closedAt, keptUntil };
  return promiseFor(promised, now, holidaysAround(now));
};

/** How a sell's J$ travel and, once they left, by when they are in the account; null for a buy. */
function bankWay(order: Order): { rail: BankRail; creditedBy: Date | null } | null {
  if (order.side === 'buy') return null;
  const rail = bankRailFor(order.net);
  const left = payOutLine(order)?.movedAt ?? null;
  return { rail, creditedBy: left && creditedBy(rail, left, holidaysAround(left)) };
}

/** When an order that is still to be paid is done, should its payment reach us at the last moment; else null. */
async function doneIfPaid(tx: Db, order: Order, now: Date): Promise<Date | null> {
  const { state, lapsesAt } = order;
  if (state.status !== 'pending' || state.payIn !== 'awaiting' || !lapsesAt) return null;
  const paid = { ...order, state: { ...state, payIn: 'received' as const }, receivedAt: lapsesAt };
  const promise = promiseOf(paid, now, await cardWaitIfPaid(tx, order, lapsesAt));
  return promise.kind === 'done_by' ? promise.at : null;
}

/** An order as its customer sees it: nothing of holds, notes and staff names, of others' accounts the ends alone. */
function forCustomer(order: Order) {
  const { state, holdReason: _kept, userId: _own, receipt: _receipt, movements: _all, ...rest } = order;
  return { ...rest, payOut: state.payOut };
}

const forWhomeverBought = ({ matterId: _others, ...warned }: WarnedOrder) => warned;

/** One's own order: figures, story, whose move it is, the promise and, while it is to be paid, where to pay. */
export const showOwn = signedIn
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context: { services, tx, person }, input }) => {
    const now = services.clock();
    const order = await orderById(tx, input.orderId);
    if (order?.userId !== person.id) return refuse('trading.order_not_found', {});
    const { state, side } = order;
    const choosing = state.status === 'pending' ? order.chooseUntil : null;
    const story = await storyOf(tx, order.id, false);
    const toPay = side === 'buy' && state.payIn !== 'received' && state.payIn !== 'returned';
    const kept = await cardWait(tx, order);
    const asked = await askedOf(tx, order);
    const warned = await warnedOf(tx, order.id);
    const accounts =
      toPay && order.paymentMethod === 'bank_transfer' ? (await currentSettings(tx)).bank_accounts : null;
    return {
      order: forCustomer(order),
      /** What came in, left and went back, and what that adds up to: one account for everybody (decision E6). */
      moved: movedLines(order.movements),
      balance: balanceOf(order),
      transfer: transferAmount(order.fiat),
      cost: costOfOrder(order),
      account: accounts?.[order.fiat.currency] ?? null,
      story: story.map(({ at, event, actorKind, reasonCode }) => ({
        at,
        event,
        by: actorKind === 'customer' ? ('you' as const) : ('us' as const),
        reason: customerReason(event, reasonCode, state.payIn === 'returned'),
      })),
      // A hold is invisible: the order looks like one that is worked on.
      whoseMove: choosing || asked ? ('customer' as const) : whoseMove({ ...state, held: false }),
      nextAction: nextAction({ ...state, held: false }, side),
      // While they choose, or have not answered, nothing runs on our side.
      promise: choosing || asked ? { kind: 'waiting' as const } : promiseOf(order, now, kept),
      /** Until when coins that a card paid stay with us, while they have not left. */
      keptUntil: state.payOut === 'sent' ? null : kept,
      bankWay: bankWay(order),
      doneIfPaid: await doneIfPaid(tx, order, now),
      /** What they would get at the price of now, where they are to choose; null where no price is to be had. */
      choice: choosing && { until: choosing, gets: await getsNow(tx, order, now) },
      /** What they are asked about the card that paid, until a person has looked. */
      asked,
      mayCancel: callingOff(order, now) !== null,
      /** What was shown and answered about the wallet when it was placed; null where nothing was. */
      warned: warned && forWhomeverBought(warned),
      mayClaim: canMove(state, 'claim'),
    };
  });

async function getsNow(tx: Db, order: Order, now: Date): Promise<Amount | null> {
  const terms = await termsAt(tx, order, now);
  return terms && (order.side === 'buy' ? terms.coins : terms.net);
}

const asCustomer = (person: { id: string; roles: readonly string[] }, requestId: string): Mover => ({
  kind: 'customer',
  id: person.id,
  roles: person.roles,
  requestId,
});

/**
 * Attaches the proof of a payment that its customer uploads: a claim, not a payment (decision A3) [001 §4 Card buy
 * flow, Bank buy flow]. Works on a lapsed order too, because money may be late.
 */
export const claimPayment = signedInAlone
  .errors(
    mayRefuse(
      'trading.order_not_found',
      'trading.proof_missing',
      'trading.proof_used',
      'trading.cannot_now',
      'staff.not_allowed',
      'approvals.own_matter',
    ),
  )
  .input(ClaimPayment)
  .handler(async ({ context: { services, tx, arriving, request }, input }) => {
    const person = await arriving;
    const order = await orderFor(tx, input.orderId, { actor: person, act: 'claim' });
    const others = (await provedBy(tx, order, input.proofFile)) ?? refuse('trading.proof_missing', {});
    const settings = await currentSettings(tx);
    if (others >= settings.order_limits.perPicture) refuse('trading.proof_used', {});
    const end = searchedUntil(order, services.clock(), settings.price_windows);
    const facts = { proofFile: input.proofFile, lapsesAt: end };
    const step = { command: 'claim' as const, facts };
    const mover = asCustomer(person, request.id);
    const { status } = await moveOrder(tx, order, { step, mover, now: services.clock() });
    return { orderId: order.id, status };
  });

/** How its customer may call it off: before they paid, and whatever they paid while it cools off. */
const callingOff = (order: Order, now: Date): 'cancelOwn' | 'callOff' | null => {
  if (canMove(order.state, 'cancelOwn')) return 'cancelOwn';
  return isCooling(order, now) && canMove(order.state, 'callOff') ? 'callOff' : null;
};

/**
 * Calls an order off, a pending one becomes cancelled [001 §4 Payment cancel], before anything was claimed as paid; and
 * until its cooling-off ends, where it has one.
 */
export const cancelOwn = signedIn
  .errors(mayRefuse('trading.order_not_found', 'trading.cannot_now', 'staff.not_allowed', 'approvals.own_matter'))
  .input(OneOrder)
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    const order = await orderFor(tx, input.orderId, { actor: person, act: 'cancelOwn' });
    const mover = asCustomer(person, request.id);
    const now = services.clock();
    const command = callingOff(order, now) ?? 'cancelOwn';
    await moveOrder(tx, order, { step: { command }, mover, now });
    return { orderId: order.id };
  });
