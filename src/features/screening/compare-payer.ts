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
export async function areNamesClear(tx: Db, dueId: string, { found = [], expected = [] }: KnownNames = {}) {
  const matchesByName = new Map(expected.map((name) => [name, findHolderMatches(tx, { userId: null, names: [name] })]));
  const [payers, isClearWithoutMatch, others] = await Promise.all([
    findPayers(tx, dueId),
    areHoldersCleared(tx, dueId, []),
    found,
    ...matchesByName.values(),
  ]);
  const matches = await Promise.all(
    payers.map((payer) => matchesByName.get(payer.names[0]) ?? findHolderMatches(tx, payer)),
  );
  const all = [...others, ...matches.flat()];
  return all.length === 0 ? isClearWithoutMatch : areHoldersCleared(tx, dueId, all);
}

/** `found`: matches of other names. `expected`: names to match in the round trip that loads the payers. */
type KnownNames = {
  readonly found?: readonly MatchPair[] | Promise<readonly MatchPair[]>;
  readonly expected?: readonly string[];
};

/** `holder` is the expected name of the payer. Its matches load in the same round trip. */
export async function isPayerClear(tx: Db, movementId: string, holder: string | null): Promise<boolean> {
  const [payer, expected, isClearWithoutMatch] = await Promise.all([
    findPayer(tx, movementId),
    holder === null ? null : findHolderMatches(tx, { userId: null, names: [holder] }),
    isUnallocatedPayerCleared(tx, movementId, []),
  ]);
  if (!payer || isOwnName(payer)) return isClearWithoutMatch;
  const found = expected && payer.names[0] === holder ? expected : await findHolderMatches(tx, payer);
  return found.length === 0 ? isClearWithoutMatch : isUnallocatedPayerCleared(tx, movementId, found);
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
