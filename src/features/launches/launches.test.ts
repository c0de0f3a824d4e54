import { randomUUID } from 'node:crypto';
import type { InferRouterOutputs } from '@orpc/server';
import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { createDocx, getDocxParts, packZip } from '../../../test/files/word.ts';
import {
  decisionInput,
  insertLaunch,
  launchInput,
  questionInput,
  sendLaunchEmails,
  uploadWhitepaper,
} from '../../../test/launches.ts';
import { createAccountTools } from '../../../test/security/account-security.ts';
import { insertLaunchRows } from '../../../test/security/matrix-launches.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from '../compliance/erase.ts';
import type { launchesApi, launchesDeskApi } from './api.ts';

type Launches = InferRouterOutputs<typeof launchesApi>['own'];
type StaffLaunch = InferRouterOutputs<typeof launchesDeskApi>['show'];

const server = await serverWithoutFaults();
const { call, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const officer = await another('compliance');
const support = await another('support');

const run = server.actsAs();
const listOwn = async (cookie: string) => (await call<Launches>('launches/own', undefined, cookie)).body;
const createFounder = async (name = 'Ina Brown') => newCustomer(server, name);
const submitLaunch = async (cookie: string) => {
  const { body } = await call<{ submissionId: string }>(
    'launches/submit',
    launchInput(await uploadWhitepaper(server, cookie)),
    cookie,
  );
  return body.submissionId;
};
const showLaunch = async (submissionId: string, cookie = officer.cookie) =>
  (await call<StaffLaunch>('launchesDesk/show', { submissionId }, cookie)).body;
const auditActions = async (id: string) =>
  (await rowsOf<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [id])).map(
    ({ action }) => action,
  );

test('a launch is submitted, asked about, answered and decided, and its founder reads the reason', async () => {
  const { id, email, cookie } = await createFounder();
  const submissionId = await submitLaunch(cookie);
  expect(await listOwn(cookie)).toMatchObject([
    {
      ...{ id: submissionId, coinName: 'Irie Coin', status: 'submitted', paperName: 'Irie paper.docx', reason: null },
      communityLinks: ['https://iriecoin.example', 'https://t.example/irie'],
    },
  ]);
  expect(await run('launchesDesk/ask', questionInput(submissionId), support.cookie)).toBe('done');
  const [shown] = await listOwn(cookie);
  expect(shown).toMatchObject({ status: 'waiting_for_founder', questions: [{ answer: null }] });
  const questionId = shown?.questions[0]?.id ?? '';
  expect(await run('launches/answer', { questionId, answer: 'The cooperative.' }, cookie)).toBe('done');
  expect(await run('launches/answer', { questionId, answer: 'Another answer.' }, cookie)).toBe('launches.not_open');

  expect(await showLaunch(submissionId)).toMatchObject({
    ...{ status: 'submitted', founderId: id, questions: [{ answer: 'The cooperative.' }] },
    may: { ask: true, decide: true },
  });
  expect(await run('launchesDesk/decide', decisionInput(submissionId), officer.cookie)).toBe('done');
  expect(await run('launchesDesk/decide', decisionInput(submissionId), officer.cookie)).toBe('launches.decided_before');

  const [decided] = await listOwn(cookie);
  expect(decided).toMatchObject({ status: 'not_enough', reason: expect.stringContaining('Some figures are missing') });
  expect(JSON.stringify(decided)).not.toMatch(/Pages 3|contradictory/);
  expect(await showLaunch(submissionId)).toMatchObject({ decision: { note: 'Pages 3 and 7 differ.' } });
  const letters = (await sendLaunchEmails(server)).filter(({ to }) => to === email);
  // The question is already answered, so only the decision is sent.
  expect(letters).toMatchObject([{ subject: 'A decision on your project Irie Coin' }]);
  expect(letters[0]?.text).not.toMatch(/figures|Pages 3/);
  const entries = ['submitted', 'asked', 'answered', 'decided'];
  expect(await auditActions(submissionId)).toEqual(entries.map((action) => `launches.${action}`));
});

test('a question sends an email without its text', async () => {
  const { email, cookie } = await createFounder();
  await run('launchesDesk/ask', questionInput(await submitLaunch(cookie)), support.cookie);
  const [letter] = (await sendLaunchEmails(server)).filter(({ to }) => to === email);
  expect(letter).toMatchObject({ subject: 'A question about your project Irie Coin' });
  expect(letter?.text).toContain('/launch#submissions');
  expect(letter?.text).not.toContain('million');
});

test('a repeated request creates one launch, and its key accepts no other', async () => {
  const { cookie } = await createFounder();
  const body = launchInput(await uploadWhitepaper(server, cookie));
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('launches/submit', body, cookie)));
  expect(new Set(answers.map(({ body: { submissionId } }) => submissionId)).size).toBe(1);
  expect(await listOwn(cookie)).toHaveLength(1);
  expect(await run('launches/submit', { ...body, coinName: 'Other Coin' }, cookie)).toBe('general.key_reused');
});

test('three launches open at a time and three a day; the next is refused', async () => {
  const { id, cookie } = await createFounder();
  const whitepaper = await uploadWhitepaper(server, cookie);
  const submit = () => run('launches/submit', launchInput(whitepaper), cookie);
  const results = await Promise.all(Array.from({ length: 8 }, submit));
  expect(results.filter((result) => result === 'done')).toHaveLength(3);
  expect(results.filter((result) => result === 'launches.too_many_open')).toHaveLength(5);
  const [first] = await listOwn(cookie);
  expect(await run('launches/withdraw', { submissionId: first?.id }, cookie)).toBe('done');
  expect(await run('launches/withdraw', { submissionId: first?.id }, cookie)).toBe('launches.not_found');
  expect(await submit()).toBe('launches.too_many_today');
  await server.owner.query(
    `update launch_submissions set created_at = now() - interval '25 hours' where user_id = $1`,
    [id],
  );
  expect(await submit()).toBe('done');
});

test("a launch accepts the founder's own whitepaper only", async () => {
  const [{ cookie }, other] = [await createFounder(), await createFounder('Oma Green')];
  const foreign = await uploadWhitepaper(server, other.cookie);
  const photo = createDocx();
  const submitWith = (whitepaper: string) => run('launches/submit', launchInput(whitepaper), cookie);
  expect(await submitWith(foreign)).toBe('launches.paper_missing');
  expect(await submitWith(randomUUID())).toBe('launches.paper_missing');
  const ownCoin = await uploadWhitepaper(server, cookie);
  await server.owner.query(`update files set state = 'refused' where id = $1`, [ownCoin]);
  expect(await submitWith(ownCoin)).toBe('launches.paper_invalid');
  for (const change of [
    { coinName: ' X ' },
    { idea: 'short' },
    { communityLinks: 'http://a.example' },
    { whitepaper: '' },
  ])
    expect(await run('launches/submit', launchInput(await uploadWhitepaper(server, cookie), change), cookie)).toBe(
      'BAD_REQUEST',
    );
  const macro = packZip(getDocxParts({ 'word/vbaProject.bin': 'x' }));
  for (const [bytes, code] of [
    [macro, 'documents.word_active'],
    [Buffer.from('%PDF-1.7\n'), 'documents.word_only'],
  ] as const) {
    const { status, body } = await sendFile(server, cookie, {
      purpose: 'launch-whitepaper',
      bytes,
      name: 'paper.docx',
    });
    expect([status, body.code]).toEqual([422, code]);
  }
  const named = await sendFile(server, cookie, { purpose: 'launch-whitepaper', bytes: photo, name: 'photo.jpg' });
  expect(named.body).toMatchObject({ name: 'photo.jpg.docx' });
});

test('a draft is private, keeps its whitepaper, and is deleted on submit', async () => {
  const [{ cookie }, other] = [await createFounder(), await createFounder('Oma Green')];
  expect((await call('launches/draft', undefined, cookie)).body).toEqual({});
  const id = await uploadWhitepaper(server, cookie);
  const data = { coinName: 'Ir', idea: '', communityLinks: 'http://half', whitepaper: JSON.stringify({ id }) };
  expect(await run('launches/saveDraft', { data }, cookie)).toBe('done');
  expect((await call('launches/draft', undefined, cookie)).body).toMatchObject({ data });
  expect((await call('launches/draft', undefined, other.cookie)).body).toEqual({});
  await run('launches/saveDraft', { data }, other.cookie);
  expect((await call('launches/draft', undefined, other.cookie)).body).toMatchObject({ data: { whitepaper: '' } });
  await server.owner.query('delete from files where id = $1', [id]);
  expect((await call('launches/draft', undefined, cookie)).body).toMatchObject({
    data: { coinName: 'Ir', whitepaper: '' },
  });
  await submitLaunch(cookie);
  expect((await call('launches/draft', undefined, cookie)).body).toEqual({});
});

test('launches are private to their founder, and staff cannot work on their own', async () => {
  const [{ cookie }, other] = [await createFounder(), await createFounder('Oma Green')];
  const submissionId = await submitLaunch(cookie);
  await run('launchesDesk/ask', questionInput(submissionId), support.cookie);
  const questionId = (await listOwn(cookie))[0]?.questions[0]?.id ?? '';
  expect(await listOwn(other.cookie)).toEqual([]);
  expect(await run('launches/answer', { questionId, answer: 'Mine' }, other.cookie)).toBe('launches.not_found');
  expect(await run('launches/withdraw', { submissionId }, other.cookie)).toBe('launches.not_found');
  expect(await run('launchesDesk/show', { submissionId }, cookie)).toBe('staff.not_allowed');
  const ownCoin = await submitLaunch(officer.cookie);
  for (const [path, input] of [
    ['show', { submissionId: ownCoin }],
    ['ask', questionInput(ownCoin)],
    ['decide', decisionInput(ownCoin)],
  ] as const)
    expect([path, await run(`launchesDesk/${path}`, input, officer.cookie)]).toEqual([path, 'approvals.own_matter']);
  const listed = await call<{ lines: { id: string }[] }>('launchesDesk/list', {}, officer.cookie);
  expect(listed.body.lines.map(({ id }) => id)).not.toContain(ownCoin);
});

test('founder and reviewers open the whitepaper, and each opening by staff is audited', async () => {
  const [{ cookie }, other, finance] = [
    await createFounder(),
    await createFounder('Oma Green'),
    await another('finance'),
  ];
  const id = await uploadWhitepaper(server, cookie);
  for (const [reader, status] of [
    [cookie, 200],
    [support.cookie, 200],
    [other.cookie, 404],
    [finance.cookie, 404],
  ] as const)
    expect((await readFileAs(server, reader, id)).status).toBe(status);
  const views = await rowsOf('select actor_id from audit_log where subject_id = $1 and action = $2', [
    id,
    'documents.file_viewed',
  ]);
  expect(views).toEqual([{ actor_id: support.id }]);
  const headers: Readonly<Record<string, unknown>> = (await readFileAs(server, support.cookie, id)).headers;
  expect(headers['content-disposition']).toBe(`attachment; filename="${id}.docx"`);
});

const { createUser: createAccount } = createAccountTools(server);

afterEach(async () => {
  await resetDates(server);
});

const tables = ['launch_drafts', 'launch_submissions', 'launch_questions', 'launch_decisions'];
const countOf = async (userId: string) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = await rowsOf<{ n: number }>(`select count(*)::int n from ${table} where user_id = $1`, [userId]);
        return [table, row?.n];
      }),
    ),
  );

test('a data export has submissions and answers, and nothing about the decision', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  await insertLaunchRows(server, id);
  const { status, body } = await call<Record<string, object[]>>('accounts/exportData', undefined, cookie);
  expect(status).toBe(200);
  expect(body['launches']).toHaveLength(2);
  expect(body).toMatchObject({
    launchQuestions: [{ question: 'Who holds the first million coins?', answer: null }],
    launchDrafts: [{ data: {} }],
  });
  expect(JSON.stringify(body)).not.toMatch(/asked_by|reason_code|decided_by|request_hash/);
});

test('erasing a founder after seven years removes all their launches and no others', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const other = await newCustomer(server, 'Oma Green');
  const whitepaper = await uploadWhitepaper(server, cookie);
  expect((await call('launches/submit', launchInput(whitepaper), cookie)).status).toBe(200);
  const [file] = await rowsOf<{ path: string }>('select path from files where id = $1', [whitepaper]);
  await insertLaunchRows(server, id);
  await insertLaunchRows(server, other.id);
  const rowsOfOther = await countOf(other.id);
  await closeLongAgo(server, [{ id }]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, files: 3 });
  expect(Object.values(await countOf(id))).toEqual(tables.map(() => 0));
  expect(await rowsOf('select 1 from files where user_id = $1', [id])).toEqual([]);
  await expect(services.files.store.read(file?.path ?? '')).rejects.toThrow();
  expect(await countOf(other.id)).toEqual(rowsOfOther);
});

test('erasing a reviewer removes the name and keeps the decision', async () => {
  const reviewer = await another('compliance');
  const { id } = await newCustomer(server, 'Ina Brown');
  const launch = await insertLaunch(server, id);
  expect((await call('launchesDesk/decide', decisionInput(launch.id), reviewer.cookie)).status).toBe(200);
  await closeLongAgo(server, [reviewer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  const decisions = await rowsOf<{ name: string }>(
    `select p.display_name "name" from launch_decisions d join profiles p on p.id = d.decided_by
      where d.submission_id = $1`,
    [launch.id],
  );
  expect(decisions).toEqual([{ name: 'Erased' }]);
});

test('closing an account withdraws open launches and deletes the draft', async () => {
  const { id, email, cookie } = await createAccount();
  await insertLaunchRows(server, id);
  const closed = await call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
  expect(closed.status).toBe(200);
  const rows = await rowsOf<{ status: string }>('select status from launch_submissions where user_id = $1', [id]);
  expect(rows.map(({ status }) => status).sort()).toEqual(['accepted', 'withdrawn']);
  expect(await countOf(id)).toMatchObject({ launch_drafts: 0, launch_decisions: 1 });
});
