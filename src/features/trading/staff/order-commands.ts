import type { Permission } from '../../../kernel/permissions.ts';
import { type AuditActor, actorFrom, auditActor, system } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic, type SessionUser } from '../../../platform/database/database.ts';
import { type Services, staff, staffPipelined } from '../../../platform/http/procedure.ts';
import { findOpenProposal, type OpenProposal } from '../../approvals/decide.ts';
import { type FrozenStep, isBlockedBy, standingOf } from '../../freezes/frozen.ts';
import { type Amount, formatAmount, minorUnitsOf, parseAmount } from '../../ledger/amount.ts';
import { evidenceRefusalCodes } from '../../ledger/evidence.ts';
import {
  type LockedTransfer,
  lockForApproval,
  type TransferKind,
  transferKinds,
} from '../../outgoing-money/transfers.ts';
import { notifyCustomer } from '../lifecycle/notify-customer.ts';
import { lockOrderFor, requireOrderFor, transitionOrder } from '../lifecycle/transition-order.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { findOrder } from '../order/history-store.ts';
import type { TransitionRefusal } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { isReasonCode, type ReasonedAction } from '../order/reasons.ts';
import type { OrderEvent, Step } from '../order/step.ts';
import type { OrderAct } from '../permissions.ts';
import { transferAmount } from '../quoting/pricing.ts';
import { refusalCodes, refuse } from '../staff-messages.ts';

/** Actions blocked for a frozen customer (decision E2). The database blocks them too. */
const frozenSteps: Partial<Record<OrderAct, FrozenStep>> = {
  startProcessing: 'onward',
  release: 'release',
  preparePayout: 'out',
  approvePayout: 'out',
  complete: 'out',
  returnMoney: 'back',
  approveReturn: 'back',
  recordReturned: 'back',
  // An unlinked payment could go to another customer, so an allowed refund does not allow unlinking.
  undoPayIn: 'out',
};

export const getFrozenStep = (act: OrderAct): FrozenStep | null => frozenSteps[act] ?? null;

export type StaffContext = { services: Services; tx: Db; person: SessionUser; request: { id: string } };

/** Has no `person` when an event of the card provider changes the order (decision A3). */
export type StaffOrSystemContext = Pick<StaffContext, 'services' | 'tx'> & Partial<StaffContext>;

export const staffRefusalCodes = {
  ...evidenceRefusalCodes,
  ...refusalCodes(
    'trading.order_not_found',
    'desk.customer_frozen',
    'approvals.own_matter',
    'desk.not_now',
    'desk.reason_unknown',
    'desk.before_order',
    'desk.amount_differs',
    'desk.amount_unreadable',
    'desk.price_not_taken',
  ),
};

export const staffProcedure = (act: Permission) => staff(act).errors(staffRefusalCodes);
export const pipelinedProcedure = (act: Permission) => staffPipelined(act).errors(staffRefusalCodes);

export const getActor = ({ person, request }: StaffOrSystemContext): AuditActor =>
  person && request ? actorFrom('staff', { person, request }) : system;

export const findOutgoingProposal = (tx: Db, orderId: string) => findOpenProposal(tx, transferKinds, orderId);

type LockRequest = { readonly act: OrderAct; readonly waiting: OpenProposal | null };

async function lockForAction(context: StaffContext, orderId: string, { act, waiting }: LockRequest): Promise<Order> {
  const preparedBy = waiting?.proposedBy ?? null;
  const order = await lockOrderFor(context.tx, orderId, { actor: context.person, act, preparedBy });
  await assertNotFrozen(context, order, act);
  return order;
}

/** Rejects the user's own orders and proposals, and orders of frozen customers (decision E2). */
export const lockOrderForStaff = async (context: StaffContext, orderId: string, act: OrderAct): Promise<Order> =>
  lockForAction(context, orderId, { act, waiting: await findOutgoingProposal(context.tx, orderId) });

export type PipelinedContext = Omit<StaffContext, 'person'> & { readonly personPromise: Promise<SessionUser> };
type Approval = { readonly kind: TransferKind; readonly act: OrderAct };

/** Locks order, proposal and both people with the session check. */
export async function lockOrderForApproval(
  { personPromise, ...context }: PipelinedContext,
  { orderId, proposalId }: { readonly orderId: string; readonly proposalId: string },
  { kind, act }: Approval,
): Promise<{ staff: StaffContext; order: Order; locked: LockedTransfer }> {
  const { tx } = context;
  const found = findOrder(tx, orderId, true);
  const subject = { proposalId, subject: orderId, kinds: [kind] };
  const { person, owner, locked } = await lockForApproval({ tx, personPromise }, found, subject);
  if (isSamePerson(person, locked.proposedBy)) refuse('approvals.second_person_needed', {});
  const attempt = { actor: person, act, preparedBy: locked.proposedBy };
  return { staff: { ...context, person }, order: requireOrderFor(owner, attempt), locked };
}

async function assertNotFrozen({ tx }: StaffContext, order: Order, act: OrderAct): Promise<void> {
  const step = getFrozenStep(act);
  if (step && isBlockedBy(await standingOf(tx, order), step)) refuse('desk.customer_frozen', {});
}

const emailedEvents: Partial<Record<OrderEvent, true>> = {
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

async function sendEmailAbout(
  context: StaffOrSystemContext,
  order: Order,
  step: { command: OrderEvent; reasonCode?: string | null },
) {
  if (emailedEvents[step.command]) await notifyCustomer(context, order, step);
}

export async function applyTransition(
  context: StaffOrSystemContext,
  order: Order,
  step: Step,
): Promise<{ orderId: string }> {
  await transitionOrder(context.tx, order, { step, mover: getActor(context), now: context.services.clock() });
  await sendEmailAbout(context, order, step);
  return { orderId: order.id };
}

export type RecordedEvent = {
  readonly action: OrderEvent;
  readonly note: string;
  readonly after?: unknown;
  readonly reasonCode?: string | null;
  readonly public?: boolean;
};

export async function recordEvent(
  context: StaffOrSystemContext,
  order: Order,
  { action, note, after, ...rest }: RecordedEvent,
): Promise<void> {
  const { tx, services } = context;
  const mover = getActor(context);
  const { reasonCode = null, public: isPublic = false } = rest;
  const step = { command: action, note: note || null, reasonCode, public: isPublic };
  const about = { subjectType: 'order', subjectId: order.id, aboutId: order.userId };
  await Promise.all([
    addEvent(tx, order, { step, mover, now: services.clock() }),
    audit(tx, { ...auditActor(mover), action: `trading.${action}`, ...about, after, reasonCode }),
  ]);
  await sendEmailAbout(context, order, step);
  if (isPublic) publishTopic(tx, 'trading', order.userId);
  publishTopic(tx, 'desk');
}

export const refuseTransition = (reason: TransitionRefusal): never =>
  refuse('desk.not_now', { why: reason.replaceAll('_', ' ') });

export function parseReason(act: ReasonedAction, code: string): string {
  return isReasonCode(act, code) ? code : refuse('desk.reason_unknown', {});
}

export const parseArrivedAmount = ({ side, coins, fiat }: Order, typed: string): Amount =>
  parseAmount(side === 'buy' ? fiat : coins, typed) ?? refuse('desk.amount_unreadable', {});

export function assertExpectedAmount({ side, coins, fiat }: Order, arrived: Amount): void {
  const expected: readonly Amount[] = side === 'buy' ? [fiat, transferAmount(fiat)] : [coins];
  if (expected.some((amount) => minorUnitsOf(amount) === minorUnitsOf(arrived))) return;
  refuse('desk.amount_differs', { expected: formatAmount(side === 'buy' ? fiat : coins) });
}
