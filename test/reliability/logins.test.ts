import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { compose } from '../../src/compose.ts';
import { ConfigurationError, readConfig } from '../../src/platform/config/config.ts';
import { openPool } from '../../src/platform/database/database.ts';
import { createRoleLogins } from '../../src/platform/database/logins.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';

// Starts a typical PostgreSQL: passwords for all but the superuser, and a database owner without superuser rights.

const server = await startPostgres(mkdtempSync(join(tmpdir(), 'cryptocommerce-logins-')));
const root = new pg.Pool({ connectionString: server.url, max: 2 });
afterAll(async () => {
  await root.end();
  await server.stop();
});
const { rows: hbaRows } = await root.query<{ hba_file: string }>('show hba_file');
writeFileSync(
  hbaRows[0]?.hba_file ?? '',
  'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
);
await root.query(`select pg_reload_conf()`);
await root.query(`create role shop login createrole nosuperuser password 'word-of-the-shop'`);
await root.query('create database shop owner shop');
const { port } = new URL(server.url);
const ownerUrl = `postgres://shop:word-of-the-shop@127.0.0.1:${port}/shop`;

const configWith = (overrides: Record<string, string> = {}) =>
  readConfig({
    MODE: 'demo',
    LOG_LEVEL: 'silent',
    PRICE_PROVIDERS: '',
    AUTH_SECRET: 'one-secret-0123456789abcdef-0123456789',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cryptocommerce-files-')),
    ...overrides,
  });
const config = configWith();

const loadPasswords = async () =>
  (
    await root.query<{ rolname: string; rolpassword: string }>(
      `select rolname, rolpassword from pg_authid where rolname like 'cryptocommerce\\_%' order by 1`,
    )
  ).rows;

const roles = ['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_jobs', 'cryptocommerce_sealer'] as const;

async function logInAll(settings: typeof config): Promise<string[]> {
  const login = await createRoleLogins(ownerUrl, settings);
  const names: string[] = [];
  for (const role of roles) {
    const pool = openPool({ ...login(role), max: 1 });
    const { rows } = await pool.query<{ login: string }>('select session_user::text login').finally(() => pool.end());
    names.push(rows[0]?.login ?? '');
  }
  return names;
}

test('an owner without superuser rights migrates, creates the role logins, and the product runs', async () => {
  await migrate(ownerUrl);
  const log = { warn: () => undefined, always: () => undefined, error: () => undefined };
  const composed = await compose({ config, databaseUrl: ownerUrl, log });
  try {
    const { rows } = await composed.services.pool.query(
      'select session_user::text login, count(*)::int logins from profiles',
    );
    expect(rows).toEqual([{ login: 'cryptocommerce_app', logins: 0 }]);
  } finally {
    await composed.close();
  }
});

test('functions of that owner can read what they count and look up', async () => {
  const place = new URL(server.url);
  place.pathname = '/shop';
  const shop = new pg.Pool({ connectionString: `${place}`, max: 1 });
  const queryAsOwner = async <Row>(text: string) => (await shop.query(text)).rows[0] as Row;
  try {
    const { rows } = await shop.query(
      `select tablename, policyname from pg_policies where not roles <@ array['public', 'shop', 'cryptocommerce_app',
        'cryptocommerce_auth', 'cryptocommerce_sealer']::name[]`,
    );
    expect(rows).toEqual([]);
    // These functions run as the owner. Without policies for it, they would count no seats and reverse no charge.
    const { taken } = await queryAsOwner<{ taken: number }>(`
      with maker as (insert into auth."user" (name, email, "emailVerified") values ('A', 'a@b.test', true) returning id),
        session as (insert into workshop_sessions (title, description, start_at, end_at, place, status, created_by, created_at,
            updated_at, details_at)
          select 'First wallet', 'Coins.', now() + interval '1 day', now() + interval '2 days', 'Here', 'active', id, now(),
            now(), now() from maker returning id)
      insert into workshop_seats (session_id, mode, seats) select id, 'online', 1 from session returning taken`);
    expect(taken).toBe(0);
    await queryAsOwner(`insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code,
        payment_method, created_at)
      select s.id, s.created_by, 'online', 'pending', 'A', 'CODE-1', 'card', now() from workshop_sessions s`);
    expect(await queryAsOwner('select taken from workshop_seats')).toEqual({ taken: 1 });
    await queryAsOwner(`insert into card_events (provider, event_id, outcome, transaction_id, reference, amount, currency, happened_at,
        received_at) values ('fygaro', 'e-1', 'charged_back', 'c-1', 'reference-1', 6000, 'JMD', now(), now())`);
    await queryAsOwner(`insert into movements (direction, is_surplus, asset, amount, rail, reference, reference_key, moved_at, day_only,
        recorded_at, reason) values ('in', false, 'JMD', 6000, 'card', 'fygaro:c-1', 'card:fygaro:c-1', now(), false, now(),
        'card_again')`);
    expect(await queryAsOwner('select app.is_charged_back(id) taken from movements')).toEqual({ taken: true });
  } finally {
    await shop.end();
  }
});

test('a later start finds the logins and writes nothing', async () => {
  const before = await loadPasswords();
  expect(before.map(({ rolpassword }) => rolpassword.slice(0, 13))).toEqual(roles.map(() => 'SCRAM-SHA-256'));
  expect(await logInAll(config)).toEqual(roles);
  expect(await loadPasswords()).toEqual(before);
});

test('roles that could not log in can after the next start', async () => {
  for (const role of roles) await root.query(`alter role ${role} nologin password null`);
  expect(await logInAll(config)).toEqual(roles);
});

test('eight processes that start simultaneously all log in', async () => {
  for (const role of roles) await root.query(`alter role ${role} nologin password null`);
  const started = await Promise.all(Array.from({ length: 8 }, () => logInAll(config)));
  expect(started).toEqual(started.map(() => roles));
});

test('a changed secret takes effect at the next start, and the old one is invalid', async () => {
  const before = await createRoleLogins(ownerUrl, config);
  const other = configWith({ AUTH_SECRET: 'another-secret-0123456789abcdef-012345' });
  expect(await logInAll(other)).toEqual(roles);
  const old = openPool({ ...before('cryptocommerce_app'), max: 1 });
  await expect(old.query('select 1').finally(() => old.end())).rejects.toMatchObject({ code: '28P01' });
});

test('roles can log in to a database that trusts no local connections', async () => {
  await root.query('revoke connect on database shop from public');
  expect(await logInAll(config)).toEqual(roles);
});

test('an owner who may not set passwords explains the steps, and accepts passwords set by the operator', async () => {
  await root.query('alter role shop nocreaterole');
  const operatorLogins = { DATABASE_ROLES_PASSWORD: 'Own/Word+Of the Operator%2' };
  const refused = await createRoleLogins(ownerUrl, configWith(operatorLogins)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect((refused as Error).message).toContain('DATABASE_ROLES_PASSWORD');
  expect((refused as Error).message).not.toMatch(/word-of-the-shop|Own\/Word/);
  for (const role of roles) await root.query(`alter role ${role} password '${operatorLogins.DATABASE_ROLES_PASSWORD}'`);
  const before = await loadPasswords();
  expect(await logInAll(configWith(operatorLogins))).toEqual(roles);
  expect(await loadPasswords()).toEqual(before);
});
