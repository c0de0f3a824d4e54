import { markRecords } from '../src/features/compliance/jobs.ts';
import type { TestServer } from './worker.ts';

type Clocks = Pick<TestServer, 'owner' | 'setTime'>;

/** The database erases by its own clock, which tests set as its owner. */
export const databaseDay = ({ owner }: Pick<TestServer, 'owner'>, day: string) =>
  owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);

/** It is today again. */
export async function backToToday(server: Clocks): Promise<void> {
  server.setTime(null);
  await databaseDay(server, 'current_date');
}

/** Seven years and more went by since whatever happened today. */
export async function sevenYearsOn(server: Clocks): Promise<void> {
  const past = new Date(Date.now() + 2_600 * 86_400_000);
  server.setTime(past);
  await databaseDay(server, `date '${past.toISOString().slice(0, 10)}'`);
}

/** Their accounts are closed, as closing leaves the profile. */
export const accountClosed = ({ owner }: Pick<TestServer, 'owner'>, ...ids: string[]) =>
  owner.query(`update profiles set closed_at = now(), erase_after = now() + interval '7 years' where id = any($1)`, [
    ids,
  ]);

/** They left, and seven years and more went by. */
export async function longGone(server: Clocks & Pick<TestServer, 'services'>, people: readonly { id: string }[]) {
  await backToToday(server);
  await accountClosed(server, ...people.map(({ id }) => id));
  await markRecords(server.services);
  await sevenYearsOn(server);
}
