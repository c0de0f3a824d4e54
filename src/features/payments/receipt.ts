import { may } from '../../kernel/acts.ts';
import { auditLook, byStaff } from '../../platform/audit.ts';
import type { Db, Person } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedIn } from '../../platform/procedure.ts';
import { maskedCard } from '../cards/event-store.ts';
import { currentSettings } from '../settings/store.ts';
import { paymentActs } from './acts.ts';
import { nameOf } from './fit.ts';
import { mayRefuse, refuse } from './messages.ts';
import type { Payables } from './move-payment.ts';
import { forCustomer } from './payment.ts';
import { type PaymentReceipt, receiptOf } from './receipt-lines.ts';
import { OnePayment } from './schema.ts';
import { payerOf, paymentById } from './store.ts';

type ReceiptRequest = {
  readonly paymentId: string;
  readonly payables: Payables;
  readonly now: Date;
  readonly requestId: string;
};

/**
 * The receipt of a payment for its customer or for staff, whose look is written down; null for everybody else, as if
 * there were none.
 */
export async function readPaymentReceipt(
  tx: Db,
  person: Person,
  asked: ReceiptRequest,
): Promise<PaymentReceipt | null> {
  const { paymentId, payables, now, requestId } = asked;
  const payment = await paymentById(tx, paymentId);
  if (!payment || !may(person, paymentActs.view, { customerId: payment.userId, preparedBy: null })) return null;
  const payer = await payerOf(tx, payment.userId);
  if (!payer) return null;
  if (payment.userId !== person.id) {
    const who = byStaff({ person, request: { id: requestId } });
    const what = { action: 'payments.receipt_viewed', subjectType: 'payment', subjectId: paymentId };
    await auditLook(tx, now, { ...who, ...what, aboutId: payment.userId });
  }
  const { company } = await currentSettings(tx);
  const card = payment.method === 'card' ? await maskedCard(tx, paymentId) : null;
  const shown = payment.userId === person.id ? forCustomer(payment) : payment;
  const customer = { name: nameOf(payer), email: payer.email };
  const ticket = (await payables[payment.payable].ticket?.(tx, shown)) ?? null;
  return { ...receiptOf(shown, { company, card, customer }, now), ticket };
}

/** The receipt as the screen draws it; the PDF is drawn from the same lines. */
export const showPaymentReceipt = (payables: Payables) =>
  signedIn
    .errors(mayRefuse('payments.not_found'))
    .input(OnePayment)
    .handler(async ({ context: { services, tx, person, request }, input }) => {
      keepPace(services, 'file', person.id);
      const asked = { ...input, payables, now: services.clock(), requestId: request.id };
      return (await readPaymentReceipt(tx, person, asked)) ?? refuse('payments.not_found', {});
    });
