import type pg from 'pg';
import { expect, test } from 'vitest';
import { suspicionsOn } from '../suspicions.ts';
import { serverUnderTest } from '../worker.ts';
import { casesTables, reportTables, suspicionTables } from './suspicion-tables.ts';

/**
 * What is known of suspicions, behind the database's own walls: statements go there as the application's role sends
 * them, without any `where`.
 */
const server = await serverUnderTest();
const { owner } = server;
const { idOf, another } = suspicionsOn(server);
const about = await idOf('tier2');
const writer = await idOf('compliance');
const officer = await another('compliance');
const admin = await another('admin');
const support = await another('support');
const finance = await another('finance');
const concerned = await another('compliance');

const one = async (statement: string, values: unknown[]) =>
  (await owner.query<{ id: string }>(statement, values)).rows[0]?.id ?? '';

/** What a case can gather about a customer. */
const layMatters = async (userId: string) => ({
  alert: await one(
    `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, sla_deadline, created_at)
     values ($1, 'manual', 'low', 0, 'x', now(), now()) returning id`,
    [userId],
  ),
  screening: await one(
    `insert into blockchain_screening (user_id, wallet_address, crypto_symbol, network, risk_score, screening_result,
       provider, list_versions, evidence, created_at)
     values ($1, 'x', 'BTC', 'bitcoin', 0, 'clear', 'x', '[]', '{}', now()) returning id`,
    [userId],
  ),
  hit: await one(
    `insert into name_hits (user_id, source, party_ref, score, pair_hash, details, created_at)
     values ($1, 'demo', 'x', 90, 'x', '{}', now()) returning id`,
    [userId],
  ),
  file: await one(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id)
     values ($1, 'case-file', gen_random_uuid()::text, 'x', 'image/png', 1, 'x', 'k') returning id`,
    [writer],
  ),
  order: await one(
    `insert into transactions (reference, user_id, type, pay_in, fiat_currency, fiat_amount, jmd_amount, fee_percent,
       fee_amount_jmd, net_jmd_amount, crypto_symbol, crypto_amount, price_usd_used, rate_used, quote_id, likeness,
       network, wallet_address, receipt, created_at, updated_at)
     values (left(gen_random_uuid()::text, 8), $1, 'buy', 'awaiting', 'JMD', 1, 1, 8, 0, 1, 'BTC', 1, 1, 1,
       gen_random_uuid(), 'x', 'bitcoin', 'x', '{}', now(), now()) returning id`,
    [userId],
  ),
});

/** Something about a customer in every table of suspicions. */
async function layDown(userId: string): Promise<{ file: string }> {
  const matters = await layMatters(userId);
  const kase = await one(
    `insert into cases (user_id, kind, title, opened_at, updated_at) values ($1, 'manual', 'x', now(), now()) returning id`,
    [userId],
  );
  const link = (table: string, [column, id]: readonly [string, string]) =>
    owner.query(`insert into ${table} (case_id, user_id, ${column}, added_at) values ($1, $2, $3, now())`, [
      kase,
      userId,
      id,
    ]);
  await link('case_alerts', ['alert_id', matters.alert]);
  await link('case_orders', ['order_id', matters.order]);
  await link('case_screenings', ['screening_id', matters.screening]);
  await link('case_hits', ['hit_id', matters.hit]);
  await layWork(userId, kase, matters.file);
  return matters;
}

/** What people wrote about it. */
async function layWork(userId: string, kase: string, file: string): Promise<void> {
  const written = (statement: string, values: unknown[] = []) => owner.query(statement, [userId, writer, ...values]);
  await written(
    'insert into case_files (case_id, user_id, added_by, file_id, added_at) values ($3, $1, $2, $4, now())',
    [kase, file],
  );
  await written(`insert into case_notes (case_id, user_id, at, written_by, note) values ($3, $1, now(), $2, 'x')`, [
    kase,
  ]);
  await written(
    `insert into case_events (case_id, user_id, at, event, restricted, actor_id) values ($3, $1, now(), 'opened', false, $2),
       ($3, $1, now(), 'report_opened', true, $2)`,
    [kase],
  );
  await written(
    `with quiet as (insert into alert_snoozes (user_id, rule, until, reason, made_by, made_at)
       values ($1, 'night', now() + interval '1 day', 'x', $2, now()) returning id)
     insert into suppressed_alerts (snooze_id, user_id, rules, at) select id, $1, '{night}', now() from quiet`,
  );
  await written(
    `insert into customer_reviews (user_id, at, reviewed_by, risk_level, next_review_on, note)
     values ($1, now(), $2, 'low', current_date + 9, 'x')`,
  );
  await owner.query(
    `insert into retention_marks (subject_type, subject_id, user_id, kept_until, rule, set_at)
     values ('case', $1, $2, current_date, 'x', now())`,
    [kase, userId],
  );
  await written(
    `with r as (insert into str_reports (case_id, user_id, suspicion_formed_on, due_on, created_by, created_at)
       values ($3, $1, current_date, current_date + 15, $2, now()) returning id)
     insert into str_versions (report_id, version, user_id, content, written_by, written_at)
       select id, 1, $1, '{}', $2, now() from r`,
    [kase],
  );
}
const laid = await layDown(about);
await layDown(concerned.id);

type As = { id?: string; roles?: string; sees?: boolean };
const people: Readonly<Record<string, As>> = {
  visitor: {},
  customer: { id: about },
  support: { id: support.id, roles: 'support', sees: true },
  finance: { id: finance.id, roles: 'finance', sees: true },
  admin: { id: admin.id, roles: 'admin', sees: true },
  officer: { id: officer.id, roles: 'compliance', sees: true },
  concerned: { id: concerned.id, roles: 'compliance', sees: true },
};

/** Runs a statement as the application's role, as somebody or as nobody; nothing of it is kept. */
async function asApp<T>({ id, roles, sees }: As, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', $2, true), set_config('app.sees_all', $3, true)`,
      [id ?? '', roles ?? '', sees ? 'yes' : ''],
    );
    return await act(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const ownersSeen = async (who: As, table: string): Promise<unknown[]> =>
  (await asApp(who, (client) => client.query(`select distinct user_id from ${table}`))).rows.map((row) => row.user_id);
const outcome = (who: As, statement: string, values: unknown[] = []) =>
  asApp(who, (client) => client.query(statement, values)).then(
    (result) => result.rowCount ?? 0,
    (error: { code?: string }) => (error.code === '42501' ? 'refused' : `failed ${error.code}`),
  );

test.each(suspicionTables)('%s shows nothing to customers, visitors, support and finance', async (table) => {
  for (const who of ['visitor', 'customer', 'support', 'finance'])
    expect([who, await ownersSeen(people[who] ?? {}, table)]).toEqual([who, []]);
});

test.each(casesTables)(
  '%s shows compliance and admins what is about others, not what is about themselves',
  async (table) => {
    const both = [about, concerned.id].sort();
    expect((await ownersSeen(people['officer'] ?? {}, table)).sort()).toEqual(both);
    expect((await ownersSeen(people['admin'] ?? {}, table)).sort()).toEqual(both);
    expect(await ownersSeen(people['concerned'] ?? {}, table)).toEqual([about]);
  },
);

test.each(reportTables)(
  '%s is for compliance alone: an admin and the product itself see nothing of it',
  async (table) => {
    expect((await ownersSeen(people['officer'] ?? {}, table)).length).toBe(2);
    expect(await ownersSeen(people['concerned'] ?? {}, table)).toEqual([about]);
    expect(await ownersSeen(people['admin'] ?? {}, table)).toEqual([]);
    expect(await ownersSeen({ sees: true }, table)).toEqual([]);
  },
);

test('lines of a time line about a report are for compliance alone', async () => {
  const events = async (who: string) =>
    (
      await asApp(people[who] ?? {}, (client) =>
        client.query('select event from case_events where user_id = $1', [about]),
      )
    ).rows;
  expect(await events('admin')).toEqual([{ event: 'opened' }]);
  expect(await events('officer')).toHaveLength(2);
});

test('papers of a case are there for compliance, but not for whom they are about', async () => {
  const found = (who: string) => outcome(people[who] ?? {}, `select id from files where id = $1`, [laid.file]);
  expect([await found('officer'), await found('admin')]).toEqual([1, 1]);
  expect([await found('support'), await found('finance'), await found('customer'), await found('visitor')]).toEqual([
    0, 0, 0, 0,
  ]);
  const whole = `select id from files where purpose = 'case-file'`;
  expect([await outcome(people['officer'] ?? {}, whole), await outcome(people['concerned'] ?? {}, whole)]).toEqual([
    2, 1,
  ]);
});

test('nobody decides about themselves, or in another’s name, and no record goes away', async () => {
  const close = `update transaction_alerts set state = 'closed', outcome = 'explained', closed_by = $1, closed_at = now()
    where user_id = $2`;
  const as = (who: string) => people[who] ?? {};
  expect(await outcome(as('concerned'), close, [concerned.id, concerned.id])).toBe(0);
  expect(await outcome(as('officer'), close, [admin.id, about])).toBe('refused');
  expect(await outcome(as('officer'), close, [officer.id, about])).toBe(1);
  for (const who of ['customer', 'support', 'finance'])
    expect(await outcome(as(who), close, [as(who).id, about])).toBe(0);
  for (const table of suspicionTables) expect(await outcome(as('officer'), `delete from ${table}`)).toBe('refused');
  for (const table of ['case_events', 'case_notes', 'str_versions', 'suppressed_alerts', 'customer_reviews'])
    expect([table, await outcome(as('officer'), `update ${table} set user_id = user_id`)]).toEqual([table, 'refused']);
  expect(await outcome(as('admin'), `update str_reports set state = 'filed'`)).toBe(0);
});

test('a customer raises an open alert about themselves in their own act, and no other', async () => {
  const raise = `insert into transaction_alerts (user_id, alert_type, priority, risk_score, description, sla_deadline, created_at, state)
    values ($1, 'high_risk', 'high', 70, 'x', now(), now(), $2)`;
  const me = people['customer'] ?? {};
  expect(await outcome(me, raise, [about, 'open'])).toBe(1);
  expect(await outcome(me, raise, [officer.id, 'open'])).toBe('refused');
  const own = `insert into cases (user_id, kind, title, opened_at, updated_at)
    values ($1, 'wallet', 'x', now(), now())`;
  expect(await outcome(me, own, [about])).toBe('refused');
  expect(await outcome(me, 'select app.snoozed($1, $2, now())', [officer.id, ['night']])).toBe('failed P0001');
  expect(await outcome(me, `select app.open_case($1, 'wallet', 'x', '{}', null, now())`, [officer.id])).toBe(
    'failed P0001',
  );
  expect(await outcome(me, `select app.open_case($1, 'wallet', 'x', '{}', $2, now())`, [about, officer.id])).toBe(
    'failed P0001',
  );
});
