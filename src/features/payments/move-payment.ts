import { type Actor, can, isSecondMissing } from '../../kernel/permissions.ts';
import { type AuditActor, auditActor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import type { Ticket } from '../receipts/receipt.ts';
import { hasEmail } from './emails.ts';
import { refuse } from './messages.ts';
import { isAwaitingStaff, move, type PaymentCommand, type PaymentState, type ProductKind } from './payment.ts';
import { type PaymentAct, paymentPermissions } from './permissions.ts';
import { findPayment, type Payment, type PaymentChanges, saveState } from './store.ts';

/** Callbacks of a product. {@link movePayment} calls them in its transaction. */
export type FulfilmentHandlers = {
  readonly onPaid: (tx: Db, payment: Payment, now: Date) => Promise<void>;
  /** Called when a payment expires, is cancelled, rejected or refunded. */
  readonly onEnded: (tx: Db, payment: Payment, now: Date) => Promise<void>;
  /** Called when a hold ends. True if the product was cancelled or its date passed. */
  readonly isUnavailable?: (tx: Db, payment: Payment, now: Date) => Promise<boolean>;
  readonly ticket?: (tx: Db, payment: Payment) => Promise<Ticket | null>;
  /** Returns the end of the reservation after a claim. Only products with limited seats need it. */
  readonly reservedUntil?: (tx: Db, payment: Payment, now: Date) => Promise<Date>;
};

export type FulfilmentByProduct = Readonly<Record<ProductKind, FulfilmentHandlers>>;

export type MoveContext = { readonly services: Services; readonly tx: Db; readonly payables: FulfilmentByProduct };

type Step = {
  readonly command: PaymentCommand;
  readonly actor: AuditActor;
  readonly facts?: PaymentChanges;
  readonly note?: string;
  /** Extra fields of the audit entry. */
  readonly record?: object;
};

type Attempt = {
  readonly actor: Actor;
  readonly act: PaymentAct;
  readonly preparedBy?: string | null;
};

/** Locks a payment. Refuses actors without the permission; `not_found` if they may not even view it. */
export const lockPaymentFor = async (tx: Db, id: string, attempt: Attempt): Promise<Payment> =>
  requirePaymentFor(await findPayment(tx, id, true), attempt);

export function requirePaymentFor(payment: Payment | null, { actor, act, preparedBy = null }: Attempt): Payment {
  if (!payment) return refuse('payments.not_found', {});
  const subject = { customerId: payment.userId, preparedBy };
  if (can(actor, paymentPermissions[act], subject)) return payment;
  if (isSamePerson(actor, payment.userId)) return refuse('approvals.own_matter', {});
  if (isSecondMissing(actor, paymentPermissions[act], subject)) return refuse('approvals.second_person_needed', {});
  return refuse(can(actor, paymentPermissions.view, subject) ? 'staff.not_allowed' : 'payments.not_found', {});
}

export type PaymentEmailJob = { readonly paymentId: string; readonly command: PaymentCommand; readonly last: boolean };

async function enqueueEmail({ services, tx }: MoveContext, { id, userId }: Payment, command: PaymentCommand) {
  if (!hasEmail(command)) return;
  const today = await claimDailyEmail(tx, 'payment', { recipientId: userId, now: services.clock() });
  if (!today) return;
  const email: PaymentEmailJob = { paymentId: id, command, last: today === 'last' };
  await services.jobs.enqueue(tx, 'payments.send_email', email);
}

async function notifyCustomer(moving: MoveContext, payment: Payment, command: PaymentCommand) {
  await enqueueEmail(moving, payment, command);
  publishTopic(moving.tx, 'payments', payment.userId);
}

/** Commands that screen the customer's name, because regular screening skips closed accounts. */
const screeningCommands: readonly PaymentCommand[] = ['receive', 'attachLate', 'refund', 'agreePart'];

const partAgreedAfter: Partial<Record<PaymentCommand, boolean>> = {
  agreePart: true,
  returnPart: false,
  undoPart: false,
};

/** Applies a command, or refuses it in the current state [001 §4 Subscriptions, Workshop registrations]. */
export async function movePayment(moving: MoveContext, payment: Payment, step: Step): Promise<PaymentState> {
  const { services, tx, payables } = moving;
  const { command, actor, facts = {}, note, record } = step;
  const now = services.clock();
  const result = move(payment.state, command);
  if (!result.ok)
    return actor.kind === 'staff'
      ? refuse('payments.not_now', { why: result.reason.replaceAll('_', ' ') })
      : refuse('payments.cannot_now', {});
  const { state } = result;
  const change = {
    before: payment.state,
    after: state,
    changes: facts,
    partAgreed: partAgreedAfter[command] ?? null,
    now,
  };
  const partWaits = change.partAgreed ?? payment.partAgreed;
  const waits = isAwaitingStaff(state) || partWaits;
  const claims = command === 'claim' || command === 'claimHeld';
  const held = await saveState(tx, payment.id, { ...change, waits, claims, begins: command === 'begin' });
  const handlers = payables[payment.payable];
  const isIncoming = command === 'receive' || command === 'begin';
  if (isIncoming && !held) await handlers.onPaid(tx, { ...payment, state }, now);
  if (payment.state.ended === null && state.ended !== null) await handlers.onEnded(tx, { ...payment, state }, now);
  await audit(tx, {
    ...auditActor(actor),
    action: `payments.${command}`,
    subjectType: 'payment',
    subjectId: payment.id,
    aboutId: actor.kind === 'customer' ? null : payment.userId,
    before: payment.state,
    after: { ...state, ...(held && { held }), ...(note && { note }), ...record },
    reasonCode: facts.reasonCode ?? null,
  });
  if (screeningCommands.includes(command))
    await services.jobs.enqueue(tx, 'screening.names', { userId: payment.userId });
  if (isIncoming && held) await services.jobs.enqueue(tx, 'payments.held', { paymentId: payment.id });
  else await notifyCustomer(moving, payment, command);
  publishTopic(tx, 'desk');
  return state;
}
