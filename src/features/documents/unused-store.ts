import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/database.ts';
import type { PlaceMarks } from '../../platform/place-marks.ts';
import type { Used } from './purposes.ts';
import { inUse } from './store.ts';

const lies = sql`f.state in ('arriving', 'being_checked', 'clean')`;
const nothing: Used = { files: 0, bytes: 0n };

/**
 * All that lies here and that nothing stands on, from before a moment on: what is older is removed by itself. Looks at
 * no more files than so many.
 */
export async function unusedOfAll(tx: Db, { since, most }: { since: Date; most: number }): Promise<Used> {
  const { rows } = await sql<Used>`
    select count(*)::int files, coalesce(sum(u.bytes), 0)::bigint bytes from (
      select f.bytes from files f
       where f.created_at > ${since} and ${lies} and not (${inUse}) limit ${most}) u`.execute(tx);
  return rows[0] ?? nothing;
}

type FromThere = Record<'connection' | 'network' | 'kept', Used>;
type FromThereRow = Record<`${keyof FromThere}Files`, number> & Record<`${keyof FromThere}Bytes`, bigint>;

/** The same of what came within a day from a connection and its network, and from that in all days they lie here. */
export async function unusedFrom(
  tx: Db,
  { connection, network }: PlaceMarks,
  since: { readonly day: Date; readonly kept: Date },
): Promise<FromThere> {
  const today = sql`o.created_at > ${since.day}`;
  const near = sql`${today} and o.connection = ${connection}`;
  const { rows } = await sql<FromThereRow>`
    select count(*)::int "keptFiles", coalesce(sum(f.bytes), 0)::bigint "keptBytes",
           count(*) filter (where ${today})::int "networkFiles",
           coalesce(sum(f.bytes) filter (where ${today}), 0)::bigint "networkBytes",
           count(*) filter (where ${near})::int "connectionFiles",
           coalesce(sum(f.bytes) filter (where ${near}), 0)::bigint "connectionBytes"
      from file_origins o join files f on f.id = o.file_id
     where o.network = ${network} and o.created_at > ${since.kept} and ${lies} and not (${inUse})`.execute(tx);
  const [row] = rows;
  if (!row) return { connection: nothing, network: nothing, kept: nothing };
  return {
    connection: { files: row.connectionFiles, bytes: row.connectionBytes },
    network: { files: row.networkFiles, bytes: row.networkBytes },
    kept: { files: row.keptFiles, bytes: row.keptBytes },
  };
}

/** Whether a file of this person is in use, so that they are known; and how many others they left, at most so many. */
export const leftBy = (tx: Db, userId: string, most: number) =>
  onlyRow<{ known: boolean; own: number }>(tx)`
    select exists (select from files f where f.user_id = ${userId} and (${inUse})) known,
           (select count(*)::int from (select from files f where f.user_id = ${userId} and ${lies} and not (${inUse})
             limit ${most}) o) own`;

/** Notes from where a file of whoever asks came. */
export const addOrigin = (tx: Db, file: { id: string; createdAt: Date }, { connection, network }: PlaceMarks) =>
  sql`insert into file_origins (file_id, connection, network, created_at)
      values (${file.id}, ${connection}, ${network}, ${file.createdAt})`.execute(tx);

/** Forgets from where files came before a moment; and before a later one of those that something stands on. */
export const forgetOrigins = (tx: Db, { before, used }: { before: Date; used: Date }) =>
  sql`delete from file_origins o where o.created_at < ${before}
    or (o.created_at < ${used} and exists (select from files f where f.id = o.file_id and (${inUse})))`.execute(tx);
