import { type Actor, may } from '../../kernel/acts.ts';
import { audit } from '../../platform/audit.ts';
import { announce, type Db, isOwn } from '../../platform/database.ts';
import { letterToday } from '../../platform/letters-a-day.ts';
import type { Services } from '../../platform/procedure.ts';
import type { Ticket } from '../receipts/receipt.ts';
import { type PaymentAct, paymentActs } from './acts.ts';
import { isToldByLetter } from './letters.ts';
import { refuse } from './messages.ts';
import { move, type Payable, type PaymentCommand, type PaymentState, waitsForStaff } from './payment.ts';
import { type Facts, type Payment, paymentById, saveState } from './store.ts';

/** What becomes of the thing that was paid for, in the transaction in which its payment moved, as that stands now. */
export type Effects = {
  /** Its money is here: it begins. */
  readonly paid: (tx: Db, payment: Payment, now: Date) => Promise<void>;
  /** Nothing more is due for it, or what was paid is given back: it ends. */
  readonly over: (tx: Db, payment: Payment, now: Date) => Promise<void>;
  /**
   * Whether it cannot be had any more, called off or past while its money was held: it never begins. Left out where
   * that does not happen.
   */
  readonly isOff?: (tx: Db, payment: Payment, now: Date) => Promise<boolean>;
  /** What of it stands on the receipt beside the payment; left out where there is nothing to show at a door. */
  readonly ticket?: (tx: Db, payment: Payment) => Promise<Ticket | null>;
  /** Until when it is kept for whoever says now that they paid; left out where nobody else wants it meanwhile. */
  readonly keptUntil?: (tx: Db, payment: Payment, now: Date) => Promise<Date>;
};

/** The rooms that sell something, by what they sell. Whoever puts the house together names them. */
export type Payables = Readonly<Record<Payable, Effects>>;

/** Who moves it. */
export type Mover = {
  readonly kind: 'customer' | 'staff' | 'system';
  readonly id: string | null;
  readonly roles: readonly string[];
  readonly requestId: string | null;
};
export const system: Mover = { kind: 'system', id: null, roles: [], requestId: null };

/** In what a payment moves, and whose things it may pay for. */
export type Moving = { readonly services: Services; readonly tx: Db; readonly payables: Payables };

type Step = {
  readonly command: PaymentCommand;
  readonly mover: Mover;
  readonly facts?: Facts;
  readonly note?: string;
  /** What the audit log keeps of it beside the state. */
  readonly record?: object;
};

/** Who wants to do what to a payment. */
type Attempt = {
  readonly actor: Actor;
  readonly act: PaymentAct;
  /** Who prepared what waits for a second person, if anything does. */
  readonly preparedBy?: string | null;
};

/** The payment, locked, if this person may do this to it; for everybody else it does not exist. */
export async function paymentFor(tx: Db, id: string, { actor, act, preparedBy = null }: Attempt): Promise<Payment> {
  const payment = await paymentById(tx, id, true);
  if (!payment) return refuse('payments.not_found', {});
  const matter = { customerId: payment.userId, preparedBy };
  if (may(actor, paymentActs[act], matter)) return payment;
  if (isOwn(actor, payment.userId)) return refuse('approvals.own_matter', {});
  return refuse(may(actor, paymentActs.view, matter) ? 'staff.not_allowed' : 'payments.not_found', {});
}

/** A letter about a payment, as it waits to be written. */
export type LetterAbout = { readonly paymentId: string; readonly command: PaymentCommand; readonly last: boolean };

async function writeAbout({ services, tx }: Moving, { id, userId }: Payment, command: PaymentCommand) {
  if (!isToldByLetter(command)) return;
  const today = await letterToday(tx, 'payment', { whom: userId, now: services.clock() });
  if (!today) return;
  const letter: LetterAbout = { paymentId: id, command, last: today === 'last' };
  await services.jobs.enqueue(tx, 'payments.letter', letter);
}

/** By letter and at once. Of money that came and is held they are told neither: nothing they may read changed (A7). */
async function tellCustomer(moving: Moving, payment: Payment, command: PaymentCommand) {
  await writeAbout(moving, payment, command);
  announce(moving.tx, 'payments', payment.userId);
}

/** Money came, or is to go back: whoever closed their account meanwhile was compared with no list since. */
const looksAtNames: readonly PaymentCommand[] = ['receive', 'attachLate', 'refund', 'agreePart'];

/** A part that two agreed on is to be sent, until it was. */
const partAgreed: Partial<Record<PaymentCommand, boolean>> = { agreePart: true, returnPart: false, undoPart: false };

/**
 * Moves a payment of a plan, workshop or course one step by the table of allowed moves, and with it what it pays for:
 * state, effect, audit line, letter and announcement in the caller's transaction [001 §4 Subscriptions, Workshop
 * registrations].
 */
export async function movePayment(moving: Moving, payment: Payment, step: Step): Promise<PaymentState> {
  const { services, tx, payables } = moving;
  const { command, mover, facts = {}, note, record } = step;
  const now = services.clock();
  const result = move(payment.state, command);
  if (!result.ok)
    return mover.kind === 'staff'
      ? refuse('payments.not_now', { why: result.reason.replaceAll('_', ' ') })
      : refuse('payments.cannot_now', {});
  const { state } = result;
  const change = { before: payment.state, after: state, facts, partAgreed: partAgreed[command] ?? null, now };
  const partWaits = change.partAgreed ?? payment.partAgreed;
  const waits = waitsForStaff(state) || partWaits;
  const claims = command === 'claim' || command === 'claimHeld';
  const held = await saveState(tx, payment.id, { ...change, waits, claims, begins: command === 'begin' });
  const effects = payables[payment.payable];
  const comes = command === 'receive' || command === 'begin';
  if (comes && !held) await effects.paid(tx, { ...payment, state }, now);
  if (payment.state.ended === null && state.ended !== null) await effects.over(tx, { ...payment, state }, now);
  await audit(tx, {
    actorId: mover.id,
    actorRole: mover.kind === 'staff' ? mover.roles.join(',') : mover.kind,
    action: `payments.${command}`,
    subjectType: 'payment',
    subjectId: payment.id,
    aboutId: mover.kind === 'customer' ? null : payment.userId,
    before: payment.state,
    after: { ...state, ...(held && { held }), ...(note && { note }), ...record },
    reasonCode: facts.reasonCode ?? null,
    requestId: mover.requestId,
  });
  if (looksAtNames.includes(command)) await services.jobs.enqueue(tx, 'screening.names', { userId: payment.userId });
  if (comes && held) await services.jobs.enqueue(tx, 'payments.held', { paymentId: payment.id });
  else await tellCustomer(moving, payment, command);
  announce(tx, 'desk');
  return state;
}
