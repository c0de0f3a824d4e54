import { after, days } from '../../kernel/clock.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import { keptFor } from '../../platform/kept.ts';
import { placeMarks } from '../../platform/place-marks.ts';
import type { Services } from '../../platform/procedure.ts';
import { refuse } from './messages.ts';
import { over, type Used, unusedRoom } from './purposes.ts';
import { hasHandedIn, unusedFrom, unusedOfAll } from './unused-store.ts';

/** Days after which a paper that was uploaded and never handed in is removed. */
export const keptDays = 7;

/** What may lie here that nobody handed in, of everybody together. */
export const roomOfAll = ({ config }: Pick<Services, 'config'>): Used => ({
  files: unusedRoom.files,
  bytes: BigInt(config.files.unusedMb) * 1024n * 1024n,
});

const twice = ({ files, bytes }: Used): Used => ({ files: files * 2, bytes: bytes * 2n });

/** A day beyond what the removal of each night leaves. */
export const unusedSince = (now: Date): Date => after(now, -days(keptDays + 1));

/** What lies here of everybody is counted so seldom, ms: a crowd must not have us count for each of its files. */
const countedEvery = 2_000;
const ofAll = keptFor<Used>(countedEvery, (services) =>
  asSystem(services.pool, (tx) =>
    unusedOfAll(tx, { since: unusedSince(services.clock()), most: unusedRoom.files * 2 }),
  ),
);

/** What lies here that nobody handed in, for metrics. */
export const unusedFigures = (tx: Db, now: Date): Promise<Used> =>
  unusedOfAll(tx, { since: unusedSince(now), most: unusedRoom.files });

export type Sender = { readonly userId: string; readonly ip: string };

/** By which files from one place are counted. */
export const originOf = ({ config }: Pick<Services, 'config'>, ip: string) => placeMarks(config, 'files', ip);

/**
 * Refuses a further file where too many lie here that nobody handed in: of one connection, of its network, or of all.
 * Accounts that are thrown away have a little room each, and would fill the disk together. What something stands on is
 * never counted, and whoever handed in a file before goes on where a crowd of newcomers has used up its room.
 */
export async function refuseWithoutRoom(services: Services, { userId, ip }: Sender): Promise<void> {
  const since = after(services.clock(), -days(1));
  const from = await asSystem(services.pool, (tx) => unusedFrom(tx, originOf(services, ip), since));
  if (over(from.connection, unusedRoom.connection) || over(from.network, unusedRoom.network))
    refuse('documents.no_room_from_here', {});
  const [all, most] = [await ofAll(services), roomOfAll(services)];
  if (!over(all, most)) return;
  const known = await asSystem(services.pool, (tx) => hasHandedIn(tx, userId));
  if (!known || over(all, twice(most))) refuse('documents.no_room_now', {});
}
