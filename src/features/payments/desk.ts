import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type isOwn } from '../../platform/database.ts';
import { asMover } from '../../platform/mover.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { standingOf, stops } from '../freezes/frozen.ts';
import { amountPlain, parseAmount } from '../movements/amount.ts';
import { arrivalOf, evidenceMayRefuse, isOurs, partyOn } from '../movements/evidence.ts';
import { addMovement } from '../movements/movement-store.ts';
import { comparePayer } from '../screening/compare-payer.ts';
import { currentSettings } from '../settings/store.ts';
import { type PaymentAct, paymentActs } from './acts.ts';
import { isClearNow } from './clear.ts';
import { type CameIn, dueOf, refuseUnfit } from './fit.ts';
import { mahoniRail } from './mahoni.ts';
import { mayRefuse, refuse } from './messages.ts';
import { type Moving, movePayment, type Payables, paymentFor } from './move-payment.ts';
import { move } from './payment.ts';
import { type ReasonedAct, readReason } from './reasons.ts';
import { ReasonedStep, ReceivePayment } from './schema.ts';
import type { Payment } from './store.ts';

type Person = Parameters<typeof isOwn>[0] & { readonly id: string; readonly roles: readonly string[] };
/** What every act of staff on a payment works with. */
export type Desk = Moving & { readonly person: Person; readonly request: { readonly id: string } };

/** What staff do with a payment, and with what it pays for. */
export const atDesk = (payables: Payables, act: PaymentAct) =>
  staffOnly(paymentActs[act])
    .errors(
      mayRefuse(
        'payments.not_found',
        'payments.not_now',
        'payments.reason_unknown',
        'payments.stopped',
        'approvals.own_matter',
      ),
    )
    .use(({ next }) => next({ context: { payables } }));

/** A code of the list for this act, or a refusal. */
export const reasonOf = (act: ReasonedAct, code: string): string =>
  readReason(act, code) ? code : refuse('payments.reason_unknown', {});

/** Nothing leaves us for somebody frozen (E2). What comes in is always taken: it must be known what is here. */
export async function refuseStopped({ tx }: Pick<Desk, 'tx'>, payment: Payment): Promise<void> {
  if (stops(await standingOf(tx, payment), 'back')) refuse('payments.stopped', {});
}

/** With what {@link paymentFor} and {@link takeIn} can refuse. */
export const takeInMayRefuse = mayRefuse(
  'payments.not_found',
  'payments.not_now',
  'payments.amount_differs',
  'payments.coins_differ',
  'payments.name_differs',
  'payments.sender_differs',
  'payments.before_due',
  'payments.after_due',
  'payments.sender_not_clear',
  'approvals.own_matter',
);

/** Whether these are coins of an address that is not clear by the lists of this moment (decision A4). */
export async function isUnclear({ tx, services }: Desk, { amount, party }: Pick<CameIn, 'amount' | 'party'>) {
  if ('currency' in amount) return false;
  const wallet = { address: party.address ?? '', network: mahoniRail, symbol: amount.symbol };
  return !(await isClearNow(tx, wallet, services.clock()));
}

/**
 * What came in is the money of a payment, from outside or from unassigned money: see {@link refuseUnfit}. Of one that
 * ended it is attached, to go back. Answers the id of its line.
 */
export async function takeIn(desk: Desk, payment: Payment, came: CameIn): Promise<string> {
  const { tx, services, person } = desk;
  const { note, whole: _, ...line } = came;
  const late = payment.state.ended !== null;
  const command = late ? 'attachLate' : 'receive';
  // Before its line is written, of which a payment has one.
  const possible = move(payment.state, command);
  if (!possible.ok) refuse('payments.not_now', { why: possible.reason.replaceAll('_', ' ') });
  if (!late) await refuseUnfit(tx, payment, came);
  if (await isUnclear(desk, came)) refuse('payments.sender_not_clear', {});
  const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: null };
  const due = { paymentId: payment.id, userId: payment.userId };
  const movementId = await addMovement(tx, due, { direction: 'in', ...line, ...by });
  await comparePayer(services, tx, movementId);
  const from = line.fromId ? { fromId: line.fromId } : { reference: line.reference?.key };
  const record = { movementId, ...from, amount: amountPlain(line.amount) };
  await movePayment(desk, payment, { command, mover: asMover('staff', desk), note, record });
  return movementId;
}

const receive = (payables: Payables) =>
  atDesk(payables, 'receive')
    .errors(evidenceMayRefuse)
    .errors(takeInMayRefuse)
    .errors(mayRefuse('payments.amount_unreadable'))
    .input(ReceivePayment)
    .handler(async ({ context: desk, input }) => {
      const payment = await paymentFor(desk.tx, input.paymentId, { actor: desk.person, act: 'receive' });
      const rail = payment.coins ? mahoniRail : 'bank';
      const amount = parseAmount(dueOf(payment), input.amount) ?? refuse('payments.amount_unreadable', {});
      const party = partyOn(rail, input);
      const isWhereItWent = party.address !== null && party.address === payment.coins?.address;
      if (isWhereItWent || isOurs(party, await currentSettings(desk.tx))) refuse('desk.from_ourselves', {});
      const evidence = await arrivalOf(desk, rail, input);
      await takeIn(desk, payment, { amount, whole: null, ...evidence, party, note: input.note });
      return { paymentId: payment.id };
    });

const reasoned = (payables: Payables, command: 'rejectClaim' | 'reject', act: ReasonedAct) =>
  atDesk(payables, command)
    .input(ReasonedStep)
    .handler(async ({ context, input }) => {
      await moveFor(context, { command, act }, input);
      return { paymentId: input.paymentId };
    });

type Reasoned = typeof ReasonedStep._output;
type ByReason = { readonly command: 'rejectClaim' | 'reject'; readonly act: ReasonedAct };

/** Sends a proof back to its customer, or ends the payment, for a reason that they read. */
export async function moveFor(desk: Desk, { command, act }: ByReason, { paymentId, reasonCode, note }: Reasoned) {
  const payment = await paymentFor(desk.tx, paymentId, { actor: desk.person, act: command });
  const facts = { reasonCode: reasonOf(act, reasonCode) };
  await movePayment(desk, payment, { command, mover: asMover('staff', desk), facts, note });
}

/** A line in the audit log for what leaves the state of a payment as it is. */
export async function remember(desk: Desk, payment: Payment, { action, after }: { action: string; after: object }) {
  const about = { subjectType: 'payment', subjectId: payment.id, aboutId: payment.userId };
  await audit(desk.tx, { ...byStaff(desk), action: `payments.${action}`, ...about, after });
  announce(desk.tx, 'desk');
}

/** How staff take money in, or send a proof back. */
export const deskApi = (payables: Payables) => ({
  receive: receive(payables),
  /** Sends an unusable proof back to the customer, who uploads another. */
  rejectClaim: reasoned(payables, 'rejectClaim', 'reject_claim'),
  /** Ends it. What comes all the same goes back. */
  reject: reasoned(payables, 'reject', 'reject'),
});
