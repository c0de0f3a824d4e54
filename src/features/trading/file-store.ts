import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Kept } from '../../platform/files.ts';

export type StoredFile = { id: string; userId: string; path: string; name: string; mime: string; bytes: number };

/** How many files, and bytes, a person has left since a moment. */
export async function uploadedSince(tx: Db, userId: string, since: Date): Promise<{ files: number; bytes: bigint }> {
  const { rows } = await sql<{ files: number; bytes: bigint }>`
    select count(*)::int files, coalesce(sum(bytes), 0)::bigint bytes from files
     where user_id = ${userId} and created_at > ${since}`.execute(tx);
  return rows[0] ?? { files: 0, bytes: 0n };
}

type NewFile = Kept & { id: string; userId: string; purpose: string; path: string; name: string };

export const addFile = (tx: Db, file: NewFile) =>
  sql`insert into files (id, user_id, purpose, path, name, mime, bytes, sha256)
    values (${file.id}, ${file.userId}, ${file.purpose}, ${file.path}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256})`.execute(
    tx,
  );

/** A file, if row security lets this person see it. */
export async function fileById(tx: Db, id: string): Promise<StoredFile | null> {
  const { rows } = await sql<StoredFile>`
    select id, user_id "userId", path, name, mime, bytes from files where id = ${id}`.execute(tx);
  return rows[0] ?? null;
}
