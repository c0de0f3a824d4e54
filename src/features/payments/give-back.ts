import { jmd, type Money, minorUnits, parseMoney } from '../../kernel/money.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { asMover } from '../../platform/mover.ts';
import { decideProposal, decisionMayRefuse, openProposal, propose, standingApprovals } from '../approvals/decide.ts';
import { standingOf } from '../freezes/frozen.ts';
import { type Amount, amountPlain, amountWords, assetOf, readAmount, unitsOf } from '../movements/amount.ts';
import { evidenceOf, isBefore, referenceMayRefuse } from '../movements/evidence.ts';
import type { Movement } from '../movements/movement.ts';
import { addMovement } from '../movements/movement-store.ts';
import { leftOf } from '../movements/standing.ts';
import { paidFrom, refuseAgainstLine, refuseShownAgain } from '../movements/stated-store.ts';
import { refuseTakenBack } from '../movements/taken-back-store.ts';
import { isReturnStopped } from '../movements/unassigned-store.ts';
import { type Agreed, type Proposed, withLeft } from '../movements/undoing.ts';
import { areNamesClear } from '../screening/compare-payer.ts';
import type { PaymentAct } from './acts.ts';
import { atDesk, type Desk, isUnclear, reasonOf, refuseStopped, remember } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { movePayment, type Payables, paymentFor } from './move-payment.ts';
import { type Share, shareOf, wholeOf, worthOf } from './part.ts';
import { canMove } from './payment.ts';
import { AnswerReturn, PrepareReturn, RecordReturn } from './schema.ts';
import type { Payment } from './store.ts';

const inPart = ['payments.whole_only', 'payments.part_unreadable', 'payments.more_than_left'] as const;

/** What staff do with money that goes back. */
export const outward = (payables: Payables, act: Exclude<PaymentAct, 'claim' | 'callOff' | 'view' | 'queue'>) =>
  atDesk(payables, act)
    .errors(decisionMayRefuse)
    .errors(
      mayRefuse(
        'approvals.already_open',
        'payments.nothing_here',
        'payments.not_approved',
        'payments.before_approval',
        'payments.payee_not_clear',
        'desk.undo_waits',
        ...inPart,
        'desk.charged_back',
        'desk.line_differs',
        'desk.line_again',
      ),
    );

type Line = Movement & { readonly left: Amount };

/** The same with who paid by the bank's own line, where there is one: it goes back there alone. */
async function lineToReturn({ tx }: Desk, payment: Payment): Promise<Line> {
  const line = lineHere(payment);
  return { ...line, party: await paidFrom(tx, line.id, line.party) };
}

/** The line that is here, with what of it did not go back. */
function lineHere({ state, movements }: Payment): Line {
  const lines = movements.map((line) => ({ ...line, left: leftOf(line, movements) }));
  const here = lines.find(({ direction, left }) => direction === 'in' && unitsOf(left) > 0n);
  return (state.payIn === 'received' && here) || refuse('payments.nothing_here', {});
}

/** What of it can go back in parts, in J$: while what was paid for goes on. Null where the whole alone goes back. */
export const worthHere = (payment: Payment): Money | null =>
  canMove(payment.state, 'agreePart') && !payment.held ? worthOf(payment, lineHere(payment).left) : null;

/** What was asked for: for which reason, and how much in J$; null for all that is left. */
type ReturnRequest = { readonly reasonCode: string; readonly part: Money | null };

function shareIn(payment: Payment, { left }: Line, part: Money | null): Share {
  if (part === null) return wholeOf(left);
  const here = worthHere(payment) ?? refuse('payments.whole_only', {});
  if (part.minor > here.minor) refuse('payments.more_than_left', { left: amountWords(here) });
  return shareOf(payment, left, part) ?? refuse('payments.part_unreadable', {});
}

/** What goes back of a line, to where it came from alone. Of a part it says how much in J$, and what is kept. */
function returnOf(payment: Payment, line: Line, { reasonCode, part }: ReturnRequest): Proposed {
  const { amount, kept } = shareIn(payment, line, part);
  return {
    paymentId: payment.id,
    movementId: line.id,
    amount: amountPlain(amount),
    unit: assetOf(amount),
    rail: line.rail,
    reasonCode,
    ...line.party,
    ...(part && unitsOf(kept) > 0n && { part: amountPlain(part), kept: amountPlain(kept) }),
  };
}

const askedIn = ({ reasonCode, part }: Proposed): ReturnRequest => ({
  reasonCode: reasonCode ?? '',
  part: part ? jmd(minorUnits(part)) : null,
});
export const isPart = (frozen: Proposed): boolean => askedIn(frozen).part !== null;

/** What the audit log keeps of it: people's accounts stand in the proposal, which is erased one day. */
const withoutPeople = ({ bank: _b, account: _a, holder: _h, address: _d, tag: _t, ...rest }: Proposed): Proposed =>
  rest;

async function refuseToGoBack(desk: Desk, payment: Payment, line: Movement): Promise<void> {
  await refuseStopped(desk, payment);
  const isStopped = await isReturnStopped(desk.tx, { lineId: line.id, to: line.party });
  if (isStopped && !(await standingOf(desk.tx, payment)).returnDecided) refuse('payments.stopped', {});
  await refuseAgainstLine(desk.tx, [line.id]);
  await refuseShownAgain(desk.tx, [line.id]);
  // It was clear when it came, or nobody asked: what is on a list by now is sent nothing.
  if (await isUnclear(desk, line)) refuse('payments.payee_not_clear', {});
  const isClear = await areNamesClear(desk.tx, payment.id);
  if (!isClear && !(await standingOf(desk.tx, payment)).returnDecided) refuse('payments.payee_not_clear', {});
}

/** What waits for a second person: one thing at a time. */
export const waiting = ({ tx }: Pick<Desk, 'tx'>, paymentId: string) => openProposal(tx, ['return', 'undo'], paymentId);

/** What two people agreed on and did not undo, each with the line under which it left. Newest first. */
export const agreedReturns = async ({ tx }: Pick<Desk, 'tx'>, payment: Payment): Promise<Agreed[]> =>
  withLeft(await standingApprovals(tx, ['return'], payment.id), payment.movements);

/** The one of them that nobody sent yet. */
const agreedReturn = async (desk: Pick<Desk, 'tx'>, payment: Payment): Promise<Agreed | null> =>
  (await agreedReturns(desk, payment)).find(({ left }) => left === null) ?? null;

type Back = { readonly reasonCode: string; readonly note: string; readonly part?: Money | null };

/** What was paid and is here, or a part of it, waits for a second person to let it go back. */
export async function prepareBack(desk: Desk, payment: Payment, back: Back): Promise<void> {
  const { reasonCode, note, part = null } = back;
  const { tx, person } = desk;
  const line = await lineToReturn(desk, payment);
  const reason = reasonOf('return', reasonCode);
  if ((await waiting(desk, payment.id)) || (await agreedReturn(desk, payment))) refuse('approvals.already_open', {});
  await refuseTakenBack(tx, { lineId: line.id, reasonCode: reason });
  await refuseToGoBack(desk, payment, line);
  const payload = returnOf(payment, line, { reasonCode: reason, part });
  await propose(tx, { kind: 'return', subject: payment.id, payload, by: person.id, customer: payment.userId });
  await remember(desk, payment, { action: 'prepareReturn', after: { ...withoutPeople(payload), note } });
}

/** Lays the return of a payment's money, or of a part of it, before a second person (decision D2). */
const prepareReturn = (payables: Payables) =>
  outward(payables, 'prepareReturn')
    .input(PrepareReturn)
    .handler(async ({ context: desk, input }) => {
      const { tx, person } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'prepareReturn' });
      const { reasonCode, note, amount } = input;
      const part = amount === null ? null : (parseMoney(amount, 'JMD') ?? refuse('payments.part_unreadable', {}));
      await prepareBack(desk, payment, { reasonCode, note, part });
      return { paymentId: payment.id };
    });

/** The payment that somebody else asked something of, for the second person. */
export async function paymentToApprove(desk: Desk, id: string, act: 'approveReturn' | 'approveUndo'): Promise<Payment> {
  const open = (await waiting(desk, id)) ?? refuse('approvals.not_found', {});
  if (open.proposedBy === desk.person.id) refuse('approvals.second_person_needed', {});
  return paymentFor(desk.tx, id, { actor: desk.person, act, preparedBy: open.proposedBy });
}

/** The second pair of eyes: what was paid for ends, unless it is a part, and its money may be sent back. */
const approveReturn = (payables: Payables) =>
  outward(payables, 'approveReturn')
    .input(AnswerReturn)
    .handler(async ({ context: desk, input }) => {
      const { tx, person } = desk;
      const payment = await paymentToApprove(desk, input.paymentId, 'approveReturn');
      const line = await lineToReturn(desk, payment);
      const unchanged = ({ payload }: { payload: unknown }) =>
        sameJson(payload, returnOf(payment, line, askedIn(payload as Proposed)));
      const which = { id: input.proposalId, kind: 'return', subject: payment.id } as const;
      const { payload } = await decideProposal(tx, which, { by: person.id, decision: 'approve', unchanged });
      await refuseToGoBack(desk, payment, line);
      const frozen = payload as Proposed;
      await refuseTakenBack(tx, { lineId: line.id, reasonCode: frozen['reasonCode'] ?? null });
      const record = withoutPeople(frozen);
      const facts = { reasonCode: frozen['reasonCode'] ?? null };
      const step = { mover: asMover('staff', desk), note: input.note, record };
      if (isPart(frozen)) await movePayment(desk, payment, { ...step, command: 'agreePart' });
      else if (payment.state.ended === null) await movePayment(desk, payment, { ...step, command: 'refund', facts });
      else await remember(desk, payment, { action: 'approveReturn', after: { ...record, note: input.note } });
      return { paymentId: payment.id };
    });

/** Takes what waits off the table: by its proposer, or by a second person who does not agree. */
export const declining = (payables: Payables, act: 'declineReturn' | 'declineUndo') =>
  outward(payables, act)
    .input(AnswerReturn)
    .handler(async ({ context: desk, input }) => {
      const { tx, person } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act });
      const open = (await waiting(desk, payment.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const kind = act === 'declineReturn' ? 'return' : 'undo';
      const which = { id: input.proposalId, kind, subject: payment.id } as const;
      await decideProposal(tx, which, { by: person.id, decision, reason: input.note });
      await remember(desk, payment, { action: act, after: { decision, note: input.note } });
      return { paymentId: payment.id };
    });

/** What was approved went back, and its reference is recorded (decision E4). */
const recordReturned = (payables: Payables) =>
  outward(payables, 'recordReturned')
    .errors(referenceMayRefuse)
    .input(RecordReturn)
    .handler(async ({ context: desk, input }) => {
      const { tx, person, services } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'recordReturned' });
      if ((await waiting(desk, payment.id))?.kind === 'undo') refuse('desk.undo_waits', {});
      const agreed = (await agreedReturn(desk, payment)) ?? refuse('payments.not_approved', {});
      const line = await lineToReturn(desk, payment);
      const frozen = agreed.payload as Proposed;
      const reasonCode = frozen['reasonCode'] ?? null;
      await refuseTakenBack(tx, { lineId: line.id, reasonCode, note: input.note });
      await refuseToGoBack(desk, payment, line);
      const evidence = await evidenceOf(desk, line.rail, input);
      if (isBefore(evidence, agreed.decidedAt)) refuse('payments.before_approval', {});
      const movementId = await addMovement(
        tx,
        { paymentId: payment.id, userId: payment.userId },
        {
          direction: 'back',
          ofId: line.id,
          amount: readAmount(assetOf(line.amount), frozen['amount'] ?? ''),
          ...evidence,
          party: line.party,
          recordedAt: services.clock(),
          recordedBy: person.id,
          proposalId: agreed.id,
        },
      );
      await movePayment(desk, payment, {
        command: isPart(frozen) ? 'returnPart' : 'returnMoney',
        mover: asMover('staff', desk),
        facts: { reasonCode },
        note: input.note,
        record: { movementId, reference: evidence.reference.key, amount: frozen['amount'] ?? null },
      });
      return { paymentId: payment.id };
    });

/** How money of a payment goes back: prepared by one, approved by another, recorded once it was sent. */
export const giveBackApi = (payables: Payables) => ({
  prepareReturn: prepareReturn(payables),
  approveReturn: approveReturn(payables),
  declineReturn: declining(payables, 'declineReturn'),
  recordReturned: recordReturned(payables),
});
