import { expect } from 'vitest';
import type { TestServer } from './worker.ts';

/** Counts transactions that wait for a lock. Clears the activity that PostgreSQL caches within a transaction. */
export const countLockWaits = async ({ owner }: Pick<TestServer, 'owner'>): Promise<number> => {
  await owner.query('select pg_stat_clear_snapshot()');
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
};

/** Resolves when `running` settles or `minWaiting` transactions wait for a lock. */
export async function waitForLock(server: Pick<TestServer, 'owner'>, running: Promise<unknown>, minWaiting: number) {
  let isDone = false;
  const settled = () => {
    isDone = true;
  };
  running.then(settled, settled);
  await expect.poll(async () => isDone || (await countLockWaits(server)) >= minWaiting, { timeout: 8_000 }).toBe(true);
}
