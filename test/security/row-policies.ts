import type pg from 'pg';
import type { TestServer } from '../worker.ts';

export type Context = {
  user?: string;
  all?: boolean;
  roles?: string;
  role?: 'cryptocommerce_app' | 'cryptocommerce_auth';
};

/** Tools that run statements as the application role, without the filters of the application. */
export function createPolicyTools({ owner }: TestServer) {
  async function asApp<T>(context: Context, act: (client: pg.PoolClient) => Promise<T>) {
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query(`set local role ${context.role ?? 'cryptocommerce_app'}`);
      if (context.user) await client.query(`select set_config('app.user_id', $1, true)`, [context.user]);
      if (context.all) await client.query(`select set_config('app.all_rows', 'yes', true)`);
      if (context.roles) await client.query(`select set_config('app.roles', $1, true)`, [context.roles]);
      return await act(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const rowsFor = async (context: Context, table: string): Promise<Record<string, unknown>[]> =>
    (await asApp(context, (client) => client.query(`select * from public.${table}`))).rows;

  /** Runs a statement. Returns the number of affected rows, or the SQLSTATE of its error. */
  const outcome = (context: Context, statement: string, values: unknown[] = []) =>
    asApp(context, (client) => client.query(statement, values)).then(
      (result) => result.rowCount ?? 0,
      (error: { code?: string }) => (error.code === '42501' ? 'refused' : `failed ${error.code}`),
    );

  return { asApp, outcome, rowsFor };
}
