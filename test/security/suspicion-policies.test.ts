import type pg from 'pg';
import { expect, test } from 'vitest';
import { setUpSuspicions } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { casesTables, reportTables, suspicionTables } from './suspicion-tables.ts';

/** Row policies of alerts, cases and reports, tested by statements of the application role without `where`. */
const server = await serverUnderTest();
const { owner } = server;
const { idOf, another } = setUpSuspicions(server);
const customerId = await idOf('tier2');
const writer = await idOf('compliance');
const officer = await another('compliance');
const admin = await another('admin');
const support = await another('support');
const finance = await another('finance');
const subjectOfficer = await another('compliance');

const insertRow = async (statement: string, values: unknown[]) =>
  (await owner.query<{ id: string }>(statement, values)).rows[0]?.id ?? '';

const insertLinkedItems = async (userId: string) => ({
  alert: await insertRow(
    `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, sla_deadline, created_at)
     values ($1, 'manual', 'low', 0, 'x', now(), now()) returning id`,
    [userId],
  ),
  screening: await insertRow(
    `insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score, screening_result,
       provider, list_versions, evidence, created_at)
     values ($1, 'x', 'BTC', 'bitcoin', 0, 'clear', 'x', '[]', '{}', now()) returning id`,
    [userId],
  ),
  hit: await insertRow(
    `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
     values ($1, 'demo', 'x', 90, 'x', '{}', now()) returning id`,
    [userId],
  ),
  file: await insertRow(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id)
     values ($1, 'case-file', gen_random_uuid()::text, 'x', 'image/png', 1, 'x', 'k') returning id`,
    [writer],
  ),
  order: await insertRow(
    `insert into transactions (reference, user_id, type, pay_in, fiat_currency, fiat_amount, jmd_amount, fee_percent,
       fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used, rate_used, quote_id, duplicate_key,
       network, wallet_address, receipt, created_at, updated_at)
     values (left(gen_random_uuid()::text, 8), $1, 'buy', 'awaiting', 'JMD', 1, 1, 8, 0, 1, 'BTC', 1, 1, 1,
       gen_random_uuid(), 'x', 'bitcoin', 'x', '{}', now(), now()) returning id`,
    [userId],
  ),
});

async function insertSuspicionRows(userId: string): Promise<{ file: string }> {
  const linkedItems = await insertLinkedItems(userId);
  const caseId = await insertRow(
    `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'x', now(), now()) returning id`,
    [userId],
  );
  const link = (table: string, [column, id]: readonly [string, string]) =>
    owner.query(`insert into ${table} (case_id, user_id, ${column}, added_at) values ($1, $2, $3, now())`, [
      caseId,
      userId,
      id,
    ]);
  await link('case_alerts', ['alert_id', linkedItems.alert]);
  await link('case_orders', ['order_id', linkedItems.order]);
  await link('case_screenings', ['screening_id', linkedItems.screening]);
  await link('case_hits', ['hit_id', linkedItems.hit]);
  await insertCaseWork(userId, caseId, linkedItems.file);
  return linkedItems;
}

async function insertCaseWork(userId: string, caseId: string, file: string): Promise<void> {
  const insertWork = (statement: string, values: unknown[] = []) => owner.query(statement, [userId, writer, ...values]);
  await insertWork(
    'insert into case_files (case_id, user_id, added_by, file_id, added_at) values ($3, $1, $2, $4, now())',
    [caseId, file],
  );
  await insertWork(`insert into case_notes (case_id, user_id, at, written_by, note) values ($3, $1, now(), $2, 'x')`, [
    caseId,
  ]);
  await insertWork(
    `insert into case_events (case_id, user_id, at, event, restricted, actor_id) values ($3, $1, now(), 'opened', false, $2),
       ($3, $1, now(), 'report_opened', true, $2)`,
    [caseId],
  );
  await insertWork(
    `with quiet as (insert into alert_snoozes (user_id, rule, until, reason, created_by, created_at)
       values ($1, 'night', now() + interval '1 day', 'x', $2, now()) returning id)
     insert into suppressed_alerts (snooze_id, user_id, rules, at) select id, $1, '{night}', now() from quiet`,
  );
  await insertWork(
    `insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
     values ($1, now(), $2, 'low', current_date + 9, 'x')`,
  );
  await owner.query(
    `insert into retention_deadlines (subject_type, subject_id, user_id, kept_until, rule, set_at)
     values ('case', $1, $2, current_date, 'x', now())`,
    [caseId, userId],
  );
  await insertWork(
    `with r as (insert into str_reports (case_id, user_id, suspicion_formed_on, due_on, created_by, created_at)
       values ($3, $1, current_date, current_date + 15, $2, now()) returning id)
     insert into str_versions (report_id, version, user_id, content, written_by, written_at)
       select id, 1, $1, '{}', $2, now() from r`,
    [caseId],
  );
}
const suspicions = await insertSuspicionRows(customerId);
await insertSuspicionRows(subjectOfficer.id);

type Caller = { id?: string; roles?: string; seesAll?: boolean };
const callers: Readonly<Record<string, Caller>> = {
  visitor: {},
  customer: { id: customerId },
  support: { id: support.id, roles: 'support', seesAll: true },
  finance: { id: finance.id, roles: 'finance', seesAll: true },
  admin: { id: admin.id, roles: 'admin', seesAll: true },
  officer: { id: officer.id, roles: 'compliance', seesAll: true },
  concerned: { id: subjectOfficer.id, roles: 'compliance', seesAll: true },
};

async function runAsApp<T>({ id, roles, seesAll }: Caller, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', $2, true), set_config('app.all_rows', $3, true)`,
      [id ?? '', roles ?? '', seesAll ? 'yes' : ''],
    );
    return await act(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const findVisibleOwners = async (caller: Caller, table: string): Promise<unknown[]> =>
  (await runAsApp(caller, (client) => client.query(`select distinct user_id from ${table}`))).rows.map(
    (row) => row.user_id,
  );
const outcome = (caller: Caller, statement: string, values: unknown[] = []) =>
  runAsApp(caller, (client) => client.query(statement, values)).then(
    (result) => result.rowCount ?? 0,
    (error: { code?: string }) => (error.code === '42501' ? 'refused' : `failed ${error.code}`),
  );

test.each(suspicionTables)('%s shows nothing to customers, visitors, support and finance', async (table) => {
  for (const caller of ['visitor', 'customer', 'support', 'finance'])
    expect([caller, await findVisibleOwners(callers[caller] ?? {}, table)]).toEqual([caller, []]);
});

test.each(casesTables)('%s shows compliance and admins rows about others, never about themselves', async (table) => {
  const both = [customerId, subjectOfficer.id].sort();
  expect((await findVisibleOwners(callers['officer'] ?? {}, table)).sort()).toEqual(both);
  expect((await findVisibleOwners(callers['admin'] ?? {}, table)).sort()).toEqual(both);
  expect(await findVisibleOwners(callers['concerned'] ?? {}, table)).toEqual([customerId]);
});

test.each(reportTables)('%s is for compliance only: an admin and the application see nothing', async (table) => {
  expect((await findVisibleOwners(callers['officer'] ?? {}, table)).length).toBe(2);
  expect(await findVisibleOwners(callers['concerned'] ?? {}, table)).toEqual([customerId]);
  expect(await findVisibleOwners(callers['admin'] ?? {}, table)).toEqual([]);
  expect(await findVisibleOwners({ seesAll: true }, table)).toEqual([]);
});

test('timeline events about a report are for compliance only', async () => {
  const events = async (caller: string) =>
    (
      await runAsApp(callers[caller] ?? {}, (client) =>
        client.query('select event from case_events where user_id = $1', [customerId]),
      )
    ).rows;
  expect(await events('admin')).toEqual([{ event: 'opened' }]);
  expect(await events('officer')).toHaveLength(2);
});

test('compliance opens documents of a case, except its subject', async () => {
  const countVisible = (caller: string) =>
    outcome(callers[caller] ?? {}, `select id from files where id = $1`, [suspicions.file]);
  expect([await countVisible('officer'), await countVisible('admin')]).toEqual([1, 1]);
  expect([
    await countVisible('support'),
    await countVisible('finance'),
    await countVisible('customer'),
    await countVisible('visitor'),
  ]).toEqual([0, 0, 0, 0]);
  const allFiles = `select id from files where purpose = 'case-file'`;
  expect([
    await outcome(callers['officer'] ?? {}, allFiles),
    await outcome(callers['concerned'] ?? {}, allFiles),
  ]).toEqual([2, 1]);
});

test('no one decides about themselves or in another’s name, and no record is deleted', async () => {
  const close = `update transaction_alerts set state = 'closed', outcome = 'explained', closed_by = $1, closed_at = now()
    where user_id = $2`;
  const as = (caller: string) => callers[caller] ?? {};
  expect(await outcome(as('concerned'), close, [subjectOfficer.id, subjectOfficer.id])).toBe(0);
  expect(await outcome(as('officer'), close, [admin.id, customerId])).toBe('refused');
  expect(await outcome(as('officer'), close, [officer.id, customerId])).toBe(1);
  for (const caller of ['customer', 'support', 'finance'])
    expect(await outcome(as(caller), close, [as(caller).id, customerId])).toBe(0);
  for (const table of suspicionTables) expect(await outcome(as('officer'), `delete from ${table}`)).toBe('refused');
  for (const table of ['case_events', 'case_notes', 'str_versions', 'suppressed_alerts', 'customer_reviews'])
    expect([table, await outcome(as('officer'), `update ${table} set user_id = user_id`)]).toEqual([table, 'refused']);
  expect(await outcome(as('admin'), `update str_reports set state = 'filed'`)).toBe(0);
});

test("a customer's command raises an open alert about themselves, and no other", async () => {
  const raise = `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, sla_deadline, created_at, state)
    values ($1, 'high_risk', 'high', 70, 'x', now(), now(), $2)`;
  const me = callers['customer'] ?? {};
  expect(await outcome(me, raise, [customerId, 'open'])).toBe(1);
  expect(await outcome(me, raise, [officer.id, 'open'])).toBe('refused');
  const own = `insert into cases (user_id, kind, title, opened_at, updated_at)
    values ($1, 'wallet', 'x', now(), now())`;
  expect(await outcome(me, own, [customerId])).toBe('refused');
  expect(await outcome(me, 'select app.suppress_if_snoozed($1, $2, now())', [officer.id, ['night']])).toBe(
    'failed P0001',
  );
  expect(await outcome(me, `select app.open_case($1, 'wallet', 'x', '{}', null, now())`, [officer.id])).toBe(
    'failed P0001',
  );
  expect(await outcome(me, `select app.open_case($1, 'wallet', 'x', '{}', $2, now())`, [customerId, officer.id])).toBe(
    'failed P0001',
  );
});
