import { system } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { forEachPageSettled } from '../../../platform/jobs/for-each-settled.ts';
import { areNamesClear, comparePayers, findPayerStops } from '../../screening/compare-payer.ts';
import { findActiveVersion } from '../../screening/index-store.ts';
import { findHolderMatches, queryHolderName, raiseHolderHits } from '../../screening/screen-names.ts';
import { transitionOrder } from '../lifecycle/transition-order.ts';
import { addEvent } from '../lifecycle/transition-store.ts';
import { findOrder } from '../order/history-store.ts';
import { canHold } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import {
  findNamedHolder,
  findUncompared,
  type NamedHolder,
  replaceHoldReason,
  saveCompared,
} from './counterparty-store.ts';
import { isListHold } from './release-rule.ts';
import { systemAuditEntry } from './system-transition.ts';

const holdReason = 'holder_listed';

/**
 * Job: compares wallet holders and custodians of large orders with the lists, for new orders and after list changes. A
 * new match holds the order and opens an alert and a case, hidden from the customer (decisions A7, A8). Returns the
 * number of newly held orders.
 */
export async function screenHolders(services: Services): Promise<number> {
  const version = await withSystem(services.pool, findActiveVersion);
  const next = (last: NamedHolder | null) =>
    withSystem(services.pool, (tx) => findUncompared(tx, { version, after: last?.orderId ?? null }));
  return forEachPageSettled(next, (holder) => compareOne(services, holder, version));
}

async function compareOne(services: Services, named: NamedHolder, version: string): Promise<boolean> {
  const answers = await queryHolderName(services, named);
  return withSystem(services.pool, async (tx) => {
    const order = await findOrder(tx, named.orderId, true);
    const holder = order && (await findNamedHolder(tx, order.id));
    if (!order || !holder) return false;
    const at = services.clock();
    const stops = await raiseHolderHits(tx, holder, { asked: answers, at, stoppedBy: holder.stoppedBy });
    await saveCompared(tx, order.id, { version, stops });
    return stops.length > 0 && holdOrder(tx, order, at);
  });
}

async function holdOrder(tx: Db, order: Order, now: Date): Promise<boolean> {
  if (order.state.held ? isListHold(order.holdReason) : !canHold(order)) return false;
  const step = { command: 'hold', reasonCode: holdReason, note: null, public: false, facts: { holdReason } } as const;
  if (!order.state.held) {
    await transitionOrder(tx, order, { step, mover: system, now });
    return true;
  }
  // With this hold reason the release takes two people.
  await replaceHoldReason(tx, order.id, { holdReason, at: now });
  await addEvent(tx, order, {
    step: { command: 'screened', reasonCode: holdReason, note: null, public: false },
    mover: system,
    now,
  });
  const change = { before: { holdReason: order.holdReason }, after: { holdReason } };
  await audit(tx, { ...systemAuditEntry(order), action: 'trading.holder_screened', ...change });
  publishTopic(tx, 'desk');
  return true;
}

/** Job: screens third-party payers of orders. A match alerts compliance and holds the order. */
export const screenPayers = (services: Services): Promise<number> =>
  comparePayers(services, 'order', {
    lock: async (tx, id) => {
      const order = await findOrder(tx, id, true);
      return order && { orderId: order.id, reference: `order ${order.reference}` };
    },
    stop: async (tx, id) => {
      const order = await findOrder(tx, id, true);
      return order !== null && holdOrder(tx, order, services.clock());
    },
  });

/** True when a new comparison finds no match and two people cleared every earlier match. */
export function areCounterpartiesClear(tx: Db, { id, movements, bank }: CheckedOrder): Promise<boolean> {
  const found = findNamedHolder(tx, id).then((holder) => (holder ? findHolderMatches(tx, holder) : []));
  const names = [...movements.map(({ party }) => party.holder), bank?.accountHolderName ?? null];
  const expected = [...new Set(names.filter((name) => name !== null))];
  return areNamesClear(tx, id, { found, expected });
}

type CheckedOrder = Pick<Order, 'id' | 'movements' | 'bank'>;

export const counterpartyBlocks = async (tx: Db, orderId: string) => [
  ...((await findNamedHolder(tx, orderId))?.stoppedBy ?? []),
  ...(await findPayerStops(tx, orderId)),
];
