import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Composed, compose } from '../../src/compose.ts';
import { ConfigurationError, readConfig } from '../../src/platform/config.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { openRoads, pave, roadsOf } from '../../src/platform/roads.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { environment } from '../environment.ts';
import { until } from './patience.ts';

// A PostgreSQL that asks everybody for a password, with the logins that an operator gave out one by one.

const server = await startPostgres(mkdtempSync(join(tmpdir(), 'cryptocommerce-roads-')));
const root = new pg.Pool({ connectionString: server.url, max: 2 });
afterAll(async () => {
  await root.end();
  await server.stop();
});
const { rows: places } = await root.query<{ hba_file: string }>('show hba_file');
writeFileSync(
  places[0]?.hba_file ?? '',
  'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
);
await root.query('select pg_reload_conf()');
await root.query(`create role shop login createrole nosuperuser password 'word-of-the-shop'`);
await root.query('create database shop owner shop');
const { port } = new URL(server.url);
const addressOf = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/shop`;
const ownerUrl = addressOf('shop', 'word-of-the-shop');
const shop = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:${port}/shop`, max: 1 });
afterAll(() => shop.end());

/** Each with a word of its own, one of them not easy to write. */
const own = {
  DATABASE_APP_URL: addressOf('cryptocommerce_app', encodeURIComponent('Word/of the+app%')),
  DATABASE_AUTH_URL: addressOf('cryptocommerce_auth', 'word-of-sign-in'),
  DATABASE_SEALER_URL: addressOf('cryptocommerce_sealer', 'word-of-the-sealer'),
  DATABASE_JOBS_URL: addressOf('cryptocommerce_jobs', 'word-of-the-jobs'),
};
const configWith = (more: Record<string, string> = {}) =>
  readConfig({
    ...environment,
    DEMO_ON_PURPOSE: 'yes',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')),
    ...own,
    ...more,
  });
const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
const alone = (more: Record<string, string> = {}) => compose({ config: configWith(more), databaseUrl: undefined, log });

await migrate(ownerUrl);

const signIns = ({ services }: Composed) => sql`select count(*) from auth."user"`.execute(services.authDb);
const open = async (): Promise<number> =>
  (
    await shop.query<{ n: number }>(
      `select count(*)::int n from pg_stat_activity where datname = 'shop' and usename like 'cryptocommerce%'`,
    )
  ).rows[0]?.n ?? 0;

/** What keeps the product from coming in. */
async function refusal(more: Record<string, string>): Promise<string> {
  const fault = await alone(more).then(
    (composed) => composed.close().then(() => null),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(ConfigurationError);
  const said = (fault as Error).message;
  expect(said).not.toMatch(/word-of|Word\/of/);
  return said;
}

test('the owner lets each role in by the password of its address', async () => {
  await pave(ownerUrl, configWith());
  const { rows } = await root.query(`select rolname from pg_authid
    where rolname like 'cryptocommerce\\_%' and rolcanlogin and rolpassword is not null order by 1`);
  expect(rows.map(({ rolname }) => rolname)).toEqual([
    'cryptocommerce_app',
    'cryptocommerce_auth',
    'cryptocommerce_jobs',
    'cryptocommerce_sealer',
  ]);
});

test('a process with addresses of its own works without ever having had the owner', async () => {
  const composed = await alone();
  try {
    await composed.startWork();
    await signIns(composed);
    const { rows } = await shop.query(`select distinct usename::text "who" from pg_stat_activity
      where datname = 'shop' and backend_type = 'client backend' and usename <> 'postgres' order by 1`);
    expect(rows.map(({ who }) => who)).toEqual([
      'cryptocommerce_app',
      'cryptocommerce_auth',
      'cryptocommerce_jobs',
      'cryptocommerce_sealer',
    ]);
  } finally {
    await composed.close();
  }
});

test('the owner leaves alone who has no address there, however the operator let them in', async () => {
  const kept = async () => (await root.query('select rolname, rolpassword from pg_authid order by 1')).rows;
  const before = await kept();
  const config = readConfig({ ...environment, DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')) });
  await pave(ownerUrl, config);
  expect(await kept()).toEqual(before);
});

test('a session has its time limits and search path from its first statement on, unasked', async () => {
  const composed = await alone();
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
const { DATABASE_APP_URL: app, DATABASE_AUTH_URL: auth } = own;

test.each([
  ['a superuser', `postgres://postgres@127.0.0.1:${port}/shop`, 'a superuser'],
  ['somebody who passes row security by', addressOf('passer', 'word-of-another'), 'bypassrls'],
  ['the owner', ownerUrl, 'owns the tables'],
  ['somebody who may become the owner', addressOf('heir', 'word-of-another'), 'may become their owner'],
  ['a login that takes the role afterwards', addressOf('climber', 'word-of-another'), 'only then becomes'],
  ['the sign-in role', auth, 'comes in as cryptocommerce_auth, where cryptocommerce_app is expected'],
])('as the application %s is refused, and told what to do', async (_who, address, words) => {
  const said = await refusal({ DATABASE_APP_URL: address });
  expect(said).toMatch(/^DATABASE_APP_URL: /);
  expect(said).toContain(words);
  expect(said).toContain('Give the address of cryptocommerce_app here');
});

test.each(['DATABASE_AUTH_URL', 'DATABASE_SEALER_URL', 'DATABASE_JOBS_URL'])(
  'the application is refused where %s belongs to another',
  async (setting) => {
    expect(await refusal({ [setting]: app })).toMatch(
      new RegExp(`^${setting}: comes in as cryptocommerce_app, where cryptocommerce_[a-z]+ is expected`),
    );
  },
);

test('a wrong password is said in a sentence, and what to do about it', async () => {
  const said = await refusal({ DATABASE_APP_URL: addressOf('cryptocommerce_app', 'word-of-nobody') });
  expect(said).toContain('DATABASE_APP_URL: password authentication failed for user "cryptocommerce_app"');
  expect(said).toContain('Give the password that cryptocommerce_app has');
});

test('a role whose sessions begin as somebody who sees everything is refused', async () => {
  await root.query(`alter role cryptocommerce_app set app.sees_all = 'yes'`);
  expect(await refusal({})).toContain('app.sees_all');
  await root.query('alter role cryptocommerce_app reset app.sees_all');
  await root.query(`alter database shop set app.roles = 'admin'`);
  expect(await refusal({})).toContain('app.roles');
  await root.query('alter database shop reset app.roles');
});

test('a role that belongs to another is refused', async () => {
  await root.query('grant cryptocommerce_auth to cryptocommerce_app');
  expect(await refusal({})).toContain('revoke cryptocommerce_auth from cryptocommerce_app');
  await root.query('revoke cryptocommerce_auth from cryptocommerce_app');
});

test('sessions without their time limit are refused until the owner has seen to it', async () => {
  await root.query('alter role cryptocommerce_jobs reset statement_timeout');
  expect(await refusal({})).toMatch(/^DATABASE_JOBS_URL: .*statement_timeout.*npm start -- migrate/);
  await pave(ownerUrl, configWith());
  await (await alone()).close();
});

test('a database that is older than the program, empty or made by the other mode is refused', async () => {
  await root.query('create database bare owner shop');
  const elsewhere = Object.fromEntries(
    Object.entries(own).map(([name, address]) => [name, address.replace(/\/shop$/, '/bare')]),
  );
  expect(await refusal(elsewhere)).toContain('The database is empty, older than this program');
  await shop.query('create table newest as select * from kysely_migration order by name desc limit 1');
  await shop.query('delete from kysely_migration where name in (select name from newest)');
  expect(await refusal({})).toContain('npm start -- migrate');
  await shop.query('insert into kysely_migration select * from newest');
  await shop.query('drop table newest');
  await shop.query(`insert into born_as (mode) values ('production')`);
  expect(await refusal({})).toContain('This is a production database');
  await shop.query('delete from born_as');
});

test('however much is asked at once, a process has no more connections than its setting says', async () => {
  await until('the connections of others to be gone', async () => (await open()) === 0);
  const composed = await alone({ DATABASE_POOL: '8' });
  try {
    await composed.startWork();
    const wait = 'select pg_sleep(0.02)';
    const most: number[] = [];
    const work = Promise.all(
      Array.from({ length: 120 }, async () => {
        await Promise.all([composed.services.pool.query(wait), signIns(composed)]);
        most.push(await open());
      }),
    );
    await work;
    expect(Math.max(...most)).toBeLessThanOrEqual(8);
    expect(Math.max(...most)).toBeGreaterThanOrEqual(4);
  } finally {
    await composed.close();
  }
});

test('every road of a process is gone along at its start', async () => {
  const config = configWith({ DATABASE_LISTEN_URL: own.DATABASE_JOBS_URL });
  await expect(openRoads({ config, ownerUrl: undefined, roads: roadsOf('web') })).rejects.toThrow(
    'DATABASE_LISTEN_URL: comes in as cryptocommerce_jobs, where cryptocommerce_app is expected',
  );
});
