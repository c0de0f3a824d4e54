import { asMover } from '../../platform/mover.ts';
import { signedIn } from '../../platform/procedure.ts';
import { lastTry } from '../cards/session-store.ts';
import { movedLines } from '../movements/movement.ts';
import { isDemoWallet } from '../settings/demo-settings.ts';
import { currentSettings } from '../settings/store.ts';
import { openMethods } from './begin.ts';
import { claim, mayBeClaimed, ownMayRefuse } from './claim.ts';
import { claimMahoni } from './claim-mahoni.ts';
import { mayRefuse, refuse } from './messages.ts';
import { movePayment, type Payables, paymentFor } from './move-payment.ts';
import { canMove, forCustomer, nextAction, ownStep, payUntil } from './payment.ts';
import { customerReason } from './reasons.ts';
import { showPaymentReceipt } from './receipt.ts';
import { ListPayments, OnePayment } from './schema.ts';
import { ownPayments, type Payment, paymentById } from './store.ts';
import { wentBackOf } from './went-back.ts';

const pageSize = 50;

/** A payment as its customer's list shows it. */
function listed(payment: Payment) {
  const { userId: _own, proofFile: _file, movements: _lines, held: _held, partAgreed: _agreed, ...rest } = payment;
  return {
    ...rest,
    reason: customerReason(rest.reasonCode),
    nextAction: nextAction(rest.state),
    wentBack: wentBackOf(payment),
  };
}

/** One page of what a person paid for and is to pay for, newest first; of one kind or what was paid alone, if asked. */
const listOwn = signedIn.input(ListPayments).handler(async ({ context: { tx }, input }) => {
  const found = await ownPayments(tx, { ...input, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  return { payments: page.map(listed), next: found.length > pageSize ? (page.at(-1)?.id ?? null) : null };
});

/** One's own payment: what is due, where to pay it, what came and went back. */
const showOwn = signedIn
  .errors(mayRefuse('payments.not_found'))
  .input(OnePayment)
  .handler(async ({ context: { tx, person }, input }) => {
    const found = await paymentById(tx, input.paymentId);
    if (found?.userId !== person.id) return refuse('payments.not_found', {});
    const payment = forCustomer(found);
    const { state, movements } = payment;
    const toPay = state.payIn === 'awaiting' || state.payIn === 'claimed';
    const tried = toPay && payment.method === 'card' ? await lastTry(tx, payment.id) : null;
    const byBank = toPay && payment.method === 'bank_transfer';
    return {
      payment: listed(payment),
      moved: movedLines(movements),
      /** The wallet that takes the Mahoni came with the demo. */
      demo: payment.coins !== null && isDemoWallet('solana', payment.coins.address),
      account: byBank ? (await currentSettings(tx)).bank_accounts.JMD : null,
      payUntil: payUntil(payment),
      mayClaim: mayBeClaimed(payment),
      /** The last card that was tried was declined. */
      declined: tried?.outcome === 'declined',
      mayCallOff: canMove(state, 'callOff'),
    };
  });

/** Calls it off, before anything was claimed as paid. */
const callOff = (payables: Payables) =>
  signedIn
    .errors(ownMayRefuse)
    .input(OnePayment)
    .handler(async ({ context: { services, tx, person, request }, input }) => {
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'callOff' });
      const command = ownStep(payment, 'callOff') ?? refuse('payments.cannot_now', {});
      await movePayment({ services, tx, payables }, payment, {
        command,
        mover: asMover('customer', { person, request }),
      });
      return { paymentId: payment.id };
    });

/** The ways of paying that are open now. */
const ways = signedIn.handler(async ({ context: { services, tx } }) => ({
  open: openMethods(services.config, await currentSettings(tx)),
}));

/** What a customer does with what they pay for. */
export const ownPaymentsApi = (payables: Payables) => ({
  ways,
  listOwn,
  showOwn,
  claim: claim(payables),
  claimMahoni: claimMahoni(payables),
  callOff: callOff(payables),
  receipt: showPaymentReceipt(payables),
});
