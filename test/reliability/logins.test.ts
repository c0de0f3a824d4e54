import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { compose } from '../../src/compose.ts';
import { ConfigurationError, readConfig } from '../../src/platform/config.ts';
import { openPool } from '../../src/platform/database.ts';
import { letRolesIn } from '../../src/platform/logins.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';

// A PostgreSQL as operators run it: it asks everybody but its own superuser for a password, and the login that owns our
// database is no superuser.

const server = await startPostgres(mkdtempSync(join(tmpdir(), 'cryptocommerce-logins-')));
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
await root.query(`select pg_reload_conf()`);
await root.query(`create role shop login createrole nosuperuser password 'word-of-the-shop'`);
await root.query('create database shop owner shop');
const { port } = new URL(server.url);
const ownerUrl = `postgres://shop:word-of-the-shop@127.0.0.1:${port}/shop`;

const configWith = (more: Record<string, string> = {}) =>
  readConfig({
    MODE: 'demo',
    LOG_LEVEL: 'silent',
    PRICE_PROVIDERS: '',
    AUTH_SECRET: 'one-secret-0123456789abcdef-0123456789',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')),
    ...more,
  });
const config = configWith();

/** What PostgreSQL keeps of the passwords. */
const kept = async () =>
  (
    await root.query<{ rolname: string; rolpassword: string }>(
      `select rolname, rolpassword from pg_authid where rolname like 'cryptocommerce\\_%' order by 1`,
    )
  ).rows;

const all = ['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_jobs', 'cryptocommerce_sealer'] as const;

async function whoComesIn(settings: typeof config): Promise<string[]> {
  const login = await letRolesIn(ownerUrl, settings);
  const names: string[] = [];
  for (const role of all) {
    const pool = openPool({ ...login(role), max: 1 });
    const { rows } = await pool.query<{ who: string }>('select session_user::text who').finally(() => pool.end());
    names.push(rows[0]?.who ?? '');
  }
  return names;
}

test('an owner who is no superuser migrates, lets the roles in, and the product works by their passwords', async () => {
  await migrate(ownerUrl);
  const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
  const composed = await compose({ config, databaseUrl: ownerUrl, log });
  try {
    const { rows } = await composed.services.pool.query(
      'select session_user::text who, count(*)::int many from profiles',
    );
    expect(rows).toEqual([{ who: 'cryptocommerce_app', many: 0 }]);
  } finally {
    await composed.close();
  }
});

test('what the functions of that owner count and look up is there for them', async () => {
  const place = new URL(server.url);
  place.pathname = '/shop';
  const shop = new pg.Pool({ connectionString: `${place}`, max: 1 });
  const run = async <Row>(text: string) => (await shop.query(text)).rows[0] as Row;
  try {
    const { rows } = await shop.query(
      `select tablename, policyname from pg_policies where not roles <@ array['public', 'shop', 'cryptocommerce_app',
        'cryptocommerce_auth', 'cryptocommerce_sealer']::name[]`,
    );
    expect(rows).toEqual([]);
    // Without a policy of theirs seats were not counted, and no charge was ever taken back.
    const { taken } = await run<{ taken: number }>(`
      with maker as (insert into auth."user" (name, email, "emailVerified") values ('A', 'a@b.test', true) returning id),
        session as (insert into workshop_sessions (title, description, start_at, end_at, place, status, made_by, created_at,
            updated_at, details_at)
          select 'First wallet', 'Coins.', now() + interval '1 day', now() + interval '2 days', 'Here', 'active', id, now(),
            now(), now() from maker returning id)
      insert into workshop_seats (session_id, mode, seats) select id, 'online', 1 from session returning taken`);
    expect(taken).toBe(0);
    await run(`insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code,
        payment_method, created_at)
      select s.id, s.made_by, 'online', 'pending', 'A', 'CODE-1', 'card', now() from workshop_sessions s`);
    expect(await run('select taken from workshop_seats')).toEqual({ taken: 1 });
    await run(`insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, happened_at,
        received_at) values ('fygaro', 'e-1', 'charged_back', 'c-1', 'reference-1', 6000, 'JMD', now(), now())`);
    await run(`insert into movements (direction, extra, asset, amount, rail, reference, reference_key, moved_at, day_only,
        recorded_at, reason) values ('in', false, 'JMD', 6000, 'card', 'fygaro:c-1', 'card:fygaro:c-1', now(), false, now(),
        'card_again')`);
    expect(await run('select app.taken_back(id) taken from movements')).toEqual({ taken: true });
  } finally {
    await shop.end();
  }
});

test('a later start finds the doors open and writes nothing', async () => {
  const before = await kept();
  expect(before.map(({ rolpassword }) => rolpassword.slice(0, 13))).toEqual(all.map(() => 'SCRAM-SHA-256'));
  expect(await whoComesIn(config)).toEqual(all);
  expect(await kept()).toEqual(before);
});

test('roles that could not log in, as the last release made them, can after the next start', async () => {
  for (const role of all) await root.query(`alter role ${role} nologin password null`);
  expect(await whoComesIn(config)).toEqual(all);
});

test('eight processes that start at once all come in', async () => {
  for (const role of all) await root.query(`alter role ${role} nologin password null`);
  const started = await Promise.all(Array.from({ length: 8 }, () => whoComesIn(config)));
  expect(started).toEqual(started.map(() => all));
});

test('a changed secret is met at the next start, and the old one opens nothing more', async () => {
  const before = await letRolesIn(ownerUrl, config);
  const other = configWith({ AUTH_SECRET: 'another-secret-0123456789abcdef-012345' });
  expect(await whoComesIn(other)).toEqual(all);
  const old = openPool({ ...before('cryptocommerce_app'), max: 1 });
  await expect(old.query('select 1').finally(() => old.end())).rejects.toMatchObject({ code: '28P01' });
});

test('where the database lets nobody in by itself, the roles are let in too', async () => {
  await root.query('revoke connect on database shop from public');
  expect(await whoComesIn(config)).toEqual(all);
});

test('an owner who may not set passwords says what to do, and takes those that the operator set', async () => {
  await root.query('alter role shop nocreaterole');
  const own = { DATABASE_ROLES_PASSWORD: 'Own/Word+Of the Operator%2' };
  const refused = await letRolesIn(ownerUrl, configWith(own)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect((refused as Error).message).toContain('DATABASE_ROLES_PASSWORD');
  expect((refused as Error).message).not.toMatch(/word-of-the-shop|Own\/Word/);
  for (const role of all) await root.query(`alter role ${role} password '${own.DATABASE_ROLES_PASSWORD}'`);
  const before = await kept();
  expect(await whoComesIn(configWith(own))).toEqual(all);
  expect(await kept()).toEqual(before);
});
