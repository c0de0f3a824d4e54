import pg from 'pg';
import { expect, test } from 'vitest';
import { openPool, withUser } from '../../src/platform/database/database.ts';
import { upload } from '../orders.ts';
import { insertIdentityRows } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { createScene } from './actors.ts';
import { bankLineTables, insertBankLineRows } from './matrix-bank-lines.ts';
import { launchStaffTables } from './matrix-launches.ts';
import { authoringTables } from './matrix-learning.ts';
import { insertPaymentRows, paymentOwners, publicOfferTables } from './matrix-payments.ts';
import { insertOrderDetails, orderDetailOwners, scamTables } from './matrix-scams.ts';
import { type Context, createPolicyTools } from './row-policies.ts';
import { suspicionTables } from './suspicion-tables.ts';

/** Row policies must hold even if our code is wrong: statements run as the application role without `where`. */
const server = await serverUnderTest();
const scene = await createScene(server);
const { owner, services, call } = server;
const { ids, cookies } = scene;
const { asApp, outcome, rowsFor } = createPolicyTools(server);

const publicTables: Readonly<Record<string, string>> = {
  crypto_prices: 'public figures',
  price_history: 'public figures',
  price_checks: 'public figures: price selection',
  price_refreshes: 'public figures: last price refresh',
  ...publicOfferTables,
  setting_versions: "rates, fees and accounts, read by every visitor's quote",
  risk_rule_sets: "rules that every assessment reads in the customer's command; no customer data",
  sanctions_sources: 'the active lists, read by every order',
  sanctions_lists: 'versions of public lists',
  sanctions_parties: 'content of public lists',
  sanctions_names: 'content of public lists',
  sanctions_addresses: 'content of public lists',
  sanctions_staging: 'a list during import',
  active_versions: 'the active settings, lists and rules; no personal data',
  link_progress: 'progress of linking orders; no personal data',
  rate_limits: 'attempt counts, written before the user is known',
  demo_mails: 'the public demo mailbox; empty in production',
  announcements: 'texts that staff publish for everyone',
};
const ownerColumns: Readonly<Record<string, string>> = {
  profiles: 'id',
  user_roles: 'user_id',
  kyc_submissions: 'user_id',
  kyc_items: 'user_id',
  enhanced_kyc_data: 'user_id',
  files: 'user_id',
  ...paymentOwners,
  quotes: 'user_id',
  transactions: 'user_id',
  movements: 'user_id',
  order_events: 'user_id',
  sell_drafts: 'user_id',
  account_freezes: 'user_id',
  user_sessions: 'user_id',
  geolocation_alerts: 'user_id',
  subscriptions: 'user_id',
  agreements: 'user_id',
  ...orderDetailOwners,
};
const staffTables = [
  ...bankLineTables,
  ...launchStaffTables,
  ...['audit_log', 'audit_seals', 'claimed_proofs', 'payer_screenings', 'customer_notes', 'kyc_decisions', 'proposals'],
  ...['unallocated_funds', 'workshop_links'],
];
/** Tables for some members of staff, which are tested with their features. */
const complianceTables: readonly string[] = [
  ...['news', ...authoringTables, ...scamTables, ...suspicionTables],
  ...'account_links blockchain_screening breaches erasure_reports name_hits risk_assessments'.split(' '),
  ...['workshop_holds', 'promo_codes'],
];
const closed = 'audit_sealing deployment_mode merged_accounts flagged_accounts identity_hashes structuring_alerts';
const closedTables = [...closed.split(' '), 'address_forms', 'anonymized_certificates', 'widely_shared'];

const tables = (
  await owner.query<{ name: string }>(`select relname "name" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'kysely%' order by 1`)
).rows.map((row) => row.name);

// Inserts a row of the owner and of another customer into every table, so that a missing policy is detected.
const foreignOrder = await scene.order({ payIn: 'claimed' });
await scene.prepared(await scene.order({ status: 'processing', payIn: 'received', payOut: 'prepared' }), ids.preparer);
for (const key of ['owner', 'other'] as const) {
  await call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '3000' }, cookies[key]);
  await call('trading/saveSellDraft', { data: { bankName: 'Bank of Canary Cove' } }, cookies[key]);
  await upload(server, cookies[key] ?? '');
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'instructor')`, [ids[key]]);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [ids[key]]);
  await call('location/consent', { allow: true }, cookies[key]);
  await owner.query(
    `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at)
     values ($1, 'LOCATION_CHANGE', 40, '{"country": "Jamaica", "countryCode": "JM"}', now())`,
    [ids[key]],
  );
  await insertIdentityRows(server, ids[key], ids.preparer);
  await insertPaymentRows(server, ids[key]);
  await owner.query(
    `insert into movements (order_id, user_id, direction, asset, amount, rail, holder, reference, reference_key,
         moved_at, recorded_at)
     select id, user_id, 'in', 'JMD', 1, 'bank', 'A. Payer', id, id, now(), now() from transactions where user_id = $1 limit 1`,
    [ids[key]],
  );
}
await scene.order({ of: 'owner' });
await insertOrderDetails(server);
await owner.query(`insert into movements (direction, asset, amount, rail, reference, reference_key, reason, moved_at, recorded_at)
  values ('in', 'JMD', 1, 'bank', 'x', 'x', 'nothing_known', now(), now())`);
await insertBankLineRows(server, ids.preparer);
await owner.query(`insert into audit_seals select 1, id, repeat('0', 64), 'x', now(), 'x' from audit_log limit 1`);

test('every table is public with a reason, has an owner column, or is for staff only', () => {
  // The test of notification preferences covers mails.
  const internalTables = [...staffTables, ...complianceTables, ...closedTables, 'mails'];
  const listed = [...Object.keys(publicTables), ...Object.keys(ownerColumns), ...internalTables];
  expect(tables).toEqual(listed.sort());
});

test.each(Object.entries(ownerColumns))('%s shows a customer only their own rows', async (table, column) => {
  const { rows: all } = await owner.query(`select ${column} "of" from public.${table}`);
  expect(all.some((row) => row.of === ids.other)).toBe(true);
  expect(all.some((row) => row.of === ids.owner)).toBe(true);
  const visible = await rowsFor({ user: ids.other }, table);
  expect(new Set(visible.map((row) => row[column]))).toEqual(new Set([ids.other]));
  expect(await rowsFor({}, table)).toEqual([]);
});

test.each(staffTables)('%s shows customers and visitors nothing', async (table) => {
  expect(await rowsFor({ user: ids.other }, table)).toEqual([]);
  expect(await rowsFor({}, table)).toEqual([]);
  expect((await rowsFor({ user: ids.other, all: true, roles: 'admin' }, table)).length).toBeGreaterThan(0);
});

test.each(closedTables)('%s is closed to the application', async (table) => {
  for (const verb of ['select * from', 'delete from'])
    expect(await outcome({ user: ids.other, all: true, roles: 'admin' }, `${verb} ${table}`)).toBe('refused');
});

test('staff-only events of a timeline are hidden from their customer', async () => {
  await owner.query(
    `insert into order_events (order_id, user_id, at, event, actor_kind, public) values ($1, $2, now(), 'hold', 'staff', false)`,
    [foreignOrder, ids.owner],
  );
  const visible = await rowsFor({ user: ids.owner }, 'order_events');
  expect(visible.length).toBeGreaterThan(0);
  expect(visible.filter((row) => row['public'] === false)).toEqual([]);
});

test('a customer can neither change, delete nor add rows of another', async () => {
  const me = { user: ids.other };
  for (const [table, column] of Object.entries(ownerColumns)) {
    const change = await outcome(me, `update public.${table} set ${column} = ${column} where ${column} = $1`, [
      ids.owner,
    ]);
    expect([table, 'update', ['refused', 0].includes(change)]).toEqual([table, 'update', true]);
    const removal = await outcome(me, `delete from public.${table} where ${column} = $1`, [ids.owner]);
    expect([table, 'delete', ['refused', 0].includes(removal)]).toEqual([table, 'delete', true]);
  }
  const file = `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id)
    values ($1, 'transaction-proof', 'x', 'x', 'image/png', 1, 'x', 'k')`;
  expect(await outcome(me, file, [ids.owner])).toBe('refused');
  expect(await outcome(me, file, [ids.other])).toBe(1);
  const event = `insert into order_events (order_id, user_id, at, event, actor_kind) values ($1, $2, now(), 'x', 'customer')`;
  expect(await outcome(me, event, [foreignOrder, ids.owner])).toBe('refused');
  const quote = `insert into quotes (user_id, side, terms, created_at, expires_at) values ($1, 'buy', '{}', now(), now())`;
  expect(await outcome(me, quote, [ids.owner])).toBe('refused');
  const draft = `insert into sell_drafts (user_id, data, updated_at) values ($1, '{}', now())
    on conflict (user_id) do update set data = '{}'`;
  expect(await outcome(me, draft, [ids.owner])).toBe('refused');
});

test('a location is stored for oneself only, and with consent only', async () => {
  const sighting = `insert into user_sessions (user_id, session_id, ip_address, detected_country, detected_country_code,
    geolocation_data, last_activity_at) values ($1, uuidv7(), '72.27.0.1', 'Jamaica', 'JM', '{}', now())`;
  const alert = `insert into geolocation_alerts (user_id, alert_type, risk_score, current_location, created_at)
    values ($1, 'LOCATION_CHANGE', 40, '{}', now())`;
  for (const statement of [sighting, alert]) {
    expect(await outcome({ user: ids.other }, statement, [ids.other])).toBe(1);
    expect(await outcome({ user: ids.other }, statement, [ids.owner])).toBe('refused');
    expect(await outcome({ user: ids.preparer }, statement, [ids.preparer])).toBe('refused');
  }
  expect(await outcome({ user: ids.other, all: true }, 'update geolocation_alerts set risk_score = 0')).toBe('refused');
});

test('no one moves their rows to another user, or takes another’s', async () => {
  const me = { user: ids.other };
  const takeover = await outcome(me, 'update transactions set user_id = $1 where id = $2', [ids.other, foreignOrder]);
  expect(takeover).toBe('refused');
  expect(await outcome(me, 'update transactions set lapsed = true where id = $1', [foreignOrder])).toBe(0);
  const moved = await outcome({ user: ids.owner }, 'update transactions set user_id = $1 where id = $2', [
    ids.other,
    foreignOrder,
  ]);
  expect(moved).toBe('refused');
});

test('no one grants themselves a role, an identity check or a decision', async () => {
  for (const context of [
    { user: ids.other, all: false },
    { user: ids.other, all: true },
  ]) {
    const role = `insert into user_roles (user_id, role) values ($1, 'admin')`;
    expect(await outcome(context, role, [ids.other])).toBe('refused');
    const tier = `insert into kyc_submissions (user_id, tier, status) values ($1, 3, 'approved')`;
    expect(await outcome(context, tier, [ids.other])).toBe('refused');
    expect(
      await outcome(context, `insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [ids.other]),
    ).toBe('refused');
    // The statement of staff fails, because the decision names no decider. A customer's statement finds no row.
    const approval = await outcome(context, `update kyc_submissions set status = 'approved'`);
    expect(approval).toBe(context.all ? 'refused' : 0);
  }
  const lift = 'update account_freezes set lifted_at = now(), lifted_by = user_id, lift_reason = $1';
  expect(await outcome({ user: ids.other }, lift, ['mine'])).toBe(0);
  const proposal = `insert into proposals (kind, subject, payload, proposed_by) values ('payout', 'x', '{}', $1)`;
  expect(await outcome({ user: ids.other }, proposal, [ids.other])).toBe('refused');
});

test('no one grants themselves a plan, and the verified address is the caller’s own', async () => {
  for (const context of [{ user: ids.other }, { user: ids.other, all: true }]) {
    const plan = `insert into subscriptions (user_id, plan, payment_method, status, start_date, end_date)
      values ($1, 'basic', 'card', 'active', now(), now() + interval '1 day')`;
    expect(await outcome(context, plan, [ids.other])).toBe('failed 23514');
    const begin = `update subscriptions set status = 'active', start_date = now(), end_date = now() + interval '1 day'`;
    expect(await outcome(context, begin)).toBe('failed 23514');
    expect(await outcome(context, 'delete from subscriptions')).toBe('refused');
  }
  const isVerified = async (context: Context) =>
    (await asApp(context, (client) => client.query('select app.own_email_verified() yes'))).rows[0];
  expect(await isVerified({ user: ids.other })).toEqual({ yes: true });
  expect(await isVerified({})).toEqual({ yes: false });
});

const authTables = ['"user"', 'session', 'account', 'one_time_token', 'authenticator', 'recovery_code', 'passkey'];
test.each([...authTables, 'known_device'])('auth.%s cannot be read by the application', async (table) => {
  for (const verb of ['select * from', 'delete from'])
    expect(await outcome({ user: ids.other, all: true }, `${verb} auth.${table}`)).toBe('refused');
});

test.each(['cryptocommerce_app', 'cryptocommerce_auth'] as const)(
  '%s cannot change append-only tables',
  async (role) => {
    for (const table of ['audit_log', 'setting_versions']) {
      for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`])
        expect([statement, await outcome({ user: ids.other, all: true, role }, statement)]).toEqual([
          statement,
          'refused',
        ]);
    }
    expect(await outcome({ role }, 'alter table audit_log disable row level security')).toBe('refused');
    expect(await outcome({ role }, 'drop policy staff_select on audit_log')).toBe('refused');
  },
);

test('the sign-in role reads no customer data', async () => {
  for (const table of [...Object.keys(ownerColumns), ...staffTables, ...complianceTables])
    expect([
      table,
      await outcome({ user: ids.owner, all: true, role: 'cryptocommerce_auth' }, `select * from ${table}`),
    ]).toEqual([table, 'refused']);
});

test('the caller’s identity ends with the transaction, also on the same connection', async () => {
  const pool = openPool({ url: services.appUrl, role: 'cryptocommerce_app', max: 1 });
  const token = decodeURIComponent((cookies.owner ?? '').split('=')[1] ?? '').split('.')[0] ?? '';
  const visible = await withUser(pool, { token, ip: '127.0.0.1' }, async (_tx, person) => person.id);
  expect(visible?.value).toBe(ids.owner);
  const { rows } = await pool.query('select count(*)::int n from transactions');
  expect(rows[0]).toEqual({ n: 0 });
  await withUser(pool, { token, ip: '127.0.0.1' }, async () => Promise.reject(new Error('broken'))).catch(
    () => undefined,
  );
  expect((await pool.query('select count(*)::int n from transactions')).rows[0]).toEqual({ n: 0 });
  await pool.end();
});

test('the application cannot become another role or read the file system', async () => {
  const login = new pg.Client({ connectionString: services.appUrl });
  await login.connect();
  for (const statement of [
    'set role postgres',
    'set role cryptocommerce_auth',
    `copy (select 1) to program 'id'`,
    `select pg_read_file('/etc/passwd')`,
    'create table public.mine ()',
    `create function public.mine() returns int language sql as 'select 1'`,
  ])
    await expect(login.query(statement)).rejects.toMatchObject({ code: '42501' });
  await login.end();
});
