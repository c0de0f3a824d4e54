import { expect } from 'vitest';
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

/** Goes on once this is through, or so many wait for a lock: it comes no further then until somebody lets go. */
export async function throughOrWaiting(server: Pick<TestServer, 'owner'>, running: Promise<unknown>, many: number) {
  let through = false;
  const settled = () => {
    through = true;
  };
  running.then(settled, settled);
  await expect.poll(async () => through || (await waitingHere(server)) >= many, { timeout: 8_000 }).toBe(true);
}
