import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { type Db, openPool } from '../src/platform/database/database.ts';
import type { Tables } from '../src/platform/database/tables.ts';
import type { TestServer } from './worker.ts';

type ExplainOptions = {
  readonly officer?: string;
  readonly explain?: string;
};

/** Explains each statement of `run` with sequential scans disabled. */
export async function explainQueries(
  { services }: Pick<TestServer, 'services'>,
  run: (tx: Db) => Promise<unknown>,
  { officer, explain = 'explain' }: ExplainOptions = {},
): Promise<string> {
  const queries: CompiledQuery[] = [];
  const pool = openPool({ url: services.appUrl, role: 'cryptocommerce_app', max: 1 });
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('app.all_rows', 'yes', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
      if (officer) await sql`select set_config('app.user_id', ${officer}, true)`.execute(tx);
      queries.length = 0;
      await run(tx);
      const plans: string[] = [];
      for (const { sql: text, parameters } of queries.filter((query) => / from /.test(query.sql))) {
        const explained = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
        const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explained);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans.join('\n');
    });
  } finally {
    await pool.end();
  }
}
