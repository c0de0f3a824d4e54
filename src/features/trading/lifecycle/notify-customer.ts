import type { Db } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../../platform/limits/email-quota.ts';
import type { Order } from '../order/order-row.ts';
import type { OrderEvent } from '../order/step.ts';

export type OrderEmailJob = {
  readonly orderId: string;
  readonly event: OrderEvent;
  readonly reasonCode: string | null;
  readonly promised?: string;
  readonly last?: boolean;
};

type NotifiedEvent = { readonly command: OrderEvent; readonly reasonCode?: string | null; readonly promised?: Date };

/** Queues an email about the event in its transaction. Returns false at the customer's daily email limit. */
export async function notifyCustomer(
  { services, tx }: { services: Services; tx: Db },
  order: Pick<Order, 'id' | 'userId'>,
  step: NotifiedEvent,
): Promise<boolean> {
  const today = await claimDailyEmail(tx, 'order', { recipientId: order.userId, now: services.clock() });
  if (!today) return false;
  const { command: event, reasonCode = null, promised } = step;
  const promisedText = promised && { promised: promised.toISOString() };
  const job: OrderEmailJob = { orderId: order.id, event, reasonCode, ...promisedText, last: today === 'last' };
  await services.jobs.enqueue(tx, 'trading.send_email', job);
  return true;
}
