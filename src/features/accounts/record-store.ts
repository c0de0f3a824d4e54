import { sql } from 'kysely';
import { allRows, type Db } from '../../platform/database.ts';
import { recordedTables } from './record-columns.ts';

export type RecordRow = Readonly<Record<string, unknown>>;

/** What we hold about a person, table by table, as `recordedTables` lists it. Row security shows their own. */
export async function recordRows(tx: Db, userId: string): Promise<Readonly<Record<string, readonly RecordRow[]>>> {
  const found: Record<string, readonly RecordRow[]> = {};
  for (const [table, { owner, given, except, instead = {} }] of Object.entries(recordedTables)) {
    const part = (column: string) => (instead[column] ? sql.raw(instead[column]) : sql.ref(column));
    const columns = sql.join(given.map((column) => sql`${part(column)} as ${sql.ref(column)}`));
    const others = except ? sql`and not (${sql.raw(except)})` : sql``;
    const { rows } = await sql<RecordRow>`
      select ${columns} from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} ${others}`.execute(tx);
    found[table] = rows;
  }
  return found;
}

/** The keys that somebody made for programs, without what opens anything. */
export const keysOnRecord = (db: Db, userId: string) =>
  allRows<RecordRow>(db)`
    select name, scopes, last_four, made_at, renewed_at, last_used_at from auth.program_key
     where user_id = ${userId} order by id`;
