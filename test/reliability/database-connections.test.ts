import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Composition, compose } from '../../src/compose.ts';
import { ConfigurationError, readConfig } from '../../src/platform/config/config.ts';
import { connectionsFor, openConnections, provisionLogins } from '../../src/platform/database/database-connections.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { environment } from '../environment.ts';
import { until } from './until.ts';

// Starts a PostgreSQL that requires passwords, in which an operator created each login.

const server = await startPostgres(mkdtempSync(join(tmpdir(), 'cryptocommerce-connections-')));
const root = new pg.Pool({ connectionString: server.url, max: 2 });
afterAll(async () => {
  await root.end();
  await server.stop();
});
const { rows } = await root.query<{ hba_file: string }>('show hba_file');
writeFileSync(
  rows[0]?.hba_file ?? '',
  'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
);
await root.query('select pg_reload_conf()');
await root.query(`create role shop login createrole nosuperuser password 'word-of-the-shop'`);
await root.query('create database shop owner shop');
const { port } = new URL(server.url);
const buildAddress = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/shop`;
const ownerUrl = buildAddress('shop', 'word-of-the-shop');
const shop = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:${port}/shop`, max: 1 });
afterAll(() => shop.end());

/** Connection URLs of the roles. One password needs URL encoding. */
const addresses = {
  DATABASE_APP_URL: buildAddress('cryptocommerce_app', encodeURIComponent('Word/of the+app%')),
  DATABASE_AUTH_URL: buildAddress('cryptocommerce_auth', 'word-of-sign-in'),
  DATABASE_SEALER_URL: buildAddress('cryptocommerce_sealer', 'word-of-the-sealer'),
  DATABASE_JOBS_URL: buildAddress('cryptocommerce_jobs', 'word-of-the-jobs'),
};
const configWith = (overrides: Record<string, string> = {}) =>
  readConfig({
    ...environment,
    DEMO_ON_PURPOSE: 'yes',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')),
    ...addresses,
    ...overrides,
  });
const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
const composeProcess = (overrides: Record<string, string> = {}) =>
  compose({ config: configWith(overrides), databaseUrl: undefined, log });

await migrate(ownerUrl);

const countUsers = ({ services }: Composition) => sql`select count(*) from auth."user"`.execute(services.authDb);
const countConnections = async (): Promise<number> =>
  (
    await shop.query<{ n: number }>(
      `select count(*)::int n from pg_stat_activity where datname = 'shop' and usename like 'cryptocommerce%'`,
    )
  ).rows[0]?.n ?? 0;

async function getRefusal(overrides: Record<string, string>): Promise<string> {
  const fault = await composeProcess(overrides).then(
    (composed) => composed.close().then(() => null),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(ConfigurationError);
  const output = (fault as Error).message;
  expect(output).not.toMatch(/word-of|Word\/of/);
  return output;
}

test('the owner creates the login of each role with the password of its address', async () => {
  await provisionLogins(ownerUrl, configWith());
  const { rows } = await root.query(`select rolname from pg_authid
    where rolname like 'cryptocommerce\\_%' and rolcanlogin and rolpassword is not null order by 1`);
  expect(rows.map(({ rolname }) => rolname)).toEqual([
    'cryptocommerce_app',
    'cryptocommerce_auth',
    'cryptocommerce_jobs',
    'cryptocommerce_sealer',
  ]);
});

test('a process with its own addresses works without the owner', async () => {
  const composed = await composeProcess();
  try {
    await composed.startWork();
    await countUsers(composed);
    const { rows } = await shop.query(`select distinct usename::text "login" from pg_stat_activity
      where datname = 'shop' and backend_type = 'client backend' and usename <> 'postgres' order by 1`);
    expect(rows.map(({ login }) => login)).toEqual([
      'cryptocommerce_app',
      'cryptocommerce_auth',
      'cryptocommerce_jobs',
      'cryptocommerce_sealer',
    ]);
  } finally {
    await composed.close();
  }
});

test('the owner keeps logins of roles without an address unchanged', async () => {
  const loadLogins = async () => (await root.query('select rolname, rolpassword from pg_authid order by 1')).rows;
  const before = await loadLogins();
  const config = readConfig({ ...environment, DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')) });
  await provisionLogins(ownerUrl, config);
  expect(await loadLogins()).toEqual(before);
});

test('a session has its time limits and search path from its first statement on', async () => {
  const composed = await composeProcess();
  try {
    const { rows } = await composed.services.pool.query(`select current_setting('search_path') path,
      current_setting('statement_timeout') statements, current_setting('lock_timeout') locks`);
    expect(rows).toEqual([{ path: 'public', statements: '20s', locks: '10s' }]);
  } finally {
    await composed.close();
  }
});

await root.query(`create role passer login bypassrls password 'word-of-another'`);
await root.query(`create role climber login password 'word-of-another'`);
await root.query('grant cryptocommerce_app to climber');
await root.query('alter role climber set role cryptocommerce_app');
await root.query(`create role heir login password 'word-of-another'`);
await root.query('grant shop to heir');
for (const role of ['passer', 'climber', 'heir']) await root.query(`grant connect on database shop to ${role}`);
const { DATABASE_APP_URL: app, DATABASE_AUTH_URL: auth } = addresses;

test.each([
  ['a superuser', `postgres://postgres@127.0.0.1:${port}/shop`, 'a superuser'],
  ['a login that bypasses row security', buildAddress('passer', 'word-of-another'), 'bypassrls'],
  ['the owner', ownerUrl, 'owns the tables'],
  ['a login that may become the owner', buildAddress('heir', 'word-of-another'), 'may become their owner'],
  ['a login that takes the role afterwards', buildAddress('climber', 'word-of-another'), 'then switches to'],
  ['the sign-in role', auth, 'logs in as cryptocommerce_auth, but cryptocommerce_app is expected'],
])('%s is refused as the application, with instructions', async (_login, address, message) => {
  const output = await getRefusal({ DATABASE_APP_URL: address });
  expect(output).toMatch(/^DATABASE_APP_URL: /);
  expect(output).toContain(message);
  expect(output).toContain('Set the address of cryptocommerce_app here');
});

test.each(['DATABASE_AUTH_URL', 'DATABASE_SEALER_URL', 'DATABASE_JOBS_URL'])(
  'the application is refused where %s belongs to another',
  async (setting) => {
    expect(await getRefusal({ [setting]: app })).toMatch(
      new RegExp(`^${setting}: logs in as cryptocommerce_app, but cryptocommerce_[a-z]+ is expected`),
    );
  },
);

test('a wrong password is reported with instructions', async () => {
  const output = await getRefusal({ DATABASE_APP_URL: buildAddress('cryptocommerce_app', 'wrong-password') });
  expect(output).toContain('DATABASE_APP_URL: password authentication failed for user "cryptocommerce_app"');
  expect(output).toContain('Use the password of cryptocommerce_app');
});

test('a role with sessions that start with all permissions is refused', async () => {
  await root.query(`alter role cryptocommerce_app set app.all_rows = 'yes'`);
  expect(await getRefusal({})).toContain('app.all_rows');
  await root.query('alter role cryptocommerce_app reset app.all_rows');
  await root.query(`alter database shop set app.roles = 'admin'`);
  expect(await getRefusal({})).toContain('app.roles');
  await root.query('alter database shop reset app.roles');
});

test('a role that is a member of another is refused', async () => {
  await root.query('grant cryptocommerce_auth to cryptocommerce_app');
  expect(await getRefusal({})).toContain('revoke cryptocommerce_auth from cryptocommerce_app');
  await root.query('revoke cryptocommerce_auth from cryptocommerce_app');
});

test('sessions without their time limit are refused until the owner migrates', async () => {
  await root.query('alter role cryptocommerce_jobs reset statement_timeout');
  expect(await getRefusal({})).toMatch(/^DATABASE_JOBS_URL: .*statement_timeout.*npm run db:migrate/);
  await provisionLogins(ownerUrl, configWith());
  await (await composeProcess()).close();
});

test('an older, empty or differently used database is refused', async () => {
  await root.query('create database bare owner shop');
  const emptyDatabase = Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => [name, address.replace(/\/shop$/, '/bare')]),
  );
  expect(await getRefusal(emptyDatabase)).toContain('The database is empty, older than this program');
  await shop.query('create table newest as select * from kysely_migration order by name desc limit 1');
  await shop.query('delete from kysely_migration where name in (select name from newest)');
  expect(await getRefusal({})).toContain('npm run db:migrate');
  await shop.query('insert into kysely_migration select * from newest');
  await shop.query('drop table newest');
  await shop.query(`insert into deployment_mode (mode) values ('production')`);
  expect(await getRefusal({})).toContain('This is a production database');
  await shop.query('delete from deployment_mode');
});

test('a process never exceeds its maximum number of connections', async () => {
  await until('the connections of others to be gone', async () => (await countConnections()) === 0);
  const composed = await composeProcess({ DATABASE_POOL: '8' });
  try {
    await composed.startWork();
    const wait = 'select pg_sleep(0.02)';
    const counts: number[] = [];
    const work = Promise.all(
      Array.from({ length: 120 }, async () => {
        await Promise.all([composed.services.pool.query(wait), countUsers(composed)]);
        counts.push(await countConnections());
      }),
    );
    await work;
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(4);
  } finally {
    await composed.close();
  }
});

test('every connection of a process is checked at its start', async () => {
  const config = configWith({ DATABASE_LISTEN_URL: addresses.DATABASE_JOBS_URL });
  await expect(openConnections({ config, ownerUrl: undefined, names: connectionsFor('web') })).rejects.toThrow(
    'DATABASE_LISTEN_URL: logs in as cryptocommerce_jobs, but cryptocommerce_app is expected',
  );
});
