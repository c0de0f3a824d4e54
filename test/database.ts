import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/platform/migrate.ts';
import { prepareDemo } from '../tools/demo/prepare-demo.ts';
import { startPostgres } from '../tools/embedded-postgres.ts';
import { allowCrowds } from './crowds.ts';

/**
 * One PostgreSQL for the whole run, with one template that is migrated and holds the demo's people; every test file
 * gets a copy of it. Without durability, which no test of this kind is about.
 */
export default async function setup() {
  const home = process.env['TEST_POSTGRES_DIR'] || mkdtempSync(join(tmpdir(), 'cryptocommerce-test-'));
  const server = await startPostgres(
    home,
    '-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200',
  );
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('drop database if exists template_test with (force)');
  await admin.query('create database template_test');
  const template = server.url.replace(/\/postgres$/, '/template_test');
  await migrate(template);
  await prepareDemo(template, { histories: null });
  await allowCrowds(template);
  await admin.end();
  process.env['TEST_SERVER'] = server.url;
  return () => server.stop();
}
