import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { recordedHistory, recordedSource } from '../fakes/prices/recorded.ts';
import { insertPriceHistory } from '../src/features/prices/store.ts';
import { after, days } from '../src/kernel/clock.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createKysely, openPool } from '../src/platform/database/database.ts';
import { createRoleLogins } from '../src/platform/database/logins.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { prepareDemo } from '../tools/demo/prepare-demo.ts';
import { startPostgres } from '../tools/embedded-postgres.ts';
import { environment } from './environment.ts';
import { allowCrowds } from './raised-limits.ts';

/** Disables durability for speed, and autovacuum, because copying the template would wait for it. */
const options = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off';

/** Starts one PostgreSQL for the run. Each test file copies a migrated template with the demo data. */
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
  await insertPastPrices(template);
  // Roles belong to the whole cluster, so they are created once, before the first test file.
  await createRoleLogins(template, readConfig({ ...environment, DATA_DIR: home }));
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

/** Inserts the recorded month of prices, so that servers fetch only newer ones. */
async function insertPastPrices(template: string): Promise<void> {
  const pool = openPool({ url: template, max: 1 });
  const now = new Date();
  const past = recordedHistory(after(now, -days(30)), now);
  const pastPrices = past.map((entry) => ({ ...entry, source: recordedSource, demo: true }));
  await createKysely(pool)
    .transaction()
    .execute((tx) => insertPriceHistory(tx, pastPrices));
  await pool.end();
}
