import type { TestServer } from './worker.ts';

/**
 * How many transactions of this server's own database wait for a lock. Other files have databases of their own on the
 * same PostgreSQL: whoever waits there is none of ours.
 */
export const waitingHere = async ({ owner }: Pick<TestServer, 'owner'>): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};
