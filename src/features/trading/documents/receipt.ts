import { can } from '../../../kernel/permissions.ts';
import { auditView, byStaff } from '../../../platform/audit.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { authed } from '../../../platform/http/procedure.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { findOrder } from '../order/history-store.ts';
import { orderPermissions } from '../permissions.ts';
import { OneOrder } from '../schema.ts';
import { buildReceipt, type OrderReceipt } from './receipt-lines.ts';
import { findReceiptCustomer } from './receipt-store.ts';

type ReceiptRequest = { readonly orderId: string; readonly now: Date; readonly requestId: string };

/** Returns null when the user may not see the order. Records views by staff in the audit log. */
export async function readReceipt(tx: Db, person: SessionUser, query: ReceiptRequest): Promise<OrderReceipt | null> {
  const order = await findOrder(tx, query.orderId);
  if (!order || !can(person, orderPermissions.view, { customerId: order.userId, preparedBy: null })) return null;
  const customer = await findReceiptCustomer(tx, order.userId);
  if (!customer) return null;
  if (order.userId !== person.id) await auditReceiptView(tx, person, { ...query, customerId: order.userId });
  const { company } = await loadCurrentSettings(tx);
  return buildReceipt(order, { customer, company }, query.now);
}

function auditReceiptView(
  tx: Db,
  person: SessionUser,
  view: ReceiptRequest & { readonly customerId: string },
): Promise<void> {
  const actor = byStaff({ person, request: { id: view.requestId } });
  const entry = { action: 'trading.receipt_viewed', subjectType: 'order', subjectId: view.orderId };
  return auditView(tx, view.now, { ...actor, ...entry, aboutId: view.customerId });
}

export const showReceipt = authed
  .errors(refusalCodes('trading.order_not_found'))
  .input(OneOrder)
  .handler(async function showReceipt({ context: { services, tx, person, request }, input }) {
    const query = { orderId: input.orderId, now: services.clock(), requestId: request.id };
    const receipt = await readReceipt(tx, person, query);
    return receipt ?? refuse('trading.order_not_found', {});
  });
