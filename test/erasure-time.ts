import { setRetentionDeadlines } from '../src/features/compliance/jobs.ts';
import type { TestServer } from './worker.ts';

type Clocks = Pick<TestServer, 'owner' | 'setTime'>;

/** Sets the date of the database, by which it decides what to erase. */
export const databaseDay = ({ owner }: Pick<TestServer, 'owner'>, day: string) =>
  owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);

export async function resetDates(server: Clocks): Promise<void> {
  server.setTime(null);
  await databaseDay(server, 'current_date');
}

/** Moves the clocks more than seven years ahead, so that the rows of today can be erased. */
export async function passSevenYears(server: Clocks): Promise<void> {
  const later = new Date(Date.now() + 2_600 * 86_400_000);
  server.setTime(later);
  await databaseDay(server, `date '${later.toISOString().slice(0, 10)}'`);
}

/** Marks accounts as closed, with the same columns as closing them. */
export const markAccountsClosed = ({ owner }: Pick<TestServer, 'owner'>, ...ids: string[]) =>
  owner.query(`update profiles set closed_at = now(), erase_after = now() + interval '7 years' where id = any($1)`, [
    ids,
  ]);

/** Closes accounts and lets more than seven years pass. */
export async function closeLongAgo(server: Clocks & Pick<TestServer, 'services'>, people: readonly { id: string }[]) {
  await resetDates(server);
  await markAccountsClosed(server, ...people.map(({ id }) => id));
  await setRetentionDeadlines(server.services);
  await passSevenYears(server);
}
