import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { createScamTools, report } from '../../../test/scams.ts';
import { createPolicyTools } from '../../../test/security/row-policies.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { Submit } from './schema.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { submitReport, publish, findCaseId } = createScamTools(server);
const { asApp, outcome } = createPolicyTools(server);

const rowOf = async (id: string) => (await owner.query('select * from scam_reports where id = $1', [id])).rows[0];
const send = async (user: { cookie: string }, input: Partial<Submit>) => {
  const { status, body } = await call<{ id?: string; code?: string; data?: object }>(
    'scamReports/submit',
    { ...report(), ...input },
    user.cookie,
  );
  return status === 200 ? 'done' : body.code;
};

test('name and description are trimmed and required, and empty values become null', async () => {
  const user = await newCustomer(server);
  const typed = { name: '  Quick Profit ', description: ' They doubled it. ', contactInfo: '  ' };
  const { id } = await submitReport(user, typed);
  expect(await rowOf(id)).toMatchObject({
    ...{ name: 'Quick Profit', description: 'They doubled it.', website: null, contact_info: null },
    ...{ suspicious_notes: null, evidence_path: null, status: 'submitted', user_id: user.id },
  });
  for (const empty of [{ name: ' ' }, { description: '' }])
    expect(await call('scamReports/submit', report(empty), user.cookie)).toMatchObject({
      status: 422,
      body: {
        code: 'scam_reports.missing_details',
        data: { said: { title: 'Missing details', text: 'Name and description are required.' } },
      },
    });
  const [entry] = (await owner.query(`select action, actor_id from audit_log where subject_id = $1`, [id])).rows;
  expect(entry).toEqual({ action: 'scam_reports.submitted', actor_id: user.id });
});

test('indicators are stored as typed and normalized, and unreadable ones are refused', async () => {
  const user = await newCustomer(server);
  const { id } = await submitReport(user, {
    website: 'https://WWW.Double-It.com/x',
    facts: [
      { kind: 'phone', scope: '', value: '876-555-1234' },
      { kind: 'handle', scope: 'telegram', value: 'https://t.me/Kim_B' },
      { kind: 'domain', scope: '', value: 'https://community.cryptocommerce.example' },
    ],
  });
  const { rows } = await owner.query(
    `select i.kind, i.scope, i.value, l.given from scam_report_indicators l
       join scam_indicators i on i.id = l.indicator_id
      where l.report_id = $1 and i.kind <> 'name' order by i.kind`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'domain', scope: '', value: 'double-it.com', given: 'https://WWW.Double-It.com/x' },
    { kind: 'handle', scope: 'telegram', value: 'kim_b', given: 'https://t.me/Kim_B' },
    { kind: 'phone', scope: '', value: '+18765551234', given: '876-555-1234' },
  ]);
  const wrong: Submit['facts'] = [
    { kind: 'phone', scope: '', value: '12' },
    { kind: 'wallet', scope: 'evm', value: '0x12' },
    { kind: 'wallet', scope: 'nowhere', value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    { kind: 'handle', scope: 'nowhere', value: 'kim' },
    { kind: 'email', scope: '', value: 'x' },
    { kind: 'domain', scope: '', value: 'facebook.com/x' },
  ];
  for (const fact of wrong) expect(await send(user, { facts: [fact] })).toBe('scam_reports.unreadable_fact');
});

test('a request sent ten times concurrently creates one report, and its key cannot be reused', async () => {
  const user = await newCustomer(server);
  const once = report();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call<{ id: string }>('scamReports/submit', once, user.cookie)),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await call<{ reports: object[] }>('scamReports/own', {}, user.cookie)).body.reports).toHaveLength(1);
  expect(await send(user, { ...once, name: 'Another' })).toBe('general.key_reused');
});

test('reports are limited per day and by open reports', async () => {
  const user = await newCustomer(server);
  const now = new Date();
  for (let n = 0; n < 5; n += 1) expect(await send(user, {})).toBe('done');
  expect(await call('scamReports/submit', report(), user.cookie)).toMatchObject({
    status: 429,
    body: {
      data: { said: { text: "You've sent 5 reports in the last 24 hours. You can send another one tomorrow." } },
    },
  });
  server.setTime(new Date(now.getTime() + 25 * 3_600_000));
  for (let n = 0; n < 5; n += 1) expect(await send(user, {})).toBe('done');
  server.setTime(new Date(now.getTime() + 50 * 3_600_000));
  expect(await send(user, {})).toBe('scam_reports.too_many_open');
  await owner.query(
    `update scam_reports set status = 'completed', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'support@demo.test') where user_id = $1`,
    [user.id],
  );
  expect(await send(user, {})).toBe('done');
});

test('evidence must be an own file of this purpose in an accepted format', async () => {
  const [user, other] = [await newCustomer(server), await newCustomer(server)];
  const { body: ownFile } = await upload(server, user.cookie, 'scam-evidence');
  const { body: otherFile } = await upload(server, other.cookie, 'scam-evidence');
  const { body: proof } = await upload(server, user.cookie, 'transaction-proof');
  for (const evidenceFile of [otherFile.id, proof.id, randomUUID()])
    expect(await send(user, { evidenceFile })).toBe('scam_reports.evidence_gone');
  const { id } = await submitReport(user, { evidenceFile: ownFile.id });
  expect(await rowOf(id)).toMatchObject({
    evidence_file: ownFile.id,
    evidence_path: `scam-reports/${user.id}/${ownFile.id}`,
  });
  const link = async (cookie: string) => (await call('documents/link', { fileId: ownFile.id }, cookie)).status;
  const [finance, instructor, support] = await Promise.all(['finance', 'instructor', 'support'].map(server.signIn));
  expect([await link(user.cookie), await link(other.cookie)]).toEqual([200, 404]);
  expect([await link(finance ?? ''), await link(instructor ?? ''), await link(support ?? '')]).toEqual([404, 404, 200]);
});

test('only the reporter can open the report file of a completed report', async () => {
  const [user, other] = [await newCustomer(server), await newCustomer(server)];
  const support = await server.signIn('support');
  const put = async (cookie: string) =>
    (
      await server.app.inject({
        method: 'PUT',
        url: '/api/files?purpose=scam-report',
        headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'report.txt' },
        payload: 'What we found.',
      })
    ).json<{ id: string; code?: string }>();
  const file = await put(support);
  expect((await put(user.cookie)).code).toBe('general.invalid_input');
  const { id } = await submitReport(user);
  const own = async () =>
    (await call<{ reports: { status: string; reportFile: string | null }[] }>('scamReports/own', {}, user.cookie)).body
      .reports;
  const link = async (cookie: string) => (await call('documents/link', { fileId: file.id }, cookie)).status;
  await owner.query('update scam_reports set report_file = $2 where id = $1', [id, file.id]);
  expect(await own()).toMatchObject([{ status: 'submitted', reportFile: null }]);
  expect(await link(user.cookie)).toBe(404);
  await owner.query(
    `update scam_reports set status = 'completed', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'support@demo.test') where id = $1`,
    [id],
  );
  expect(await own()).toMatchObject([{ status: 'completed', reportFile: file.id }]);
  expect([await link(user.cookie), await link(other.cookie)]).toEqual([200, 404]);
});

test('a draft is private and is deleted with the report', async () => {
  const [user, other] = [await newCustomer(server), await newCustomer(server)];
  const draft = async (cookie: string) => (await call<{ data: object } | null>('scamReports/draft', {}, cookie)).body;
  const data = { name: 'Quick', description: '' };
  expect((await call('scamReports/saveDraft', { data }, user.cookie)).status).toBe(200);
  expect(await draft(user.cookie)).toMatchObject({ data });
  expect(await draft(other.cookie)).toEqual({});
  await submitReport(user);
  expect(await draft(user.cookie)).toEqual({});
});

test('a customer sees only their own reports, newest first, also in the data export', async () => {
  const [user, other] = [await newCustomer(server), await newCustomer(server)];
  await submitReport(user, { name: 'First' });
  await submitReport(user, { name: 'Second', website: 'double-it.net' });
  await submitReport(other, { name: 'Third', website: 'double-it.net' });
  const { reports } = (await call<{ reports: { name: string }[] }>('scamReports/own', {}, user.cookie)).body;
  expect(reports.map(({ name }) => name)).toEqual(['Second', 'First']);
  const record = JSON.stringify((await call('accounts/exportData', undefined, user.cookie)).body);
  for (const text of ['"Second"', 'double-it.net', 'scamReports']) expect(record).toContain(text);
  expect(record).not.toMatch(/scam_case_id|"Third"/);
});

/** Runs statements as the application role, without the filters of our code: the database must reject them. */
const [me, them] = [await newCustomer(server), await newCustomer(server)];
const ownId = (await submitReport(me, { website: 'mine-scam.com' })).id;
const otherId = (await submitReport(them, { website: 'their-scam.com' })).id;

await publish(otherId);

const staffId = (await owner.query<{ id: string }>(`select id from auth."user" where email = 'support@demo.test'`))
  .rows[0]?.id;
const customer = { user: me.id };
const staff = { user: staffId ?? '', all: true, roles: 'support' };
const compliance = { ...staff, roles: 'compliance' };
const finance = { user: staffId ?? '', all: true, roles: 'finance' };
const readable = ['scam_cases', 'scam_verdicts', 'scam_publications', 'scam_published_indicators'];

test.each(readable)('%s is readable only by scam staff', async (table) => {
  const count = `select 1 from ${table}`;
  expect(await outcome(staff, count)).toBeGreaterThan(0);
  for (const context of [customer, finance, {}]) expect([context, await outcome(context, count)]).toEqual([context, 0]);
});

test('a customer reads only their own indicators and counts only through a function', async () => {
  const { rows } = await asApp(customer, (client) => client.query('select value from scam_indicators'));
  expect(rows.filter(({ value }) => value.endsWith('.com'))).toEqual([{ value: 'mine-scam.com' }]);
  for (const context of [customer, staff])
    expect(await outcome(context, 'select reporter_count people, scam_case_id from scam_indicators')).toBe('refused');
  const ofCase = `select * from app.scam_indicators_of('${await findCaseId(otherId)}')`;
  expect(await outcome(staff, ofCase)).toBeGreaterThan(0);
  for (const context of [customer, finance]) expect(await outcome(context, ofCase)).toBe('refused');
});

test('cases and indicators cannot be written directly, and a report is placed once by its reporter', async () => {
  for (const statement of [
    `insert into scam_indicators (kind, scope, value, first_at, last_at) values ('name', '', 'x', now(), now())`,
    `insert into scam_cases (opened_at, last_report_at) values (now(), now())`,
    `insert into scam_report_indicators select '${ownId}', id, '${me.id}', 'x' from scam_indicators limit 1`,
    `update scam_indicators set is_shared = true`,
    `update scam_reports set scam_case_id = gen_random_uuid()`,
    `update scam_reports set name = 'x' where id = '${ownId}'`,
    `delete from scam_reports where id = '${ownId}'`,
    `select app.assign_scam_report('${ownId}', '[]')`,
    `select app.assign_scam_report('${otherId}', '[]')`,
    `select app.recount_scams('{}', '{}')`,
  ])
    expect([statement, await outcome(customer, statement)]).toEqual([statement, 'refused']);
});

test('a report is inserted in one’s own name, as submitted and as its own case', async () => {
  const insert = (row: string) =>
    `insert into scam_reports (user_id, scam_case_id, status, name, description, idempotency_key, request_hash, created_at)
       values (${row}, 'x', 'x', gen_random_uuid(), 'x', now()) returning scam_case_id`;
  const scamCase = await findCaseId(otherId);
  expect(await outcome(customer, insert(`'${them.id}', '${scamCase}', 'submitted'`))).toBe('refused');
  expect(await outcome(customer, insert(`'${me.id}', '${scamCase}', 'in_review'`))).toBe('refused');
  const inserted = await asApp(customer, (client) => client.query(insert(`'${me.id}', '${scamCase}', 'submitted'`)));
  expect(inserted.rows[0]?.scam_case_id).not.toBe(scamCase);
});

test('staff cannot judge in another name or judge their own report', async () => {
  const completeBy = (by: string) =>
    `update scam_reports set status = 'completed', decided_at = now(), decided_by = '${by}' where id = '${ownId}'`;
  expect(await outcome(compliance, completeBy(me.id))).toBe('refused');
  expect(await outcome(compliance, completeBy(staffId ?? ''))).toBe(1);
  expect(await outcome(staff, completeBy(staffId ?? ''))).toBe(0);
  expect(await outcome(finance, completeBy(staffId ?? ''))).toBe(0);
  expect(await outcome({ user: me.id, all: true, roles: 'support' }, completeBy(me.id))).toBe(0);
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [me.id, staffId]);
  expect(await outcome(compliance, completeBy(staffId ?? ''))).toBe('failed 23514');
  await owner.query('delete from merged_accounts');
});

test('publishing by one person or against verdict or proposal is refused', async () => {
  const scamCase = await findCaseId(ownId);
  const client = await owner.connect();
  const verdict = await client.query<{ id: string }>(
    `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now()) returning id`,
    [scamCase, staffId],
  );
  const verdictId = verdict.rows[0]?.id;
  await client.query('alter table proposals disable trigger user');
  const proposed = await client.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) values ('scam_warning', $1, $2, $3) returning id`,
    [scamCase, JSON.stringify({ verdictId, title: 'Mine', summary: 'x' }), staffId],
  );
  const published = (title: string, said = 'scam') =>
    outcome(
      compliance,
      `insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
         values ($1, $2, $3, 'mine', $4, 'x', $5, now())`,
      [scamCase, verdictId, said, title, proposed.rows[0]?.id],
    );
  expect(await published('Mine')).toBe('failed 23514');
  await client.query(
    `update proposals set state = 'approved', decided_at = now(),
       decided_by = (select id from auth."user" where email = 'admin@demo.test') where id = $1`,
    [proposed.rows[0]?.id],
  );
  await client.query('alter table proposals enable trigger user');
  client.release();
  expect(await published('Otherwise')).toBe('failed 23514');
  expect(await published('Mine', 'likely')).toBe('failed 23514');
  expect(await published('Mine')).toBe(1);
});

test('public views contain no reporter', async () => {
  const { rows } = await asApp({}, (client) =>
    client.query('select * from app.list_published_scams(null, null, null, 10)'),
  );
  expect(rows).toMatchObject([{ title: 'Quick Profit', verdict: 'scam', people: 1 }]);
  expect(JSON.stringify(rows)).not.toContain(them.id);
  expect(JSON.stringify(rows)).toContain('their-scam.com');
  const found = (search: string) => outcome({}, 'select * from app.list_published_scams($1, null, null, 10)', [search]);
  expect([await found('THEIR-scam'), await found('quick'), await found('mine-scam')]).toEqual([1, 1, 0]);
});
