import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { startPostgres } from '../../tools/embedded-postgres.ts';

/** Connects to the database as its owner, to insert many rows or move times. The caller ends the connection. */
export async function connectAsOwner(): Promise<pg.Client> {
  const { url } = await startPostgres(join(process.env['JOURNEY_DATA_DIR'] ?? '', 'postgres'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Runs a scheduled job immediately. `test/reliability/clock.test.ts` tests the schedule. */
export async function runJobNow(job: string): Promise<void> {
  const client = await connectAsOwner();
  const { rowCount } = await client.query(
    `insert into pgboss.job (name) select name from pgboss.schedule where name = $1 and cron = '* * * * *'`,
    [job],
  );
  await client.end();
  expect(rowCount, `${job} is scheduled every minute`).toBe(1);
}
