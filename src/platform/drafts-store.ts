import { sql } from 'kysely';
import { type Db, firstRow, whoAsks } from './database.ts';

/** What somebody typed into a form, by the names of its fields. */
type Draft = Record<string, string>;

/** What whoever asks typed into one form and did not send yet: one draft, kept in a table of its own. */
export const draftsIn = (name: string) => {
  const table = sql.table(name);
  return {
    /** In place of what was there. */
    save: (tx: Db, { data, now }: { data: Draft; now: Date }) =>
      sql`insert into ${table} (user_id, data, updated_at) values (${whoAsks}, ${JSON.stringify(data)}, ${now})
        on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx),
    read: (tx: Db) =>
      firstRow<{ data: Draft; updatedAt: Date }>(tx)`
        select data, updated_at "updatedAt" from ${table} where user_id = ${whoAsks}`,
    forget: (tx: Db) => sql`delete from ${table} where user_id = ${whoAsks}`.execute(tx),
  };
};
