import { paginate } from '../../../kernel/pagination.ts';
import { actorFrom } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authed, authedPipelined, authedSerial } from '../../../platform/http/procedure.ts';
import { formatDiscount } from '../../discounts/format-discount.ts';
import type { Amount } from '../../ledger/amount.ts';
import { toCustomerMovements } from '../../ledger/movement.ts';
import { type BankRail, getBankRail, getCreditDeadline } from '../../ledger/payout-rail.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { countMyOrders, findMyOrders, findOpenOrders, findOrder, findTimeline } from '../order/history-store.ts';
import { awaitingParty, canApply, nextAction, searchedUntil } from '../order/order.ts';
import { getBalance, payOutMovement } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { type ReasonedAction, readReason } from '../order/reasons.ts';
import { loadTermsAt } from '../quoting/new-terms.ts';
import { getOrderCost } from '../quoting/order-cost.ts';
import { transferAmount } from '../quoting/pricing.ts';
import { ClaimPayment, ListOrders, OneOrder } from '../schema.ts';
import { findOrderWarning, type OrderWarning } from '../wallets/order-warning-store.ts';
import { isCoolingOff } from '../wallets/scam-questions.ts';
import { chargebackHoldIfPaid, findChargebackHoldEnd } from './chargeback-hold.ts';
import { openCustomerQuestion } from './customer-question.ts';
import { holidaysAround } from './holidays.ts';
import { notifyCustomer } from './notify-customer.ts';
import { findPayeeWaitEnd, getLater } from './payee-wait.ts';
import { computePromise, type OrderPromise } from './processing-times.ts';
import { lockOrderFor, transitionOrder } from './transition-order.ts';
import { countProvenOrders } from './transition-store.ts';

export const listMyOrders = authedPipelined.input(ListOrders).handler(async function listMyOrders({
  context: { tx },
  input,
}) {
  const orders = await findMyOrders(tx, { ...input, limit: input.limit + 1 });
  const { page, next } = paginate(orders, input.limit, ({ id }) => id);
  return { orders: page, next };
});

export const countOrders = authedPipelined.handler(function countOrders({ context: { tx } }) {
  return countMyOrders(tx);
});

const reasonActions: Record<string, ReasonedAction> = {
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

/** Formats a reason for the customer, without suspicions (decision A7). Null for internal reasons. */
export const customerReason = (event: string, code: string | null, isRefunded = false): string | null => {
  const act = reasonActions[event];
  const reason = act && code ? readReason(act, code) : null;
  return (isRefunded && reason?.wentBack) || (reason?.customer ?? null);
};

export const getPromise = (order: Order, now: Date, holdUntil: Date | null) => {
  const { side, state, placedAt, claimedAt, receivedAt, lapsesAt, closedAt, coolsUntil } = order;
  const keptUntil = getLater(holdUntil, coolsUntil);
  const promised = { side, state, placedAt, claimedAt, receivedAt, lapsesAt, closedAt, keptUntil };
  return computePromise(promised, now, holidaysAround(now));
};

/** Bank rail of a sell's payout and the latest arrival. Null for a buy. */
function getPayoutRail(order: Order): { rail: BankRail; creditedBy: Date | null } | null {
  if (order.side === 'buy') return null;
  const rail = getBankRail(order.net);
  const left = payOutMovement(order)?.movedAt ?? null;
  return { rail, creditedBy: left && getCreditDeadline(rail, left, holidaysAround(left)) };
}

async function findDoneIfPaid(tx: Db, order: Order, now: Date): Promise<Date | null> {
  const { state, lapsesAt } = order;
  if (state.status !== 'pending' || state.payIn !== 'awaiting' || !lapsesAt) return null;
  const paid = { ...order, state: { ...state, payIn: 'received' as const }, receivedAt: lapsesAt };
  const promise = getPromise(paid, now, await chargebackHoldIfPaid(tx, order, lapsesAt));
  return promise.kind === 'done_by' ? promise.at : null;
}

function redactForCustomer(order: Order) {
  const {
    state,
    holdReason: _holdReason,
    userId: _userId,
    receipt: _receipt,
    movements: _movements,
    discount,
    ...rest
  } = order;
  return { ...rest, discount: discount && formatDiscount(discount), payOut: state.payOut };
}

/** Returns when the next step is due. A price choice or a question to the customer suspends our promise. */
export async function loadNext(tx: Db, order: Order, now: Date) {
  const choiceUntil = order.state.status === 'pending' ? order.chooseUntil : null;
  const [chargebackHoldUntil, waitUntil, question] = await Promise.all([
    findChargebackHoldEnd(tx, order),
    findPayeeWaitEnd(tx, order),
    openCustomerQuestion(tx, order),
  ]);
  const isWaiting = choiceUntil !== null || question !== null;
  const promise: OrderPromise = isWaiting
    ? { kind: 'waiting' }
    : getPromise(order, now, getLater(chargebackHoldUntil, waitUntil));
  return { choiceUntil, keptUntil: chargebackHoldUntil, waitUntil, question, isWaiting, promise };
}

const openOrdersLimit = 20;

/** The customer's newest 20 orders that are unfinished or await a refund, with the promised date of each. */
export const listOpenOrders = authed.handler(async function listOpenOrders({ context: { services, tx } }) {
  const now = services.clock();
  const orders = await findOpenOrders(tx, openOrdersLimit);
  return Promise.all(
    orders.map(async (order) => {
      const { promise, question } = await loadNext(tx, order, now);
      return { ...redactForCustomer(order), promise, isAsked: question !== null };
    }),
  );
});

const redactWarning = ({ matterId: _others, ...warned }: OrderWarning) => warned;

export const showMyOrder = authed
  .errors(refusalCodes('trading.order_not_found'))
  .input(OneOrder)
  .handler(async function showMyOrder({ context: { services, tx, person }, input }) {
    const now = services.clock();
    const order = await findOrder(tx, input.orderId);
    if (order?.userId !== person.id) return refuse('trading.order_not_found', {});
    const { state, side } = order;
    const { choiceUntil, keptUntil, waitUntil, question, isWaiting, promise } = await loadNext(tx, order, now);
    const timeline = await findTimeline(tx, order.id, false);
    const toPay = side === 'buy' && state.payIn !== 'received' && state.payIn !== 'returned';
    const warned = await findOrderWarning(tx, order.id);
    const accounts =
      toPay && order.paymentMethod === 'bank_transfer' ? (await loadCurrentSettings(tx)).bank_accounts : null;
    return {
      order: redactForCustomer(order),
      moved: toCustomerMovements(order.movements),
      balance: getBalance(order),
      transfer: transferAmount(order.fiat),
      cost: getOrderCost(order),
      account: accounts?.[order.fiat.currency] ?? null,
      story: timeline.map(({ at, event, actorKind, reasonCode }) => ({
        at,
        event,
        by: actorKind === 'customer' ? ('you' as const) : ('us' as const),
        reason: customerReason(event, reasonCode, state.payIn === 'returned'),
      })),
      nextActor: isWaiting ? ('customer' as const) : awaitingParty({ ...state, held: false }),
      nextAction: nextAction({ ...state, held: false }, side),
      promise,
      keptUntil: state.payOut === 'sent' ? null : keptUntil,
      payeeWaitUntil: waitUntil && waitUntil > now ? waitUntil : null,
      bankWay: getPayoutRail(order),
      doneIfPaid: await findDoneIfPaid(tx, order, now),
      /** `gets` is the amount at the current price, or null without a price. */
      choice: choiceUntil && { until: choiceUntil, gets: await loadCurrentPayout(tx, order, now) },
      asked: question,
      mayCancel: getCancelCommand(order, now) !== null,
      warned: warned && redactWarning(warned),
      mayClaim: canApply(state, 'claim'),
    };
  });

async function loadCurrentPayout(tx: Db, order: Order, now: Date): Promise<Amount | null> {
  const terms = await loadTermsAt(tx, order, now);
  return terms && (order.side === 'buy' ? terms.coins : terms.net);
}

/** Attaches the customer's proof, also after the order ended [001 §4 Card buy flow, Bank buy flow] (A3). */
export const claimPayment = authedSerial
  .errors(
    refusalCodes(
      'trading.order_not_found',
      'trading.proof_missing',
      'trading.proof_used',
      'trading.cannot_now',
      'staff.not_allowed',
      'approvals.own_matter',
    ),
  )
  .input(ClaimPayment)
  .handler(async function claimPayment({ context: { services, tx, userPromise: arriving, request }, input }) {
    const person = await arriving;
    const order = await lockOrderFor(tx, input.orderId, { actor: person, act: 'claim' });
    const provenCount = (await countProvenOrders(tx, order, input.proofFile)) ?? refuse('trading.proof_missing', {});
    const settings = await loadCurrentSettings(tx);
    if (provenCount >= settings.order_limits.perPicture) refuse('trading.proof_used', {});
    const end = searchedUntil(order, services.clock(), settings.price_windows);
    const facts = { proofFile: input.proofFile, lapsesAt: end };
    const step = { command: 'claim' as const, facts };
    const mover = actorFrom('customer', { person, request });
    const { status } = await transitionOrder(tx, order, { step, mover, now: services.clock() });
    await notifyCustomer({ services, tx }, order, step);
    return { orderId: order.id, status };
  });

const getCancelCommand = (order: Order, now: Date): 'cancelOwn' | 'callOff' | null => {
  if (canApply(order.state, 'cancelOwn')) return 'cancelOwn';
  return isCoolingOff(order, now) && canApply(order.state, 'callOff') ? 'callOff' : null;
};

/** Cancels an order before its claim, or during cooling-off [001 §4 Payment cancel]. */
export const cancelMyOrder = authed
  .errors(refusalCodes('trading.order_not_found', 'trading.cannot_now', 'staff.not_allowed', 'approvals.own_matter'))
  .input(OneOrder)
  .handler(async function cancelMyOrder({ context: { services, tx, person, request }, input }) {
    const order = await lockOrderFor(tx, input.orderId, { actor: person, act: 'cancelOwn' });
    const mover = actorFrom('customer', { person, request });
    const now = services.clock();
    const command = getCancelCommand(order, now) ?? 'cancelOwn';
    await transitionOrder(tx, order, { step: { command }, mover, now });
    await notifyCustomer({ services, tx }, order, { command });
    return { orderId: order.id };
  });
