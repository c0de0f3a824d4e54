import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { type Db, openPool } from '../src/platform/database.ts';
import type { Tables } from '../src/platform/tables.ts';
import type { TestServer } from './worker.ts';

type Wishes = {
  /** The member of staff who asks; without one it is the house itself. */
  readonly officer?: string;
  readonly explain?: string;
};

/** How the database goes about each statement of a question to everybody's rows, where it shall read no whole table. */
export async function plansOf(
  { services }: Pick<TestServer, 'services'>,
  ask: (tx: Db) => Promise<unknown>,
  { officer, explain = 'explain' }: Wishes = {},
): Promise<string> {
  const asked: CompiledQuery[] = [];
  const pool = openPool({ url: services.appUrl, role: 'cryptocommerce_app', max: 1 });
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('app.sees_all', 'yes', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
      if (officer) await sql`select set_config('app.user_id', ${officer}, true)`.execute(tx);
      asked.length = 0;
      await ask(tx);
      const told: string[] = [];
      for (const { sql: text, parameters } of asked.filter((query) => / from /.test(query.sql))) {
        const explained = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
        const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explained);
        told.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return told.join('\n');
    });
  } finally {
    await pool.end();
  }
}
