import { can } from '../../kernel/permissions.ts';
import { auditView, byStaff } from '../../platform/audit.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { buildPaymentReceipt, type PaymentReceipt } from './build-receipt.ts';
import { findMaskedCard } from './cards/event-store.ts';
import { getPayerName } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { FulfilmentByProduct } from './move-payment.ts';
import { redactHeld } from './payment.ts';
import { paymentPermissions } from './permissions.ts';
import { OnePayment } from './schema.ts';
import { findPayer, findPayment } from './store.ts';

type ReceiptRequest = {
  readonly paymentId: string;
  readonly payables: FulfilmentByProduct;
  readonly now: Date;
  readonly requestId: string;
};

/** Returns null if the viewer may not see the payment. Audits views by staff. */
export async function loadPaymentReceipt(
  tx: Db,
  person: SessionUser,
  request: ReceiptRequest,
): Promise<PaymentReceipt | null> {
  const { paymentId, payables, now, requestId } = request;
  const payment = await findPayment(tx, paymentId);
  if (!payment || !can(person, paymentPermissions.view, { customerId: payment.userId, preparedBy: null })) return null;
  const payer = await findPayer(tx, payment.userId);
  if (!payer) return null;
  if (payment.userId !== person.id) {
    const who = byStaff({ person, request: { id: requestId } });
    const lookedAt = { action: 'payments.receipt_viewed', subjectType: 'payment', subjectId: paymentId };
    await auditView(tx, now, { ...who, ...lookedAt, aboutId: payment.userId });
  }
  const { company } = await loadCurrentSettings(tx);
  const card = payment.method === 'card' ? await findMaskedCard(tx, paymentId) : null;
  const visible = payment.userId === person.id ? redactHeld(payment) : payment;
  const customer = { name: getPayerName(payer), email: payer.email };
  const ticket = (await payables[payment.payable].ticket?.(tx, visible)) ?? null;
  return { ...buildPaymentReceipt(visible, { company, card, customer }, now), ticket };
}

export const showPaymentReceipt = (payables: FulfilmentByProduct) =>
  authed
    .errors(refusalCodes('payments.not_found'))
    .input(OnePayment)
    .handler(async ({ context: { services, tx, person, request }, input }) => {
      checkRateLimit(services, 'file', person.id);
      const receiptQuery = { ...input, payables, now: services.clock(), requestId: request.id };
      return (await loadPaymentReceipt(tx, person, receiptQuery)) ?? refuse('payments.not_found', {});
    });
