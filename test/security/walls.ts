import type pg from 'pg';
import type { TestServer } from '../worker.ts';

/** Who the database believes is asking, and as which of its roles. */
export type Context = {
  user?: string;
  all?: boolean;
  roles?: string;
  role?: 'cryptocommerce_app' | 'cryptocommerce_auth';
};

/** What stands when the product's own filters are out of the way: statements as the application's roles send them. */
export function wallsOf({ owner }: TestServer) {
  /** Runs statements as the application's role, as somebody or as nobody; nothing of it is kept. */
  async function asApp<T>(context: Context, act: (client: pg.PoolClient) => Promise<T>) {
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query(`set local role ${context.role ?? 'cryptocommerce_app'}`);
      if (context.user) await client.query(`select set_config('app.user_id', $1, true)`, [context.user]);
      if (context.all) await client.query(`select set_config('app.sees_all', 'yes', true)`);
      if (context.roles) await client.query(`select set_config('app.roles', $1, true)`, [context.roles]);
      return await act(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const rowsFor = async (context: Context, table: string): Promise<Record<string, unknown>[]> =>
    (await asApp(context, (client) => client.query(`select * from public.${table}`))).rows;

  /** How a statement ended: refused by the database, or with so many rows touched. */
  const outcome = (context: Context, statement: string, values: unknown[] = []) =>
    asApp(context, (client) => client.query(statement, values)).then(
      (result) => result.rowCount ?? 0,
      (error: { code?: string }) => (error.code === '42501' ? 'refused' : `failed ${error.code}`),
    );

  return { asApp, outcome, rowsFor };
}
