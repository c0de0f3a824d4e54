import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { recordedHistory, recordedSource } from '../fakes/prices/recorded.ts';
import { addHistory } from '../src/features/prices/store.ts';
import { after, days } from '../src/kernel/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { kyselyOn, openPool } from '../src/platform/database.ts';
import { letRolesIn } from '../src/platform/logins.ts';
import { migrate } from '../src/platform/migrate.ts';
import { prepareDemo } from '../tools/demo/prepare-demo.ts';
import { startPostgres } from '../tools/embedded-postgres.ts';
import { allowCrowds } from './crowds.ts';
import { environment } from './environment.ts';

/**
 * Without durability, which no test of this kind is about, and without autovacuum: no database here grows old, and a
 * copy of the template would wait until nobody vacuums that.
 */
const options = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off';

/**
 * One PostgreSQL for the whole run, with one template that is migrated and holds the demo's people and their month of
 * prices; every test file gets a copy of it.
 */
export default async function setup() {
  const named = process.env['TEST_POSTGRES_DIR'];
  const home = named || mkdtempSync(join(tmpdir(), 'cryptocommerce-test-'));
  const server = await startPostgres(home, `${options} -c max_connections=300`);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('drop database if exists template_test with (force)');
  await admin.query('create database template_test');
  const template = server.url.replace(/\/postgres$/, '/template_test');
  await migrate(template);
  await prepareDemo(template, { histories: null });
  await allowCrowds(template);
  await tellPrices(template);
  // Roles are the cluster's: whichever file is the first finds them let in.
  await letRolesIn(template, readConfig({ ...environment, DATA_DIR: home }));
  await admin.end();
  process.env['TEST_SERVER'] = server.url;
  const compiled = mkdtempSync(join(tmpdir(), 'cryptocommerce-compiled-'));
  process.env['TEST_COMPILED'] = compiled;
  return async () => {
    await server.stop();
    rmSync(compiled, { recursive: true, force: true });
    if (!named) rmSync(home, { recursive: true, force: true });
  };
}

/** The recorded month of prices up to now: what each server asks for when it opens is the little that came since. */
async function tellPrices(template: string): Promise<void> {
  const pool = openPool({ url: template, max: 1 });
  const now = new Date();
  const past = recordedHistory(after(now, -days(30)), now);
  const told = past.map((entry) => ({ ...entry, source: recordedSource, demo: true }));
  await kyselyOn(pool)
    .transaction()
    .execute((tx) => addHistory(tx, told));
  await pool.end();
}
