import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { startPostgres } from '../../tools/embedded-postgres.ts';

/** The database of these journeys, for what no form can do: many rows at once, and time that has gone by. */
export async function owner(): Promise<pg.Client> {
  const { url } = await startPostgres(join(process.env['JOURNEY_DATA_DIR'] ?? '', 'postgres'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/**
 * A job that the timetable has run each minute runs at once. That the clock does it is proved in
 * `test/reliability/clock.test.ts`: nobody here waits for the minute.
 */
export async function runsNow(job: string): Promise<void> {
  const client = await owner();
  const { rowCount } = await client.query(
    `insert into pgboss.job (name) select name from pgboss.schedule where name = $1 and cron = '* * * * *'`,
    [job],
  );
  await client.end();
  expect(rowCount, `${job} stands in the timetable for each minute`).toBe(1);
}
