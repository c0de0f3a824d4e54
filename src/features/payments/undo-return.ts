import { sameJson } from '../../kernel/same-json.ts';
import { asMover } from '../../platform/mover.ts';
import { decideProposal, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { referenceMayRefuse } from '../movements/evidence.ts';
import {
  type Agreed,
  addBounce,
  type Proposed,
  refuseUnsoundUndo,
  type Undoing,
  undoingIn,
  undoOf,
} from '../movements/undoing.ts';
import { reasonOf, remember } from './desk.ts';
import { agreedReturns, declining, isPart, outward, paymentToApprove, waiting } from './give-back.ts';
import { mayRefuse, refuse } from './messages.ts';
import { movePayment, type Payables, paymentFor } from './move-payment.ts';
import type { PaymentCommand } from './payment.ts';
import { AnswerReturn, PrepareUndo } from './schema.ts';
import type { Payment } from './store.ts';

const undoing = (payables: Payables, act: 'prepareUndo' | 'approveUndo') =>
  outward(payables, act)
    .errors(referenceMayRefuse)
    .errors(mayRefuse('desk.came_back_with', 'desk.came_back_before', 'payments.rest_leaves'));

/**
 * The return that is to be undone. What came back is more than two people meant who agreed that all that was left goes
 * back, and that may have left by now: it is recorded first, or undone itself.
 */
function undoable(agreed: readonly Agreed[], id: string | null | undefined): Agreed {
  const found = agreed.find((one) => one.id === id) ?? refuse('payments.not_approved', {});
  const rest = agreed.find(({ left, payload }) => left === null && !isPart(payload as Proposed));
  if (found.left && rest) refuse('payments.rest_leaves', {});
  return found;
}

/**
 * Asks to undo a return that two people had approved, which takes a second person (decision E4): it was never sent, or
 * the bank, the provider or the chain gave it back. With a reason and with where that is seen; another person decides.
 * A reference stays used for ever.
 */
const prepareUndo = (payables: Payables) =>
  undoing(payables, 'prepareUndo')
    .input(PrepareUndo)
    .handler(async ({ context: desk, input }) => {
      const { tx, person } = desk;
      const { paymentId, proposalId, note, reasonCode: code, ...why } = input;
      const payment = await paymentFor(tx, paymentId, { actor: person, act: 'prepareUndo' });
      if (await waiting(desk, payment.id)) refuse('approvals.already_open', {});
      const approved = undoable(await agreedReturns(desk, payment), proposalId);
      const wish: Undoing = { ...why, reasonCode: reasonOf(approved.left ? 'bounce' : 'undo', code) };
      await refuseUnsoundUndo(desk, approved, wish);
      const payload = { ...undoOf(null, approved, wish), paymentId: payment.id };
      await propose(tx, { kind: 'undo', subject: payment.id, payload, by: person.id, customer: payment.userId });
      await remember(desk, payment, { action: 'prepareUndo', after: { ...payload, note } });
      return { paymentId: payment.id };
    });

/** What undoing moves; null where nothing does: what was given back has ended, and waits to go as before. */
function commandFor({ state }: Payment, { left, payload }: Agreed): PaymentCommand | null {
  if (left) return state.ended === null ? 'partBounced' : 'returnBounced';
  return isPart(payload as Proposed) && state.ended === null ? 'undoPart' : null;
}

/** The second person agrees: it is as if it had not been approved, or what came back has its own line. */
const approveUndo = (payables: Payables) =>
  undoing(payables, 'approveUndo')
    .input(AnswerReturn)
    .handler(async ({ context: desk, input }) => {
      const { tx, person } = desk;
      const payment = await paymentToApprove(desk, input.paymentId, 'approveUndo');
      const agreed = await agreedReturns(desk, payment);
      const named = ({ of }: Proposed) => undoable(agreed, of);
      const unchanged = ({ payload }: Proposal) => {
        const frozen = payload as Proposed;
        return sameJson(frozen, { ...undoOf(null, named(frozen), undoingIn(frozen)), paymentId: payment.id });
      };
      const which = { id: input.proposalId, kind: 'undo', subject: payment.id } as const;
      const undo = await decideProposal(tx, which, { by: person.id, decision: 'approve', unchanged });
      const frozen = undo.payload as Proposed;
      const approved = named(frozen);
      const due = { paymentId: payment.id, userId: payment.userId };
      const line = await addBounce(desk, due, { approved, undo });
      const record = { ...frozen, ...line };
      const command = commandFor(payment, approved);
      if (command === null) {
        await remember(desk, payment, { action: 'undoReturn', after: { ...record, note: input.note } });
        return { paymentId: payment.id };
      }
      const facts = { reasonCode: undoingIn(frozen).reasonCode };
      await movePayment(desk, payment, { command, mover: asMover('staff', desk), facts, note: input.note, record });
      return { paymentId: payment.id };
    });

/** How an approved return is undone: it cannot be sent, or it came back. */
export const undoReturnApi = (payables: Payables) => ({
  prepareUndo: prepareUndo(payables),
  approveUndo: approveUndo(payables),
  declineUndo: declining(payables, 'declineUndo'),
});
