import { asSystem, type Db } from '../../platform/database.ts';
import { eachPageAlone } from '../../platform/each-alone.ts';
import type { Services } from '../../platform/procedure.ts';
import { fullName, holderMatches } from '../movements/names.ts';
import type { PairOfFacts } from './hit-store.ts';
import {
  isLetGo,
  isUnassignedLetGo,
  listsInForce,
  markPayer,
  ownName,
  type PaidFor,
  type Payer,
  payersOf,
  payerUnder,
  uncomparedPayers,
} from './payer-store.ts';
import { askAboutHolder, matchesOfHolder, raiseHolder, stopsOfNobody } from './screen-names.ts';

/** Whether the name is the customer's own, as it stands on approved papers. Whose name stands on none has none. */
const isOwnName = ({ names: [name], customer }: Payer): boolean =>
  customer !== null && fullName(customer) !== '' && holderMatches(name, customer);

/**
 * Compares who paid, or is paid, with the lists in force, as the line is written down: whoever is like nobody goes on
 * at once. The others wait for the look that raises what it finds, which finance may not; so do all where a provider is
 * asked.
 */
export async function comparePayer({ config }: Services, tx: Db, movementId: string): Promise<void> {
  const payer = await payerUnder(tx, movementId);
  if (!payer) return;
  if (isOwnName(payer)) await markPayer(tx, payer, { version: ownName });
  else if (!config.screening.openSanctions && (await matchesOfHolder(tx, payer)).length === 0)
    await markPayer(tx, payer, { version: await listsInForce(tx) });
}

/**
 * Whether an order or a payment may go on for the names beside its customer's: who paid, or is paid, was compared, and
 * what a look right now says against them, what was `found` of others, and what stopped it before, was let go by
 * compliance.
 */
export async function areNamesClear(tx: Db, dueId: string, found: readonly PairOfFacts[] = []): Promise<boolean> {
  const all = [...found];
  for (const payer of await payersOf(tx, dueId)) all.push(...(await matchesOfHolder(tx, payer)));
  return isLetGo(tx, dueId, all);
}

/** The same of what stands on nothing, by a look right now at whoever paid it. */
export async function isPayerClear(tx: Db, movementId: string): Promise<boolean> {
  const payer = await payerUnder(tx, movementId);
  const found = payer && !isOwnName(payer) ? await matchesOfHolder(tx, payer) : [];
  return isUnassignedLetGo(tx, movementId, found);
}

/** The matches for which it stopped until now for who paid. */
export const stopsOfPayers = async (tx: Db, dueId: string): Promise<PairOfFacts[]> =>
  (await payersOf(tx, dueId)).flatMap(({ stoppedBy }) => stoppedBy);

/** Where the one who looks stands: locks what was paid for, and does what a match asks for. */
export type Looking = {
  /** What is paid for, locked, as staff know it; null where it is no more. */
  readonly lock: (
    tx: Db,
    dueId: string,
  ) => Promise<{ readonly orderId: string | null; readonly reference: string } | null>;
  readonly stop: (tx: Db, dueId: string) => Promise<boolean>;
};

async function compareOne(services: Services, seen: Payer, { lock, stop }: Looking): Promise<boolean> {
  if (isOwnName(seen)) {
    await asSystem(services.pool, (tx) => markPayer(tx, seen, { version: ownName }));
    return false;
  }
  const asked = await askAboutHolder(services, seen);
  return asSystem(services.pool, async (tx) => {
    // What stopped it is read under the lock: two looks at once stop it once.
    const due = await lock(tx, seen.dueId);
    const payer = due && (await payerUnder(tx, seen.movementId));
    if (!due || !payer) return false;
    const look = { asked, at: services.clock(), stoppedBy: payer.stoppedBy };
    const { userId, names, isPaid } = payer;
    const about = isPaid ? { pays: due.reference } : { paidFor: due.reference };
    const stops =
      userId === null
        ? await stopsOfNobody(tx, payer, look)
        : await raiseHolder(tx, { userId, names, orderId: due.orderId, ...about }, look);
    await markPayer(tx, payer, { version: await listsInForce(tx), stops });
    return stops.length > 0 && stop(tx, seen.dueId);
  });
}

/**
 * Compares whoever paid for what is under way, or is paid by it, with the lists, soon after their line was written down
 * and whenever those have changed. Answers how many were stopped. One that cannot be compared now comes again at the
 * next look.
 */
export async function comparePayers(services: Services, of: PaidFor, looking: Looking): Promise<number> {
  const version = await asSystem(services.pool, listsInForce);
  const next = (last: Payer | null) =>
    asSystem(services.pool, (tx) => uncomparedPayers(tx, of, { version, after: last?.movementId ?? null }));
  return eachPageAlone(next, (payer) => compareOne(services, payer, looking));
}
