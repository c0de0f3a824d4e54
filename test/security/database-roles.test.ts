import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { accountsJobs } from '../../src/features/accounts/jobs.ts';
import { openPool } from '../../src/platform/database/database.ts';
import { createRoleLogins } from '../../src/platform/database/logins.ts';
import type { Mail } from '../../src/platform/email/mail.ts';
import { placePaidBuy, sell } from '../orders.ts';
import { newCustomer } from '../submissions.ts';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { getSessionToken } from './account-security.ts';
import { createSession } from './actors.ts';
import { type Context, createPolicyTools } from './row-policies.ts';

const server = await serverUnderTest();
const { owner, ownerUrl, services, signIn } = server;
const login = await createRoleLogins(ownerUrl, services.config);

const escapeStatements = [
  `select set_config('role', 'none', true)`,
  `select set_config('role', 'none', false)`,
  `select set_config('role', 'postgres', true)`,
  `select set_config('session_authorization', 'default', true)`,
  `select set_config('session_authorization', 'postgres', true)`,
  'reset role',
  'reset all',
  'discard all',
  'set role none',
  'set role postgres',
  'set session authorization default',
  'set session authorization postgres',
  'set local role cryptocommerce_app',
  'set local role cryptocommerce_auth',
  'set local role cryptocommerce_sealer',
];

test.each(['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs'] as const)(
  '%s stays its role in any statement and owns nothing',
  async (role) => {
    const pool = openPool({ ...login(role), max: 1 });
    try {
      const client = await pool.connect();
      for (const statement of escapeStatements) {
        await client.query(statement).catch(() => undefined);
        const currentRoles = await client.query('select current_user, session_user');
        expect([statement, currentRoles.rows]).toEqual([statement, [{ current_user: role, session_user: role }]]);
        for (const act of ['alter table audit_log disable row level security', 'drop policy staff_select on audit_log'])
          await expect(client.query(act)).rejects.toMatchObject({ code: '42501' });
      }
      if (role !== 'cryptocommerce_auth')
        await expect(client.query('select password from auth.account')).rejects.toMatchObject({ code: '42501' });
      client.release();
    } finally {
      await pool.end();
    }
  },
);

test('a statement of a request cannot leave the application role', async () => {
  const client = await services.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('role', 'none', true)`);
    const { rows } = await client.query('select current_user, session_user');
    expect(rows).toEqual([{ current_user: 'cryptocommerce_app', session_user: 'cryptocommerce_app' }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('no part of the running server connects as the owner, including the live stream and the jobs', async () => {
  await signIn('tier1');
  const { rows } = await owner.query<{ who: string; many: number }>(
    `select usename "who", count(*)::int many from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' group by 1`,
  );
  const roles = rows.map(({ who }) => who).filter((who) => who.startsWith('cryptocommerce_'));
  expect(roles).toContain('cryptocommerce_app');
  const others = rows.filter(({ who }) => !roles.includes(who)).reduce((sum, { many }) => sum + many, 0);
  // Only the test itself connects as the owner.
  expect(others).toBe(owner.totalCount - 1);
});

test('the connection strings of other processes use the application role', () => {
  for (const url of [services.appUrl, services.listenUrl ?? ''])
    expect(new URL(url).searchParams.get('user')).toBe('cryptocommerce_app');
});

test('no application role may create names, even temporary ones', async () => {
  const { rows } = await owner.query<{ name: string }>(`select rolname "name" from pg_roles
    where rolname like 'cryptocommerce%' and has_database_privilege(rolname, current_database(), 'temporary')`);
  expect(rows).toEqual([]);
});

/** SQL that creates a type named `text`. Its check reports the role that uses it. */
const slyText = `set search_path = public;
  create function pg_temp.sly(one pg_catalog.text) returns pg_catalog.bool language plpgsql as $$
    begin
      raise notice 'ran as %', current_user;
      return true;
    end $$;
  create domain pg_temp.text as pg_catalog.text check (pg_temp.sly(value))`;

test('a function with its owner’s rights runs no code of the caller’s role', async () => {
  const token = decodeURIComponent((await signIn('tier1')).split('=')[1] ?? '').split('.')[0];
  const database = new URL(ownerUrl).pathname.slice(1);
  await owner.query(`grant temporary on database ${database} to cryptocommerce_app`);
  const client = new pg.Client({ connectionString: services.appUrl });
  const notices: unknown[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  await client.connect();
  try {
    await client.query(slyText);
    // The first statement of every request casts an id to text.
    const { rows } = await client.query('select * from app.authenticate_session($1::pg_catalog.text)', [token]);
    expect([rows.length, notices]).toEqual([1, []]);
  } finally {
    await client.end();
    await owner.query(`revoke temporary on database ${database} from cryptocommerce_app`);
  }
});

/** Injected SQL: statements as the application role, with any session settings that an attacker could choose. */
const { idOf } = setUpSuspicions(server);
const { asApp, outcome } = createPolicyTools(server);

test('our wallet changes only by a proposal that two people approved', async () => {
  const wallet = `insert into setting_versions (key, value) select key, value from setting_versions where key = 'company_wallets'`;
  expect(await outcome({}, wallet)).toBe('refused');
  expect(await outcome({ user: await idOf('admin'), all: true, roles: 'admin' }, wallet)).toBe('refused');
  for (const [fn, message] of [
    ['apply_setting', 'no setting was approved in this transaction'],
    ['apply_rules', 'no rule set was approved in this transaction'],
  ])
    await expect(asApp({}, (client) => client.query(`select app.${fn}($1)`, [randomUUID()]))).rejects.toThrow(message);
});

const insertProposal = `insert into proposals (kind, subject, payload, customer_id, proposed_by)
  values ('role', $1::uuid::text, jsonb_build_object('userId', $1::uuid::text, 'role', 'admin', 'act', 'grant'), $1, $2)
  returning id`;

/** Sets the user and, optionally, the session token of the transaction. */
const setCaller = (client: pg.PoolClient, userId: string, sessionToken = '') =>
  client.query(`select set_config('app.user_id', $1, true), set_config('app.session_word', $2, true)`, [
    userId,
    sessionToken,
  ]);

test('a role change needs two people, each with a session of their own', async () => {
  const mallory = await newCustomer(server, 'Mallory Black');
  const [one, two] = [await idOf('admin'), await idOf('compliance')];
  const sessionToken = getSessionToken(await createSession(server, 'admin')) ?? '';
  const own = getSessionToken(mallory.cookie) ?? '';
  const context: Context = { user: one, all: true, roles: 'admin,compliance' };
  const runSteps = (steps: (client: pg.PoolClient) => Promise<unknown>) =>
    asApp(context, steps).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  for (const shownToken of ['', own, randomUUID()])
    expect(
      await runSteps((client) =>
        setCaller(client, one, shownToken).then(() => client.query(insertProposal, [mallory.id, one])),
      ),
    ).toBe('42501');
  expect(
    await runSteps((client) =>
      setCaller(client, one, sessionToken).then(() => client.query(insertProposal, [mallory.id, one])),
    ),
  ).toBe('done');
  const approveProposal = `update proposals set state = 'approved', decided_by = $2, decided_at = now() where id = $1`;
  for (const shownToken of ['', sessionToken, own])
    expect(
      await runSteps(async (client) => {
        await setCaller(client, one, sessionToken);
        const { rows } = await client.query(insertProposal, [mallory.id, one]);
        expect((await client.query(`select current_setting('app.session_word') left_behind`)).rows).toEqual([
          { left_behind: '' },
        ]);
        await setCaller(client, two, shownToken);
        await client.query(approveProposal, [rows[0].id, two]);
        await client.query('select app.change_role($1)', [rows[0].id]);
      }),
    ).toBe('42501');
  expect((await owner.query('select from user_roles where user_id = $1', [mallory.id])).rowCount).toBe(0);
});

const buyChanges = [
  'crypto_amount = crypto_amount * 100',
  'jmd_amount = 1, fee_amount_jmd = 0, net_jmd_amount = 1',
  'price_usd_used = price_usd_used / 100',
  `receipt = receipt || '{"equivalent_crypto": "1"}'`,
  `wallet_address = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g'`,
  `network = 'lightning'`,
  'fee_percent = 0',
  `crypto_symbol = 'ETH'`,
  'risk_score = 0',
  'blockchain_screening_id = null',
  `compliance_notes = 'all is well'`,
  `price_holds_until = now() + interval '1 year'`,
];

test('as its customer, no agreed value of an order can change', async () => {
  const { cookie, id } = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, cookie, { amount: '3000' });
  await owner.query('update transactions set risk_score = coalesce(risk_score, 0) + 1 where id = $1', [orderId]);
  for (const change of buyChanges)
    expect([change, await outcome({ user: id }, `update transactions set ${change} where id = $1`, [orderId])]).toEqual(
      [change, 'refused'],
    );
});

test('staff and the application change payee and amount only at a price that was known', async () => {
  const { cookie, id } = await newCustomer(server);
  const { orderId } = await placePaidBuy(server, cookie, { amount: '3000' });
  await owner.query(`update transactions set pay_in = 'received' where id = $1`, [orderId]);
  const context: Context = { user: id, all: true };
  const repriced = `assessment_pending = true, price_usd_used = price_usd_used / 100, crypto_amount = crypto_amount * 100`;
  for (const change of [...buyChanges.slice(0, 8), repriced, `${repriced}, rate_used = rate_used`])
    expect([change, await outcome(context, `update transactions set ${change} where id = $1`, [orderId])]).toEqual([
      change,
      'refused',
    ]);
  const same = 'assessment_pending = true, crypto_amount = crypto_amount, price_usd_used = price_usd_used';
  await owner.query(
    `insert into price_history (symbol, at, price_usd, source)
       select crypto_symbol, now() - interval '3 minutes', price_usd_used, 'test' from transactions where id = $1`,
    [orderId],
  );
  expect(await outcome(context, `update transactions set ${same} where id = $1`, [orderId])).toBe(1);
});

test('the payout account of a sell cannot change, and a hold cannot be removed', async () => {
  const { cookie, id } = await newCustomer(server);
  const { body } = await sell(server, cookie, { amount: '0.0001', holder: 'Ina Brown' });
  await owner.query('update transactions set held = true where id = $1', [body.orderId]);
  for (const change of [
    `account_holder_name = 'Another Name'`,
    `account_number = '999999999'`,
    `bank_name = 'Another bank'`,
    `sender_wallet_address = 'x'`,
    `company_wallet_address = 'x'`,
    'held = false',
    'net_jmd_amount = net_jmd_amount * 2',
  ])
    expect([
      change,
      await outcome({ user: id }, `update transactions set ${change} where id = $1`, [body.orderId]),
    ]).toEqual([change, 'refused']);
});

test('an injected job emails no stranger, and sends no token that freezes an account', async () => {
  const victim = await newCustomer(server, 'Vera Green');
  const sent: Mail[] = [];
  const jobs = accountsJobs(server.services, async (mail) => void sent.push(mail));
  const run = (name: string, data: object) => jobs.find((job) => job.name === name)?.run(data as never);
  const at = new Date().toISOString();
  const alarm = { userId: victim.id, device: 'x', signedInAt: at, last: false };
  const unknownEmail = 'mallory@evil.test';
  await run('accounts.new-device', { ...alarm, email: unknownEmail });
  await run('accounts.send_email', { email: unknownEmail, about: 'closed', at });
  await run('accounts.reset', { email: unknownEmail });
  await run('accounts.welcome', { email: unknownEmail, created: false });
  expect(sent).toEqual([]);
  expect((await owner.query('select from auth.one_time_token where user_id = $1', [victim.id])).rowCount).toBe(0);
  // The email to the customer's own address has a token of their account.
  const other = await newCustomer(server, 'Otis White');
  await run('accounts.new-device', { ...alarm, email: other.email });
  expect(sent.map(({ to }) => to)).toEqual([other.email]);
  const { rows } = await owner.query<{ user_id: string }>(
    `select user_id from auth.one_time_token where purpose = 'not_me'`,
  );
  expect(rows).toEqual([{ user_id: other.id }]);
});
