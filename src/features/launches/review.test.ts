import { afterEach, expect, test } from 'vitest';
import { demoPassword } from '../../../fakes/people.ts';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { decisionInput, insertLaunch, launchInput, questionInput, uploadWhitepaper } from '../../../test/launches.ts';
import { createAccountTools } from '../../../test/security/account-security.ts';
import { insertLaunchRows } from '../../../test/security/matrix-launches.ts';
import { type Context, createPolicyTools } from '../../../test/security/row-policies.ts';
import { linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { eraseRecords } from '../compliance/erase.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { another, rowsOf } = setUpSuspicions(server);
const { outcome } = createPolicyTools(server);
const [first, second] = [await another('compliance'), await another('admin')];
const ina = await newCustomer(server, 'Ina Brown');

const run = server.actsAs(undefined, 'launchesDesk/');

test('a launch has one open question at a time, and a decision waits for its answer', async () => {
  const { id } = await insertLaunch(server, ina.id);
  const answers = await Promise.all([
    run('ask', questionInput(id), first.cookie),
    run('ask', questionInput(id), second.cookie),
  ]);
  expect(answers.sort()).toEqual(['done', 'launches.question_open']);
  expect(await run('decide', decisionInput(id), first.cookie)).toBe('launches.question_open');
  const { questionId } = await insertLaunch(server, ina.id, { question: first.id });
  expect((await call('launches/answer', { questionId, answer: 'Us.' }, ina.cookie)).status).toBe(200);
  await owner.query(
    `insert into launch_questions (submission_id, user_id, asked_by, question, asked_at, answer, answered_at)
       select $1, $2, $3, 'What was asked before?', now(), 'This.', now() from generate_series(1, 20)`,
    [(await insertLaunch(server, ina.id)).id, ina.id, first.id],
  );
  const { rows } = await owner.query<{ id: string }>(
    'select submission_id id from launch_questions group by 1 having count(*) = 20',
  );
  expect(await run('ask', questionInput(rows[0]?.id ?? ''), first.cookie)).toBe('launches.too_many_questions');
});

test('one of two simultaneous decisions counts, and a reason belongs to its decision', async () => {
  const { id } = await insertLaunch(server, ina.id);
  expect(await run('decide', { ...decisionInput(id), outcome: 'accepted' }, first.cookie)).toBe(
    'launches.reason_unknown',
  );
  const both = await Promise.all([
    run('decide', decisionInput(id), first.cookie),
    run('decide', decisionInput(id), second.cookie),
  ]);
  expect(both.sort()).toEqual(['done', 'launches.decided_before']);
  expect(await run('ask', questionInput(id), second.cookie)).toBe('launches.decided_before');
});

type List = {
  lines: { id: string; late: boolean }[];
  next: { at: string; id: string } | null;
  counts: Record<string, number>;
};
const list = async (input: object) => (await call<List>('launchesDesk/list', input, first.cookie)).body;

test('the queue pages launches oldest first, by state, age and name', async () => {
  const zed = await newCustomer(server, 'Zedekiah Marlow');
  const ids: string[] = [];
  for (let n = 0; n < 52; n++) {
    const { id } = await insertLaunch(server, zed.id);
    await owner.query(
      `update launch_submissions set waits_since = now() - make_interval(days => 9, mins => -($2::int)) where id = $1`,
      [id, n],
    );
    ids.push(id);
  }
  const page = await list({ search: 'Zedekiah' });
  expect(page.lines.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(page.lines.every(({ late }) => late)).toBe(true);
  const rest = await list({ search: 'Zedekiah', after: page.next });
  expect([rest.lines.map(({ id }) => id), rest.next]).toEqual([ids.slice(50), null]);
  expect((await list({ view: 'late', search: 'zedekiah' })).lines).toHaveLength(50);
  expect((await list({ search: '%' })).lines).toEqual([]);
  await run('ask', questionInput(ids[0] ?? ''), first.cookie);
  expect((await list({ view: 'founder', search: 'Zedekiah' })).lines).toMatchObject([{ id: ids[0], late: false }]);
  const { waiting } = (await call<{ waiting: number }>('launchesDesk/count', undefined, first.cookie)).body;
  expect(waiting).toBe((await list({})).counts['waiting']);
});

const asIna = { user: ina.id };
const asFirst = { user: first.id, roles: 'compliance', all: true };
const asSupport = { user: first.id, roles: 'support', all: true };
const refused = expect.stringMatching(/^(refused|failed 23514)$/);
const updateAs = (as: Context, id: string, set: string) =>
  outcome(as, `update launch_submissions set ${set} where id = $1`, [id]);
const decidedAs = `status = 'accepted', reason_code = 'sound', decided_at = now()`;
const decideAs = (as: Context, id: string, by = as.user) =>
  outcome(
    as,
    `insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
       values ($1, $2, $3, 'accepted', 'sound', '', now())`,
    [id, ina.id, by],
  );

test('the database lets founders answer and withdraw, and nothing else', async () => {
  const { id, questionId } = await insertLaunch(server, ina.id, { question: first.id });
  for (const set of [decidedAs, `status = 'submitted'`, `reason_code = 'sound'`])
    expect(await updateAs(asIna, id, set)).toEqual(refused);
  expect(await decideAs(asIna, id)).toEqual(refused);
  expect(await decideAs({ user: ina.id, roles: 'admin', all: true }, id)).toEqual(refused);
  expect(await outcome(asIna, 'delete from launch_submissions where id = $1', [id])).toEqual(refused);
  expect(await outcome(asIna, `update launch_submissions set idea = 'other words' where id = $1`, [id])).toEqual(
    refused,
  );
  expect(
    await outcome(asFirst, `update launch_questions set answer = 'x', answered_at = now() where id = $1`, [questionId]),
  ).toBe(0);
  expect(await outcome(asFirst, `update launch_submissions set status = 'withdrawn' where id = $1`, [id])).toEqual(
    refused,
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id) values ($1, 'transaction-proof', $2, 'x', 'x', 1, 'x', 'x') returning id`,
    [ina.id, `transaction-proofs/${crypto.randomUUID()}`],
  );
  const insert = `insert into launch_submissions (user_id, coin_name, idea, whitepaper_file, created_at, waits_since,
    idempotency_key, request_hash) values ($1, 'Irie Coin', 'Farmers are paid.', $2, now(), now(), gen_random_uuid(), 'x')`;
  expect(await outcome(asIna, insert, [ina.id, rows[0]?.id])).toEqual(refused);
  const paper = await uploadWhitepaper(server, ina.cookie);
  expect(await outcome(asIna, `update files set state = 'replaced' where id = $1`, [paper])).toBe(0);
  expect(await outcome(asIna, insert, [ina.id, paper])).toBe(1);
});

test('the database refuses a decision without the role, in the name of another, or without its row', async () => {
  const { id } = await insertLaunch(server, ina.id);
  expect(await decideAs(asSupport, id)).toEqual(refused);
  expect(await decideAs(asFirst, id, second.id)).toEqual(refused);
  expect(await updateAs(asFirst, id, decidedAs)).toEqual(refused);
  expect(await decideAs(asFirst, id)).toBe(1);
});

test('another account of the founder neither reads nor decides the launch', async () => {
  const { id } = await insertLaunch(server, ina.id);
  await linkAccounts(server, [ina.id, second.id]);
  await owner.query(
    `insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1) on conflict (user_id) do update set person_id = excluded.person_id`,
    [ina.id, second.id],
  );
  expect(await run('show', { submissionId: id }, second.cookie)).toBe('approvals.own_matter');
  expect(await run('decide', decisionInput(id), second.cookie)).toBe('approvals.own_matter');
  expect(await decideAs({ user: second.id, roles: 'admin', all: true }, id)).toEqual(refused);
});

// Erasure

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
  const judge = await another('compliance');
  const { id } = await newCustomer(server, 'Ina Brown');
  const launch = await insertLaunch(server, id);
  expect((await call('launchesDesk/decide', decisionInput(launch.id), judge.cookie)).status).toBe(200);
  await closeLongAgo(server, [judge]);
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
