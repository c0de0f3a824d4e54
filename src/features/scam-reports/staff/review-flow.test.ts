import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { expect, test } from 'vitest';
import { requestFileUrl, upload } from '../../../../test/orders.ts';
import { buildVerdict, createScamStaffTools } from '../../../../test/scam-desk.ts';
import { report } from '../../../../test/scams.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { OwnReport } from '../types.ts';
import type { scamStaffApi } from './api.ts';
import { renderAnswerEmail } from './jobs.ts';

type CaseRow = InferRouterOutputs<typeof scamStaffApi>['cases']['lines'][number];

const server = await serverWithoutFaults();
const { owner, call } = server;
const desk = await createScamStaffTools(server);
const { admin, compliance, support, finance, loadCase, findCaseId, judgeReport, insertReport, submitReport, lookUp } =
  desk;

const newSite = () => `scam-${randomUUID()}.com`;
const lines = async (input: object) =>
  (await compliance<{ lines: CaseRow[]; next: { at: string; id: string } | null }>('cases', input)).body;
const ownOf = async (cookie: string) =>
  (await call<{ reports: OwnReport[] }>('scamReports/own', {}, cookie)).body.reports;
const entries = async (action: string, subject: string) =>
  (
    await owner.query('select after, reason_code, about_id from audit_log where action = $1 and subject_id = $2', [
      action,
      subject,
    ])
  ).rows;
const idOf = async (account: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${account}@demo.test`])).rows[0]
    ?.id ?? '';

test('waiting cases are listed oldest first, paged and filtered by kind and indicator', async () => {
  const website = newSite();
  const wallet = { kind: 'wallet', scope: 'evm', value: '0x52908400098527886E0F7030069857D2E4169EE7' } as const;
  const [first, second] = [
    await insertReport({ website }),
    await insertReport({ facts: [wallet], name: 'Coin Doubler' }),
  ];
  await insertReport({ website });
  const [one, two] = [await findCaseId(first), await findCaseId(second)];
  const waiting = (await lines({})).lines.map(({ id }) => id);
  expect(waiting.indexOf(one)).toBeLessThan(waiting.indexOf(two));
  expect((await lines({ search: `https://www.${website}/x` })).lines).toMatchObject([
    { id: one, people: 2, reports: 2, kinds: ['domain', 'name'], verdict: null, published: false },
  ]);
  expect((await lines({ search: wallet.value.toLowerCase() })).lines.map(({ id }) => id)).toEqual([two]);
  expect((await lines({ search: 'coin  doubler' })).lines.map(({ id }) => id)).toContain(two);
  expect((await lines({ search: newSite() })).lines).toEqual([]);
  const wallets = (await lines({ kind: 'wallet' })).lines.map(({ id }) => id);
  expect([wallets.includes(one), wallets.includes(two)]).toEqual([false, true]);
  const { body } = await support<{ waiting: number; appeals: number }>('count');
  expect(body.waiting).toBe((await lines({})).lines.length);
});

test('paging by key shows each case once', async () => {
  await owner.query(
    `insert into scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
       select t.moment, t.moment, 1, 1, t.moment from generate_series(1, 120) n,
         lateral (select date_trunc('milliseconds', now()) - make_interval(mins => n) as moment) t`,
  );
  const seen: string[] = [];
  let after: { at: string; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof lines>> = await lines({ after });
    seen.push(...page.lines.map(({ id }) => id));
    after = page.next;
  } while (after);
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int n from scam_cases where waits_since is not null',
  );
  expect([seen.length, new Set(seen).size]).toEqual([rows[0]?.n, rows[0]?.n]);
  await owner.query(
    'delete from scam_cases m where not exists (select from scam_reports r where r.scam_case_id = m.id)',
  );
});

test('compliance and admin see reporters, support does not, and views are audited', async () => {
  const customer = await newCustomer(server);
  const { id } = await submitReport(customer, { website: newSite() });
  const caseId = await findCaseId(id);
  expect((await loadCase(caseId)).reports[0]?.reporter).toMatchObject({ id: customer.id });
  expect((await loadCase(caseId, 'admin')).reports[0]?.reporter).toMatchObject({ id: customer.id });
  const seen = await loadCase(caseId, 'support');
  expect(seen.reports[0]?.reporter).toBeNull();
  expect(JSON.stringify(seen)).not.toContain(customer.id);
  expect(seen.may).toEqual({ judge: false });
  expect(await entries('scams.case_viewed', caseId)).toHaveLength(3);
  expect((await finance('case', { caseId })).status).toBe(403);
});

test('support can add notes but not judge, and a note shows its author', async () => {
  const caseId = await findCaseId(await insertReport({ website: newSite() }));
  expect((await support('note', { caseId, text: 'They called me too.' })).status).toBe(200);
  expect((await loadCase(caseId)).notes).toMatchObject([{ text: 'They called me too.' }]);
  for (const [path, input] of [
    ['review', { caseId }],
    ['saveVerdict', buildVerdict(caseId)],
    ['markShared', { caseId, indicatorId: randomUUID(), common: true, word: 'A bank' }],
  ] as const)
    expect((await support(path, input)).status).toBe(403);
  const client = await owner.connect();
  await client.query('begin');
  await client.query('set local role cryptocommerce_app');
  await client.query(`select set_config('app.user_id', $1, true)`, [await idOf('support')]);
  const write = client.query(
    `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now())`,
    [caseId, await idOf('support')],
  );
  await expect(write).rejects.toMatchObject({ code: '42501' });
  await client.query('rollback');
  client.release();
  expect((await owner.query('select from scam_verdicts where scam_case_id = $1', [caseId])).rows).toEqual([]);
});

test('a verdict stores reason and checklist and sets the report to in review', async () => {
  const customer = await newCustomer(server);
  const { id } = await submitReport(customer, { website: newSite() });
  const caseId = await findCaseId(id);
  const submitVerdict = (more: object) => compliance('saveVerdict', { ...buildVerdict(caseId), ...more });
  expect((await submitVerdict({ reasonCode: 'known_business' })).body.code).toBe('scam_desk.reason_unknown');
  const { checklist } = buildVerdict(caseId);
  expect((await submitVerdict({ checklist: { ...checklist, ours: 'no' } })).body.code).toBe('scam_desk.checks_forbid');
  expect((await submitVerdict({ note: '' })).status).toBe(400);
  expect((await submitVerdict({ checklist: { ...checklist, ours: undefined } })).status).toBe(400);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('submitted');
  expect((await submitVerdict({})).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('in_review');
  expect((await loadCase(caseId)).verdicts).toMatchObject([
    { verdict: 'likely', reasonCode: 'promised_returns', note: 'The page promises to double coins.' },
  ]);
  expect(await entries('scams.judged', caseId)).toMatchObject([
    { reason_code: 'promised_returns', after: { verdict: 'likely' } },
  ]);
  expect((await submitVerdict({ verdict: 'legitimate', reasonCode: 'mistaken' })).status).toBe(200);
  expect((await lines({ view: 'all', search: (await ownOf(customer.cookie))[0]?.name })).lines[0]?.verdict).toBe(
    'legitimate',
  );
});

test('a review can start before the verdict', async () => {
  const customer = await newCustomer(server);
  const caseId = await findCaseId((await submitReport(customer, { website: newSite() })).id);
  expect((await compliance('review', { caseId })).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('in_review');
  expect(await entries('scams.review_begun', caseId)).toHaveLength(1);
});

test('staff who reported in a case cannot read, note or judge it', async () => {
  const id = await idOf('compliance');
  const { body } = await call<{ id: string }>(
    'scamReports/submit',
    report({ website: newSite() }),
    desk.cookies.compliance,
  );
  const caseId = await findCaseId(body.id);
  for (const [path, input] of [
    ['case', { caseId }],
    ['note', { caseId, text: 'x' }],
    ['review', { caseId }],
    ['saveVerdict', buildVerdict(caseId)],
    ['decline', { reportId: body.id, reasonCode: 'no_scam' }],
  ] as const)
    expect((await compliance(path, input)).body.code).toBe('approvals.own_matter');
  const write = owner.query(
    `insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
       values ($1, 'scam', '{}', 'x', 'x', $2, now())`,
    [caseId, id],
  );
  await expect(write).rejects.toMatchObject({ constraint: 'own_matter_of_person' });
  expect((await admin('saveVerdict', buildVerdict(caseId))).status).toBe(200);
});

test('a shared indicator is marked with a reason, no longer joins reports and shows nothing', async () => {
  const website = newSite();
  const { cookie } = await newCustomer(server);
  const caseId = await findCaseId(await insertReport({ website }));
  await insertReport({ website });
  expect((await lookUp({ website }, cookie))[0]?.known).toEqual({ shown: 'reported' });
  const one = (await loadCase(caseId)).indicators.find(({ kind }) => kind === 'domain');
  const mark = (more: object) =>
    compliance('markShared', { caseId, indicatorId: one?.id, common: true, word: 'The site of a bank', ...more });
  expect((await mark({ word: ' ' })).status).toBe(400);
  expect((await mark({ indicatorId: randomUUID() })).body.code).toBe('scam_desk.not_found');
  expect((await mark({})).status).toBe(200);
  expect((await loadCase(caseId)).indicators.find(({ id }) => id === one?.id)).toMatchObject({
    common: true,
    commonWord: 'The site of a bank',
  });
  expect((await lookUp({ website }, cookie))[0]?.known).toBeNull();
  expect(await findCaseId(await insertReport({ website }))).not.toBe(caseId);
  expect(await entries('scams.marked_common', one?.id ?? '')).toHaveLength(1);
  expect((await mark({ common: false })).status).toBe(200);
  expect((await lookUp({ website }, cookie))[0]?.known).toEqual({ shown: 'reported' });
});

test('a report is completed with a generated file that its reporter can download', async () => {
  const [customer, other] = [await newCustomer(server), await newCustomer(server)];
  const website = newSite();
  const { id } = await submitReport(customer, { website, name: 'Quick Profit', description: 'One.\nTwo.' });
  const second = await submitReport(other, { website, description: 'What the other one saw.' });
  const draw = () => compliance('generateReport', { reportId: id, message: 'Do not send more.' });
  expect((await draw()).body.code).toBe('scam_desk.verdict_first');
  const caseId = await judgeReport(id);
  const { body, status } = await draw();
  expect(status).toBe(200);
  const fileId = String(body['fileId']);
  expect((await call('documents/link', { fileId }, customer.cookie)).status).toBe(404);
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'in_review', reportFile: null });
  const complete = (reviewer: typeof compliance, file: string) =>
    reviewer('complete', { reportId: id, fileId: file, verdictId: body['verdictId'] });
  expect((await complete(admin, fileId)).body.code).toBe('scam_desk.file_not_there');
  const flyer = (await upload(server, desk.cookies.admin, 'workshop-flyer')).body.id;
  expect((await complete(admin, flyer)).body.code).toBe('scam_desk.file_not_there');
  expect((await complete(compliance, fileId)).status).toBe(200);
  expect((await complete(compliance, fileId)).body.code).toBe('scam_desk.answered_before');
  expect((await ownOf(customer.cookie))[0]).toMatchObject({ status: 'completed', reportFile: fileId });
  const url = await requestFileUrl(server, customer.cookie, fileId);
  const paper = await server.app.inject({ url, headers: { cookie: customer.cookie } });
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await call('documents/link', { fileId }, other.cookie)).status).toBe(404);
  expect(await entries('scams.report_completed', id)).toMatchObject([{ about_id: customer.id }]);
  // The case waits while one of its reports waits.
  expect((await loadCase(caseId)).waitsSince).not.toBeNull();
  expect((await compliance('decline', { reportId: second.id, reasonCode: 'nothing_to_check' })).status).toBe(200);
  expect((await loadCase(caseId)).waitsSince).toBeNull();
});

test('reporters get an email with the download page or the reason', async () => {
  const customer = await newCustomer(server);
  const { id } = await submitReport(customer, { name: 'Doubler', website: newSite() });
  const write = (reasonCode: string) => admin('decline', { reportId: id, reasonCode });
  expect((await write('promised_returns')).body.code).toBe('scam_desk.reason_unknown');
  expect((await write('no_scam')).status).toBe(200);
  expect((await ownOf(customer.cookie))[0]?.status).toBe('declined');
  expect(await entries('scams.report_declined', id)).toMatchObject([{ reason_code: 'no_scam' }]);
  const email = { name: 'Ina', email: 'ina@matrix.test', report: 'Doubler', reasonCode: null };
  const letter = renderAnswerEmail({ ...email, status: 'declined', reasonCode: 'no_scam' }, 'https://x.test');
  expect(letter.text).toContain('a dispute between two people');
  expect(renderAnswerEmail({ ...email, status: 'completed' }, 'https://x.test').text).toContain('under My Submissions');
  const { rows } = await owner.query(`select from pgboss.job where name = 'scams.send_answer' and data ->> 'id' = $1`, [
    id,
  ]);
  expect(rows).toHaveLength(1);
});

test('submissions are listed newest first with case and, for permitted roles, reporter', async () => {
  const [first, second] = [await insertReport({ name: 'Listed First' }), await insertReport({ name: 'Listed Second' })];
  type Listed = { lines: { id: string; caseId: string; status: string; reporter: object | null }[] };
  const listed = async (as: typeof compliance, input: object = {}) =>
    (await as<Listed>('submissions', input)).body.lines;
  const [newest, before] = await listed(compliance);
  expect([newest?.id, before?.id]).toEqual([second, first]);
  expect(newest).toMatchObject({ caseId: await findCaseId(second), status: 'submitted' });
  expect(newest?.reporter).toMatchObject({ id: expect.any(String), name: expect.any(String) });
  expect((await listed(support))[0]).toMatchObject({ id: second, reporter: null });
  expect(await listed(compliance, { status: 'completed' })).not.toContainEqual(expect.objectContaining({ id: second }));
  const own = await call<{ id: string }>('scamReports/submit', report(), desk.cookies.compliance);
  const isListed = async (as: typeof compliance) => (await listed(as)).some(({ id }) => id === own.body.id);
  expect([await isListed(compliance), await isListed(admin)]).toEqual([false, true]);
});
