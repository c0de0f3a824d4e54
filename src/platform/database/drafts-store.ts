import { sql } from 'kysely';
import { currentUserId, type Db, firstRow } from './database.ts';
import { sendNow } from './prepared-statement.ts';

type Draft = Record<string, string>;

/** Stores one unsent form for each user. */
export const createDraftStore = (name: string) => {
  const table = sql.table(name);
  return {
    save: (tx: Db, { data, now }: { data: Draft; now: Date }) =>
      sql`insert into ${table} (user_id, data, updated_at) values (${currentUserId}, ${JSON.stringify(data)}, ${now})
        on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx),
    read: (tx: Db) =>
      firstRow<{ data: Draft; updatedAt: Date }>(tx)`
        select data, updated_at "updatedAt" from ${table} where user_id = ${currentUserId}`,
    forget: (tx: Db) => sendNow(tx, sql`delete from ${table} where user_id = ${currentUserId}`),
  };
};
