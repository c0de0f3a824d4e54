import { audit } from '../../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../../platform/database.ts';
import { eachPageAlone } from '../../../platform/each-alone.ts';
import { system } from '../../../platform/mover.ts';
import type { Services } from '../../../platform/procedure.ts';
import { areNamesClear, comparePayers, stopsOfPayers } from '../../screening/compare-payer.ts';
import { askAboutHolder, matchesOfHolder, raiseHolder } from '../../screening/screen-names.ts';
import { moveOrder } from '../moving/move-order.ts';
import { addEvent } from '../moving/move-store.ts';
import { orderById } from '../order/history-store.ts';
import { mayHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { bySystem } from './by-system.ts';
import { heldFor, holderOf, markCompared, type NamedHolder, uncompared } from './holder-store.ts';
import { sanctionsNow } from './judge-store.ts';
import { isListHold } from './release-rule.ts';

const holdReason = 'holder_listed';

/**
 * Compares who holds and who keeps the wallets of large orders with the lists, soon after placing and whenever those
 * have changed. What is like a listed party holds the order, with an alert and a case, and nothing of it shows to the
 * customer (decisions A7, A8). A pair that somebody cleared holds nothing. Answers how many orders were held.
 */
export async function screenHolders(services: Services): Promise<number> {
  const version = await asSystem(services.pool, sanctionsNow);
  const next = (last: NamedHolder | null) =>
    asSystem(services.pool, (tx) => uncompared(tx, { version, after: last?.orderId ?? null }));
  return eachPageAlone(next, (holder) => compareOne(services, holder, version));
}

async function compareOne(services: Services, named: NamedHolder, version: string): Promise<boolean> {
  const asked = await askAboutHolder(services, named);
  return asSystem(services.pool, async (tx) => {
    const order = await orderById(tx, named.orderId, true);
    // What stopped it is read under the order's lock: two looks at once hold it once.
    const holder = order && (await holderOf(tx, order.id));
    if (!order || !holder) return false;
    const at = services.clock();
    const stops = await raiseHolder(tx, holder, { asked, at, stoppedBy: holder.stoppedBy });
    await markCompared(tx, order.id, { version, stops });
    return stops.length > 0 && holdOrder(tx, order, at);
  });
}

async function holdOrder(tx: Db, order: Order, now: Date): Promise<boolean> {
  if (order.state.held ? isListHold(order.holdReason) : !mayHold(order)) return false;
  const step = { command: 'hold', reasonCode: holdReason, note: null, public: false, facts: { holdReason } } as const;
  if (!order.state.held) {
    await moveOrder(tx, order, { step, mover: system, now });
    return true;
  }
  // One that is held for something else is held by the list from now on: its release takes two people.
  await heldFor(tx, order.id, { holdReason, at: now });
  await addEvent(tx, order, {
    step: { command: 'screened', reasonCode: holdReason, note: null, public: false },
    mover: system,
    now,
  });
  const change = { before: { holdReason: order.holdReason }, after: { holdReason } };
  await audit(tx, { ...bySystem(order), action: 'trading.holder_screened', ...change });
  announce(tx, 'desk');
  return true;
}

/**
 * The same for who paid for orders, by the names on their lines, and whom sales pay, by those on the accounts. Answers
 * how many orders were held.
 */
export const screenPayers = (services: Services): Promise<number> =>
  comparePayers(services, 'order', {
    lock: async (tx, id) => {
      const order = await orderById(tx, id, true);
      return order && { orderId: order.id, reference: `order ${order.reference}` };
    },
    stop: async (tx, id) => {
      const order = await orderById(tx, id, true);
      return order !== null && holdOrder(tx, order, services.clock());
    },
  });

/**
 * Whether an order may go on for its names, who holds the wallet, who paid and who is paid: what a look right now
 * finds, and whatever stopped the order before, was cleared or released by two people. A look by the job alone lets
 * nothing go.
 */
export async function isHolderClear(tx: Db, orderId: string): Promise<boolean> {
  const holder = await holderOf(tx, orderId);
  return areNamesClear(tx, orderId, holder ? await matchesOfHolder(tx, holder) : []);
}

/** The matches for which an order stopped until now: what whoever releases it has read. */
export const stopsOfHolder = async (tx: Db, orderId: string) => [
  ...((await holderOf(tx, orderId))?.stoppedBy ?? []),
  ...(await stopsOfPayers(tx, orderId)),
];
