import { after, days } from '../../kernel/clock.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import { placeMarks } from '../../platform/place-marks.ts';
import type { Services } from '../../platform/procedure.ts';
import { sharedReading } from '../../platform/shared-reading.ts';
import { refuse } from './messages.ts';
import { over, type Used, unusedRoom } from './purposes.ts';
import { leftBy, unusedFrom, unusedOfAll } from './unused-store.ts';

/** Days after which a paper that was uploaded and never handed in is removed. */
export const keptDays = 7;

/** What may lie here that nobody handed in, of everybody together. */
export const roomOfAll = ({ config }: Pick<Services, 'config'>): Used => ({
  files: unusedRoom.files,
  bytes: BigInt(config.files.unusedMb) * 1024n * 1024n,
});

const twice = ({ files, bytes }: Used): Used => ({ files: files * 2, bytes: bytes * 2n });
/** Rounded up: of a little room too there is some. */
const partOf = ({ files, bytes }: Used, of: number): Used => ({
  files: Math.ceil(files / of),
  bytes: (bytes + BigInt(of) - 1n) / BigInt(of),
});

/** What a network may leave in all the days that files lie here: a few that are patient would else fill the room. */
const networkPart = 10;
/** Whoever is new is taken over a network that left no more than such a part, where the room of all is full. */
const hardlyAny = 100;

/** A day beyond what the removal of each night leaves. */
export const unusedSince = (now: Date): Date => after(now, -days(keptDays + 1));

/** What lies here of everybody is counted so seldom, ms: a crowd must not have us count for each of its files. */
const countedEvery = 2_000;
const ofAll = sharedReading<Used>(countedEvery, (services) =>
  asSystem(services.pool, (tx) =>
    unusedOfAll(tx, { since: unusedSince(services.clock()), most: unusedRoom.files * 2 }),
  ),
);

/** What lies here that nobody handed in, for metrics. */
export const unusedFigures = (tx: Db, now: Date): Promise<Used> =>
  unusedOfAll(tx, { since: unusedSince(now), most: unusedRoom.files });

/** Who sends, from where, and what is on its way beside it. */
export type Sender = { readonly userId: string; readonly ip: string; readonly coming: Used };

/** By which files from one place are counted. */
export const originOf = ({ config }: Pick<Services, 'config'>, ip: string) => placeMarks(config, 'files', ip);

/** So few files of somebody's own are taken where others filled the room: the papers of an identity. */
const few = 5;

/**
 * Refuses a further file where too many lie here that nobody handed in: of one connection or its network within a day,
 * of that network in all the days that files lie here, or of all; and where as much is on its way. Accounts that are
 * thrown away have a little room each, and would fill the disk together. What something stands on is never counted.
 * Thousands share a connection of a mobile network, and four accounts fill it: whoever handed in a file before goes on
 * for as much again, and so does whoever left hardly any themselves: of the room of all, over a network that left
 * hardly any either. So whoever is new finds room, unless hundreds of networks fill it. What strangers of a network
 * leave for days is nothing to those of it whom we know.
 */
export async function refuseWithoutRoom(services: Services, { userId, ip, coming }: Sender): Promise<void> {
  const now = services.clock();
  const since = { day: after(now, -days(1)), kept: unusedSince(now) };
  const from = await asSystem(services.pool, (tx) => unusedFrom(tx, originOf(services, ip), since));
  const all = roomOfAll(services);
  const isQuiet = !over(from.kept, partOf(all, hardlyAny));
  const bounds = [
    {
      code: 'documents.no_room_from_here',
      used: from.connection,
      most: unusedRoom.connection,
      near: true,
      known: 'twice',
    },
    { code: 'documents.no_room_from_here', used: from.network, most: unusedRoom.network, near: true, known: 'twice' },
    {
      code: 'documents.no_room_from_here',
      used: from.kept,
      most: partOf(all, networkPart),
      near: true,
      known: 'always',
    },
    { code: 'documents.no_room_now', used: await ofAll(services), most: all, near: isQuiet, known: 'twice' },
    { code: 'documents.no_room_now', used: coming, most: all, near: false, known: 'twice' },
  ] as const;
  const full = bounds.filter(({ used, most }) => over(used, most));
  if (full.length === 0) return;
  const person = await asSystem(services.pool, (tx) => leftBy(tx, userId, few));
  for (const { code, used, most, near, known } of full) {
    const goesOn = person.known || (near && person.own < few);
    if (person.known && known === 'always') continue;
    if (!goesOn || over(used, twice(most))) refuse(code, {});
  }
}
