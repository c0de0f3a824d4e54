import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

type Draft = Record<string, string>;

/** Keeps what a person typed into the sell form, in place of what was there (decision A2). */
export const saveDraft = (tx: Db, userId: string, { data, now }: { data: Draft; now: Date }) =>
  sql`insert into sell_drafts (user_id, data, updated_at) values (${userId}, ${JSON.stringify(data)}, ${now})
    on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx);

export async function readDraft(tx: Db, userId: string): Promise<{ data: Draft; updatedAt: Date } | null> {
  const { rows } = await sql<{ data: Draft; updatedAt: Date }>`
    select data, updated_at "updatedAt" from sell_drafts where user_id = ${userId}`.execute(tx);
  return rows[0] ?? null;
}

export const deleteDraft = (tx: Db, userId: string) =>
  sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
