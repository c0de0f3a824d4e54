import { after, hours } from '../../../kernel/clock.ts';
import { type Db, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { forEachSettled } from '../../../platform/jobs/for-each-settled.ts';
import { findOrder } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { openCustomerQuestion } from './customer-question.ts';
import { holidaysAround } from './holidays.ts';
import { findLateNotifiedFor, findWaitingSince, saveLateNotifiedFor, type WaitingOrder } from './late-store.ts';
import { getPromise } from './my-orders.ts';
import { notifyCustomer } from './notify-customer.ts';
import { findPayoutHoldEnd } from './payee-wait.ts';
import { computePromise } from './processing-times.ts';

const shortestPromiseMs = hours(12);

function isMaybeLate(order: WaitingOrder, now: Date): boolean {
  const { status, payIn, payOut, held, lapsed, notifiedFor } = order;
  const state = { status, payIn, payOut, held, lapsed };
  const promise = computePromise({ ...order, state, keptUntil: null }, now, holidaysAround(now));
  return 'at' in promise && promise.late && (notifiedFor === null || notifiedFor < promise.at);
}

/** Job: emails customers once per missed deadline of ours, also for orders on hold (decision A7). */
export async function notifyMissedPromises(services: Services): Promise<number> {
  const now = services.clock();
  const late = await withSystem(services.pool, async (tx) => {
    const found: string[] = [];
    for await (const order of findWaitingSince(tx, after(now, -shortestPromiseMs)))
      if (isMaybeLate(order, now)) found.push(order.id);
    return found;
  });
  await forEachSettled(late, (id) => withSystem(services.pool, (tx) => notifyOne({ services, tx }, id, now)));
  return late.length;
}

/** Returns the deadline that we missed. Null if none, and while the order waits for the customer. */
export async function passedPromise(tx: Db, order: Order, now: Date): Promise<Date | null> {
  const choosing = order.state.status === 'pending' && order.chooseUntil !== null;
  if (choosing || (await openCustomerQuestion(tx, order))) return null;
  const promise = getPromise(order, now, await findPayoutHoldEnd(tx, order));
  return 'at' in promise && promise.kind !== 'send_by' && promise.late ? promise.at : null;
}

async function notifyOne(context: { services: Services; tx: Db }, id: string, now: Date): Promise<void> {
  const { tx } = context;
  const order = await findOrder(tx, id, true);
  const promised = order && (await passedPromise(tx, order, now));
  if (!order || !promised) return;
  const notified = await findLateNotifiedFor(tx, id);
  if (notified !== null && notified >= promised) return;
  // The daily email limit can block the email. The next run retries it.
  if (await notifyCustomer(context, order, { command: 'late', promised })) await saveLateNotifiedFor(tx, id, promised);
}
