import { actorFrom } from '../../platform/actor.ts';
import { authed } from '../../platform/http/procedure.ts';
import { toCustomerMovements } from '../ledger/movement.ts';
import { isDemoWallet } from '../settings/demo-settings.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findLastAttempt } from './cards/session-store.ts';
import { canBeClaimed, claim, customerRefusalCodes } from './claim.ts';
import { claimMahoni } from './claim-mahoni.ts';
import { showPaymentReceipt } from './load-receipt.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, movePayment } from './move-payment.ts';
import { canMove, getCustomerCommand, getNextAction, getPaymentDeadline, redactHeld } from './payment.ts';
import { getCustomerReason } from './reasons.ts';
import { getRefundSummary } from './refund-summary.ts';
import { ListPayments, OnePayment } from './schema.ts';
import { getOpenMethods } from './start-payment.ts';
import { findOwnPayments, findPayment, type Payment } from './store.ts';

const pageSize = 50;

function toListed(payment: Payment) {
  const { userId: _own, proofFile: _file, movements: _lines, held: _held, partAgreed: _agreed, ...rest } = payment;
  return {
    ...rest,
    reason: getCustomerReason(rest.reasonCode),
    nextAction: getNextAction(rest.state),
    wentBack: getRefundSummary(payment),
  };
}

const listOwn = authed.input(ListPayments).handler(async function listOwn({ context: { tx }, input }) {
  const found = await findOwnPayments(tx, { ...input, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  return { payments: page.map(toListed), next: found.length > pageSize ? (page.at(-1)?.id ?? null) : null };
});

const showOwn = authed
  .errors(refusalCodes('payments.not_found'))
  .input(OnePayment)
  .handler(async function showOwn({ context: { tx, person }, input }) {
    const found = await findPayment(tx, input.paymentId);
    if (found?.userId !== person.id) return refuse('payments.not_found', {});
    const payment = redactHeld(found);
    const { state, movements } = payment;
    const toPay = state.payIn === 'awaiting' || state.payIn === 'claimed';
    const tried = toPay && payment.method === 'card' ? await findLastAttempt(tx, payment.id) : null;
    const byBank = toPay && payment.method === 'bank_transfer';
    return {
      payment: toListed(payment),
      moved: toCustomerMovements(movements),
      demo: payment.coins !== null && isDemoWallet('solana', payment.coins.address),
      account: byBank ? (await loadCurrentSettings(tx)).bank_accounts.JMD : null,
      payUntil: getPaymentDeadline(payment),
      mayClaim: canBeClaimed(payment),
      declined: tried?.outcome === 'declined',
      mayCallOff: canMove(state, 'callOff'),
    };
  });

const cancelPayment = (payables: FulfilmentByProduct) =>
  authed
    .errors(customerRefusalCodes)
    .input(OnePayment)
    .handler(async ({ context: { services, tx, person, request }, input }) => {
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'callOff' });
      const command = getCustomerCommand(payment, 'callOff') ?? refuse('payments.cannot_now', {});
      await movePayment({ services, tx, payables }, payment, {
        command,
        actor: actorFrom('customer', { person, request }),
      });
      return { paymentId: payment.id };
    });

const methods = authed.handler(async function methods({ context: { services, tx } }) {
  return {
    open: getOpenMethods(services.config, await loadCurrentSettings(tx)),
  };
});

export const ownPaymentsApi = (payables: FulfilmentByProduct) => ({
  methods,
  listOwn,
  showOwn,
  claim: claim(payables),
  claimMahoni: claimMahoni(payables),
  cancel: cancelPayment(payables),
  receipt: showPaymentReceipt(payables),
});
