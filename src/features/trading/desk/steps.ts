import type { Act } from '../../../kernel/acts.ts';
import { audit } from '../../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../../platform/database.ts';
import { asMover, byMover, type Mover, system } from '../../../platform/mover.ts';
import { type Services, staffOnly } from '../../../platform/procedure.ts';
import { type OpenProposal, openProposal } from '../../approvals/decide.ts';
import type { ProposalKind } from '../../approvals/proposal.ts';
import { standingOf, stops } from '../../freezes/frozen.ts';
import { type Amount, amountWords, parseAmount, unitsOf } from '../../movements/amount.ts';
import { evidenceMayRefuse } from '../../movements/evidence.ts';
import type { OrderAct } from '../acts.ts';
import { mayRefuse, refuse } from '../desk-messages.ts';
import { moveOrder, orderFor } from '../moving/move-order.ts';
import { addEvent } from '../moving/move-store.ts';
import { tellCustomer } from '../moving/tell-customer.ts';
import type { MoveRefusal } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { isReasonCode, type ReasonedAct } from '../order/reasons.ts';
import type { OrderEvent, Step } from '../order/step.ts';
import { transferAmount } from '../quoting/pricing.ts';
import { frozenStepOf } from './frozen-rule.ts';

/** What every act at the desk works with. */
export type Desk = { services: Services; tx: Db; person: Person; request: { id: string } };

/** The same where nobody may stand behind it: what a card provider tells moves an order as well (decision A3). */
export type Work = Pick<Desk, 'services' | 'tx'> & Partial<Desk>;

/** With what any act at the desk can be refused. */
export const deskMayRefuse = {
  ...evidenceMayRefuse,
  ...mayRefuse(
    'trading.order_not_found',
    'trading.customer_frozen',
    'approvals.own_matter',
    'desk.not_now',
    'desk.reason_unknown',
    'desk.before_order',
    'desk.amount_differs',
    'desk.amount_unreadable',
    'desk.price_not_taken',
  ),
};

/** What staff do with an order. */
export const atDesk = (act: Act) => staffOnly(act).errors(deskMayRefuse);

export const moverOf = ({ person, request }: Work): Mover =>
  person && request ? asMover('staff', { person, request }) : system;

/** What may wait for a second person on an order: one of these at a time. */
const outwardKinds = ['payout', 'return', 'undo'] as const satisfies readonly ProposalKind[];
export const outwardProposal = (tx: Db, orderId: string) => openProposal(tx, outwardKinds, orderId);

/** What somebody wants to do to an order, and what waits on it, read once. */
type Beside = { readonly act: OrderAct; readonly waiting: OpenProposal | null };

async function lockedOrder(desk: Desk, orderId: string, { act, waiting }: Beside): Promise<Order> {
  const preparedBy = waiting?.proposedBy ?? null;
  const order = await orderFor(desk.tx, orderId, { actor: desk.person, act, preparedBy });
  const step = frozenStepOf(act);
  if (step && stops(await standingOf(desk.tx, order), step)) refuse('trading.customer_frozen', {});
  return order;
}

/**
 * The order, locked, for who may do this to it. Nobody acts on their own order, nor approves what they prepared; and
 * nothing of a frozen customer moves (decision E2).
 */
export const orderAtDesk = async (desk: Desk, orderId: string, act: OrderAct): Promise<Order> =>
  lockedOrder(desk, orderId, { act, waiting: await outwardProposal(desk.tx, orderId) });

/**
 * The same for who approves: something of this kind must wait, and somebody else must have laid it there. What decides
 * it locks it, so that of two at once one counts.
 */
export async function orderToApprove(
  desk: Desk,
  orderId: string,
  { kind, act }: { kind: (typeof outwardKinds)[number]; act: OrderAct },
): Promise<{ order: Order; waiting: OpenProposal }> {
  const waiting = await openProposal(desk.tx, kind, orderId);
  if (!waiting) return refuse('approvals.not_found', {});
  if (isOwn(desk.person, waiting.proposedBy)) refuse('approvals.second_person_needed', {});
  return { order: await lockedOrder(desk, orderId, { act, waiting }), waiting };
}

/** One thing of an order waits for its second person at a time: whoever approves sees all there is. */
export async function refuseBesideAnother(tx: Db, order: Order): Promise<void> {
  if (await outwardProposal(tx, order.id)) refuse('approvals.already_open', {});
}

/** What the customer hears of by mail. */
const written: Partial<Record<OrderEvent, true>> = {
  rejectClaim: true,
  receive: true,
  attachLate: true,
  complete: true,
  fail: true,
  cancel: true,
  returnMoney: true,
  payoutBounced: true,
  returnBounced: true,
  extraArrived: true,
  repriced: true,
  askedPrice: true,
  extraReturned: true,
  extraBounced: true,
  payInUndone: true,
  latePayInUndone: true,
  extraUndone: true,
  askedName: true,
};

async function writeAbout(work: Work, order: Order, step: { command: OrderEvent; reasonCode?: string | null }) {
  if (written[step.command]) await tellCustomer(work, order, step);
}

/** Moves the order and, in the same transaction, puts the letter about it on its way. */
export async function takeStep(work: Work, order: Order, step: Step): Promise<{ orderId: string }> {
  await moveOrder(work.tx, order, { step, mover: moverOf(work), now: work.services.clock() });
  await writeAbout(work, order, step);
  return { orderId: order.id };
}

/** A line in story and audit log for a step that leaves the order's own state as it is. */
export type Remembered = {
  readonly action: OrderEvent;
  readonly note: string;
  readonly after?: unknown;
  readonly reasonCode?: string | null;
  /** Whether the customer reads it. */
  readonly public?: boolean;
};

export async function remember(work: Work, order: Order, { action, note, after, ...rest }: Remembered): Promise<void> {
  const { tx, services } = work;
  const mover = moverOf(work);
  const { reasonCode = null, public: told = false } = rest;
  const step = { command: action, note: note || null, reasonCode, public: told };
  await addEvent(tx, order, { step, mover, now: services.clock() });
  await audit(tx, {
    ...byMover(mover),
    action: `trading.${action}`,
    subjectType: 'order',
    subjectId: order.id,
    aboutId: order.userId,
    after,
    reasonCode,
  });
  await writeAbout(work, order, step);
  if (told) announce(tx, 'trading', order.userId);
  announce(tx, 'desk');
}

/** The order does not allow it as it stands. */
export const refuseMove = (reason: MoveRefusal): never => refuse('desk.not_now', { why: reason.replaceAll('_', ' ') });

/** A code of the list for this act, or a refusal. */
export function reasonOf(act: ReasonedAct, code: string): string {
  return isReasonCode(act, code) ? code : refuse('desk.reason_unknown', {});
}

/** What came in, as staff saw it: any amount above nothing, of what the order asked for. */
export const arrivedAmount = ({ side, coins, fiat }: Order, seen: string): Amount =>
  parseAmount(side === 'buy' ? fiat : coins, seen) ?? refuse('desk.amount_unreadable', {});

/** It must be the amount of the order: the transfer's whole J$, or the exact sum; coins exactly. */
export function refuseOtherAmount({ side, coins, fiat }: Order, arrived: Amount): void {
  const asked: readonly Amount[] = side === 'buy' ? [fiat, transferAmount(fiat)] : [coins];
  if (asked.some((amount) => unitsOf(amount) === unitsOf(arrived))) return;
  refuse('desk.amount_differs', { expected: amountWords(side === 'buy' ? fiat : coins) });
}
