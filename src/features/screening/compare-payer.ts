import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachPageSettled } from '../../platform/jobs/for-each-settled.ts';
import { getFullName, isNameOf } from '../ledger/names.ts';
import {
  areHoldersCleared,
  findPayer,
  findPayers,
  findUncomparedPayers,
  isUnallocatedPayerCleared,
  type MatchPair,
  ownNameVersion,
  type PaidFor,
  type Payer,
  recordPayerScreening,
} from './hit-store.ts';
import { findActiveVersion } from './index-store.ts';
import { findAnonymousStops, findHolderMatches, queryHolderName, raiseHolderHits } from './screen-names.ts';

const isOwnName = ({ names: [name], customer }: Payer): boolean =>
  customer !== null && getFullName(customer) !== '' && isNameOf(name, customer);

/** Marks a payer without matches as screened. Others wait for the job, because finance may not see matches. */
export async function comparePayer({ config }: Services, tx: Db, movementId: string): Promise<void> {
  const payer = await findPayer(tx, movementId);
  if (!payer) return;
  if (isOwnName(payer)) await recordPayerScreening(tx, payer, { version: ownNameVersion });
  else if (!config.screening.openSanctions && (await findHolderMatches(tx, payer)).length === 0)
    await recordPayerScreening(tx, payer, { version: await findActiveVersion(tx) });
}

/** Returns true when compliance cleared `found` and every match of the payers and payees of an order or payment. */
export async function areNamesClear(tx: Db, dueId: string, found: readonly MatchPair[] = []): Promise<boolean> {
  const matches = [...found];
  for (const payer of await findPayers(tx, dueId)) matches.push(...(await findHolderMatches(tx, payer)));
  return areHoldersCleared(tx, dueId, matches);
}

export async function isPayerClear(tx: Db, movementId: string): Promise<boolean> {
  const payer = await findPayer(tx, movementId);
  const found = payer && !isOwnName(payer) ? await findHolderMatches(tx, payer) : [];
  return isUnallocatedPayerCleared(tx, movementId, found);
}

export const findPayerStops = async (tx: Db, dueId: string): Promise<MatchPair[]> =>
  (await findPayers(tx, dueId)).flatMap(({ stoppedBy }) => stoppedBy);

export type ScreeningTarget = {
  readonly lock: (
    tx: Db,
    dueId: string,
  ) => Promise<{ readonly orderId: string | null; readonly reference: string } | null>;
  readonly stop: (tx: Db, dueId: string) => Promise<boolean>;
};

async function screenPayer(services: Services, candidate: Payer, { lock, stop }: ScreeningTarget): Promise<boolean> {
  if (isOwnName(candidate)) {
    await withSystem(services.pool, (tx) => recordPayerScreening(tx, candidate, { version: ownNameVersion }));
    return false;
  }
  const providerMatches = await queryHolderName(services, candidate);
  return withSystem(services.pool, async (tx) => {
    // Reads the payer under the lock, so that concurrent jobs stop an order once.
    const due = await lock(tx, candidate.dueId);
    const payer = due && (await findPayer(tx, candidate.movementId));
    if (!due || !payer) return false;
    const input = { asked: providerMatches, at: services.clock(), stoppedBy: payer.stoppedBy };
    const { userId, names, isPaid } = payer;
    const about = isPaid ? { pays: due.reference } : { paidFor: due.reference };
    const stops =
      userId === null
        ? await findAnonymousStops(tx, payer, input)
        : await raiseHolderHits(tx, { userId, names, orderId: due.orderId, ...about }, input);
    await recordPayerScreening(tx, payer, { version: await findActiveVersion(tx), stops });
    return stops.length > 0 && stop(tx, candidate.dueId);
  });
}

/** Screens payers not yet compared with the current lists. Returns how many orders or payments it stopped. */
export async function comparePayers(services: Services, kind: PaidFor, target: ScreeningTarget): Promise<number> {
  const version = await withSystem(services.pool, findActiveVersion);
  const next = (previous: Payer | null) =>
    withSystem(services.pool, (tx) => findUncomparedPayers(tx, kind, { version, after: previous?.movementId ?? null }));
  return forEachPageSettled(next, (payer) => screenPayer(services, payer, target));
}
