import { after, hours } from '../../../kernel/clock.ts';
import { asSystem, type Db } from '../../../platform/database.ts';
import { eachAlone } from '../../../platform/each-alone.ts';
import type { Services } from '../../../platform/procedure.ts';
import { orderById } from '../order/history-store.ts';
import type { Order } from '../order/order-row.ts';
import { askedOf } from './asked.ts';
import { cardWait } from './card-wait.ts';
import { holidaysAround } from './holidays.ts';
import { keepLateTold, lateToldFor, type Waiting, waitingSince } from './late-store.ts';
import { promiseOf } from './own-orders.ts';
import { promiseFor } from './processing-times.ts';
import { tellCustomer } from './tell-customer.ts';

/** No promise of ours is shorter. */
const shortest = hours(12);

/** Whether the promise passed, for all that the row says; what a card keeps back is asked only then. */
function seemsLate(order: Waiting, now: Date): boolean {
  const { status, payIn, payOut, held, lapsed, toldFor } = order;
  const state = { status, payIn, payOut, held, lapsed };
  const promise = promiseFor({ ...order, state, keptUntil: null }, now, holidaysAround(now));
  return 'at' in promise && promise.late && (toldFor === null || toldFor < promise.at);
}

/**
 * Writes to whoever was promised something by now that is not done: before they ask, and once for each promise. A held
 * order is told of like any other, as its page is the same (decision A7).
 */
export async function tellLate(services: Services): Promise<number> {
  const now = services.clock();
  const late = await asSystem(services.pool, async (tx) => {
    const found: string[] = [];
    for await (const order of waitingSince(tx, after(now, -shortest))) if (seemsLate(order, now)) found.push(order.id);
    return found;
  });
  await eachAlone(late, (id) => asSystem(services.pool, (tx) => tellOne({ services, tx }, id, now)));
  return late.length;
}

/** The promise of ours that passed, as an order stands; null where none did, and while the move is its customer's. */
export async function passedPromise(tx: Db, order: Order, now: Date): Promise<Date | null> {
  const choosing = order.state.status === 'pending' && order.chooseUntil !== null;
  if (choosing || (await askedOf(tx, order))) return null;
  const promise = promiseOf(order, now, await cardWait(tx, order));
  return 'at' in promise && promise.kind !== 'send_by' && promise.late ? promise.at : null;
}

async function tellOne(desk: { services: Services; tx: Db }, id: string, now: Date): Promise<void> {
  const { tx } = desk;
  const order = await orderById(tx, id, true);
  const promised = order && (await passedPromise(tx, order, now));
  if (!order || !promised) return;
  const told = await lateToldFor(tx, id);
  if (told !== null && told >= promised) return;
  // Beyond the letters of a day none went out, and nobody was told: it is tried again until one does.
  if (await tellCustomer(desk, order, { command: 'late', promised })) await keepLateTold(tx, id, promised);
}
