import { sql } from 'kysely';
import { type Db, firstRow } from '../../../platform/database.ts';

type Draft = Record<string, string>;

/** Keeps what a person typed into the sell form, in place of what was there. */
export const saveDraft = (tx: Db, userId: string, { data, now }: { data: Draft; now: Date }) =>
  sql`insert into sell_drafts (user_id, data, updated_at) values (${userId}, ${JSON.stringify(data)}, ${now})
    on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx);

export const readDraft = (tx: Db, userId: string) =>
  firstRow<{ data: Draft; updatedAt: Date }>(tx)`
    select data, updated_at "updatedAt" from sell_drafts where user_id = ${userId}`;

export const deleteDraft = (tx: Db, userId: string) =>
  sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
