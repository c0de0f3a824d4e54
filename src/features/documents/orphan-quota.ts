import { after, days } from '../../kernel/clock.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { refuse } from './messages.ts';
import { isOver, maxUnusedFiles, type Used } from './purposes.ts';
import { countUnused, unusedOf } from './store.ts';

/** Days after which a nightly job removes an unused file. */
export const keptDays = 7;

/** Quota for the unused files of all accounts together. */
export const globalOrphanQuota = ({ config }: Pick<Services, 'config'>): Used => ({
  files: maxUnusedFiles,
  bytes: BigInt(config.files.unusedMb) * 1024n * 1024n,
});

const twice = ({ files, bytes }: Used): Used => ({ files: files * 2, bytes: bytes * 2n });

/** Start of the search. A nightly job has removed older files. */
const unusedSince = (now: Date): Date => after(now, -days(keptDays + 1));

const cacheMs = 2_000;
const countAllUnused = cachedRead<Used>(cacheMs, (services) =>
  withSystem(services.pool, (tx) =>
    countUnused(tx, { since: unusedSince(services.clock()), limit: maxUnusedFiles * 2 }),
  ),
);

export const unusedFigures = (tx: Db, now: Date): Promise<Used> =>
  countUnused(tx, { since: unusedSince(now), limit: maxUnusedFiles });

/** Files that a new account may still upload above the quota: the documents of one identity check. */
const newcomerFiles = 5;

/** `incoming`: all other uploads in progress. */
export type Sender = { readonly userId: string; readonly incoming: Used };

/**
 * Throws `documents.no_room_now` when all unused files exceed the global quota. Above it, customers with a used file
 * and new accounts share a reserve of the same size.
 */
export async function assertOrphanQuota(services: Services, { userId, incoming }: Sender): Promise<void> {
  const all = globalOrphanQuota(services);
  const stored = await countAllUnused(services);
  if (!isOver(stored, all) && !isOver(incoming, all)) return;
  const { known, own } = await withSystem(services.pool, (tx) => unusedOf(tx, userId, newcomerFiles));
  const hasReserve = known || (own < newcomerFiles && !isOver(incoming, all));
  if (!hasReserve || isOver(stored, twice(all)) || isOver(incoming, twice(all))) refuse('documents.no_room_now', {});
}
