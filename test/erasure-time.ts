import { setRetentionDeadlines } from '../src/features/compliance/jobs.ts';
import type { TestServer } from './worker.ts';

type Clocks = Pick<TestServer, 'owner' | 'setTime'>;

/** Sets the day of the database clock, which decides about erasure. */
export const databaseDay = ({ owner }: Pick<TestServer, 'owner'>, day: string) =>
  owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);

export async function resetDates(server: Clocks): Promise<void> {
  server.setTime(null);
  await databaseDay(server, 'current_date');
}

/** Moves everything of today more than seven years into the past. */
export async function passSevenYears(server: Clocks): Promise<void> {
  const past = new Date(Date.now() + 2_600 * 86_400_000);
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
}

/** Marks accounts as closed, in the state that closing leaves. */
export const markAccountsClosed = ({ owner }: Pick<TestServer, 'owner'>, ...ids: string[]) =>
  owner.query(`update profiles set closed_at = now(), erase_after = now() + interval '7 years' where id = any($1)`, [
    ids,
  ]);

/** Closes accounts and moves them more than seven years into the past. */
export async function closeLongAgo(server: Clocks & Pick<TestServer, 'services'>, people: readonly { id: string }[]) {
  await resetDates(server);
  await markAccountsClosed(server, ...people.map(({ id }) => id));
  await setRetentionDeadlines(server.services);
  await passSevenYears(server);
}
