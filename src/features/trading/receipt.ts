import { mayRefuse, refuse } from '../../messages.ts';
import type { Db, Person } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import { currentSettings } from '../settings/store.ts';
import { orderById } from './history-store.ts';
import { may } from './permissions.ts';
import { type Receipt, receiptFor } from './receipt-lines.ts';
import { customerOf } from './receipt-store.ts';
import { OneOrder } from './schema.ts';

/** The receipt of an order for its customer or for staff; null for everybody else, as if there were none. */
export async function readReceipt(
  tx: Db,
  person: Person,
  asked: { orderId: string; now: Date },
): Promise<Receipt | null> {
  const order = await orderById(tx, asked.orderId);
  if (!order || !may(person, 'view', { customerId: order.userId, preparedBy: null })) return null;
  const customer = await customerOf(tx, order.userId);
  if (!customer) return null;
  const { company } = await currentSettings(tx);
  return receiptFor(order, { customer, company }, asked.now);
}

/** The receipt as the screen draws it; the PDF is drawn from the same lines. */
export const showReceipt = signedIn
  .errors(mayRefuse('trading.order_not_found'))
  .input(OneOrder)
  .handler(async ({ context: { services, tx, person }, input }) => {
    const receipt = await readReceipt(tx, person, { orderId: input.orderId, now: services.clock() });
    return receipt ?? refuse('trading.order_not_found', {});
  });
