import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../tools/embedded-postgres.ts';

/** The database of these journeys, for what no form can do: many rows at once, and time that has gone by. */
export async function owner(): Promise<pg.Client> {
  const { url } = await startPostgres(join(process.env['JOURNEY_DATA_DIR'] ?? '', 'postgres'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
