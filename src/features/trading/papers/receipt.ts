import { may } from '../../../kernel/acts.ts';
import { auditLook, byStaff } from '../../../platform/audit.ts';
import type { Db, Person } from '../../../platform/database.ts';
import { signedIn } from '../../../platform/procedure.ts';
import { currentSettings } from '../../settings/store.ts';
import { orderActs } from '../acts.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { orderById } from '../order/history-store.ts';
import { OneOrder } from '../schema.ts';
import { type OrderReceipt, receiptFor } from './receipt-lines.ts';
import { customerOf } from './receipt-store.ts';

type ReceiptRequest = { readonly orderId: string; readonly now: Date; readonly requestId: string };

/**
 * The receipt of an order for its customer or for staff, whose look is written down; null for everybody else, as if
 * there were none.
 */
export async function readReceipt(tx: Db, person: Person, asked: ReceiptRequest): Promise<OrderReceipt | null> {
  const order = await orderById(tx, asked.orderId);
  if (!order || !may(person, orderActs.view, { customerId: order.userId, preparedBy: null })) return null;
  const customer = await customerOf(tx, order.userId);
  if (!customer) return null;
  if (order.userId !== person.id) await recordLook(tx, person, { ...asked, customerId: order.userId });
  const { company } = await currentSettings(tx);
  return receiptFor(order, { customer, company }, asked.now);
}

function recordLook(tx: Db, person: Person, look: ReceiptRequest & { readonly customerId: string }): Promise<void> {
  const who = byStaff({ person, request: { id: look.requestId } });
  const what = { action: 'trading.receipt_viewed', subjectType: 'order', subjectId: look.orderId };
  return auditLook(tx, look.now, { ...who, ...what, aboutId: look.customerId });
}

/** The receipt as the screen draws it; the PDF is drawn from the same lines. */
export const showReceipt = signedIn
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    const asked = { orderId: input.orderId, now: services.clock(), requestId: request.id };
    const receipt = await readReceipt(tx, person, asked);
    return receipt ?? refuse('trading.order_not_found', {});
  });
