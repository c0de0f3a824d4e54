import type { InferRouterOutputs } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { bitcoinAddress, buy, sell } from '../../../../test/orders.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { type ShownQuestion, toShownPositions } from '../grading.ts';
import { type appropriatenessApi, attemptQuota, gradeAttempt, pickAttemptQuestions } from './api.ts';
import { basics } from './content.ts';

type Answers = InferRouterOutputs<typeof appropriatenessApi>;
type BasicsView = Answers['lesson'];
type BasicsSheet = Answers['start'];
type BasicsResult = Answers['submit'];
type AppropriatenessRecord = Answers['record'];

const server = await serverWithoutFaults();
const { call, owner, signIn } = server;
const { outcome } = createPolicyTools(server);
const setLesson = (lesson: string) =>
  owner.query(`insert into setting_versions (key, value) values ('first_order', $1)`, [{ lesson }]);

await setLesson('asked');

const small = { amount: '1500' };
const code = async (placing: ReturnType<typeof buy>) => (await placing).body as { code?: string };
const beginAttempt = async (cookie: string) => (await call<BasicsSheet>('appropriateness/start', {}, cookie)).body;

const answersTo = ({ tryId, questions }: BasicsSheet, right: number) =>
  questions.map(({ id }, at) => {
    const question = basics().questions.find((one) => one.id === id);
    if (!question) throw new Error(`${id} is not asked here`);
    const written = question.answers.findIndex((answer) => answer.right === at < right);
    return toShownPositions(question, tryId, [written]);
  });
const submitAnswers = async (cookie: string, sheet: BasicsSheet, right: number) =>
  (
    await call<BasicsResult & { code?: string }>(
      'appropriateness/submit',
      { tryId: sheet.tryId, answers: answersTo(sheet, right) },
      cookie,
    )
  ).body;

test('a first order is refused until the lesson is passed, also after a failed attempt', async () => {
  const { cookie } = await newCustomer(server);
  const quoted = await call(
    'trading/quoteBuy',
    { network: 'bitcoin', symbol: 'BTC', currency: 'JMD', ...small },
    cookie,
  );
  expect(quoted).toMatchObject({ status: 200, body: { refusal: { code: 'lesson_first' } } });
  expect(await code(buy(server, cookie, small))).toMatchObject({ code: 'trading.lesson_first' });

  const view = await call<BasicsView>('appropriateness/lesson', {}, cookie);
  expect(view.body).toMatchObject({ asked: 4, enough: 3, learned: false });
  const first = await beginAttempt(cookie);
  expect(await beginAttempt(cookie)).toEqual(first);
  const failed = await submitAnswers(cookie, first, 2);
  expect(failed).toMatchObject({ right: 2, asked: 4, passed: false });
  expect(failed.questions.flatMap(({ graded }) => graded.answers).every(({ because }) => because.length > 3)).toBe(
    true,
  );
  expect(await submitAnswers(cookie, first, 4)).toMatchObject({ code: 'appropriateness.try_over' });
  expect(await code(buy(server, cookie, small))).toMatchObject({ code: 'trading.lesson_first' });

  const second = await beginAttempt(cookie);
  const ids = (questions: readonly ShownQuestion[]) => questions.map(({ id }) => id);
  expect(ids(second.questions).filter((id) => ids(first.questions).includes(id))).toEqual([]);
  expect(await submitAnswers(cookie, second, 3)).toMatchObject({ right: 3, passed: true });
  expect((await call<BasicsView>('appropriateness/lesson', {}, cookie)).body.learned).toBe(true);
  expect((await buy(server, cookie, small)).status).toBe(200);
});

test('attempts are limited by day; the open one stays, and other customers continue', async () => {
  const [one, another] = [await newCustomer(server), await newCustomer(server)];
  const begin = () => call<BasicsSheet & { code?: string }>('appropriateness/start', {}, one.cookie);
  for (let n = 0; n < attemptQuota.tries; n++) {
    const sheet = await beginAttempt(one.cookie);
    expect((await begin()).body.tryId).toBe(sheet.tryId);
    await submitAnswers(one.cookie, sheet, 0);
  }
  expect(await begin()).toMatchObject({ status: 429, body: { code: 'appropriateness.too_many_tries' } });
  const attempts = await owner.query('select from appropriateness_tries where user_id = $1', [one.id]);
  expect(attempts.rowCount).toBe(attemptQuota.tries);
  expect((await beginAttempt(another.cookie)).questions).toHaveLength(4);
  server.setTime(new Date(Date.now() + 25 * 60 * 60 * 1000));
  expect((await begin()).status).toBe(200);
  server.setTime(null);
});

test('finding the newest attempt reads none of the older ones', async () => {
  const { id } = await newCustomer(server);
  const [digest, many] = [basics().digest, 2_000];
  await owner.query(
    `insert into appropriateness_tries (user_id, content_number, content_digest, questions, started_at, submitted_at,
        chosen, wrong, right_count, passed)
      select $1, 1, $2, '{a}', now() - n * interval '1 minute', now(), '[[0]]', '{a}', 0, false from generate_series(1, $3) n`,
    [id, digest, many],
  );
  await owner.query('analyze appropriateness_tries');
  const { rows } = await owner.query<{
    'QUERY PLAN': [{ Plan: { Plans: [{ 'Actual Rows': number; 'Node Type': string }] } }];
  }>(
    `explain (analyze, format json) select id, questions, submitted_at is null open from appropriateness_tries
      where user_id = '${id}' and content_digest = '${digest}' order by started_at desc, id desc limit 1`,
  );
  expect(rows[0]?.['QUERY PLAN'][0].Plan.Plans[0]).toMatchObject({ 'Node Type': 'Index Scan', 'Actual Rows': 1 });
});

test('no answer reveals the correct choice before it is submitted', async () => {
  const { cookie } = await newCustomer(server);
  const before = JSON.stringify([
    (await call('appropriateness/lesson', {}, cookie)).body,
    (await call('appropriateness/start', {}, cookie)).body,
  ]);
  expect(before).not.toMatch(/"(because|right)":/);
  for (const { answers } of basics().questions)
    for (const { because } of answers) expect(before).not.toContain(because);
});

test('our wallet is hidden, and a sell refused, until the lesson is passed', async () => {
  const { cookie } = await newCustomer(server);
  const request = { symbol: 'BTC', amount: '0.0002', network: 'bitcoin', senderWalletAddress: bitcoinAddress };
  expect((await call('trading/sellWallet', request, cookie)).body).toMatchObject({ code: 'trading.lesson_first' });
  const sold = await sell(server, cookie, { amount: '0.0002', holder: 'Ina Brown' });
  expect(sold.body).toMatchObject({ code: 'trading.lesson_first' });
  expect(await submitAnswers(cookie, await beginAttempt(cookie), 4)).toMatchObject({ passed: true });
  expect((await call('trading/sellWallet', request, cookie)).status).toBe(200);
});

test('the lesson is not asked for after an earlier order or with the setting off', async () => {
  const [{ cookie }, other] = [await newCustomer(server), await newCustomer(server)];
  await setLesson('not_asked');
  expect((await buy(server, cookie, small)).status).toBe(200);
  await setLesson('asked');
  expect((await buy(server, cookie, { amount: '1600' })).status).toBe(200);
  expect(await code(buy(server, other.cookie, small))).toMatchObject({ code: 'trading.lesson_first' });
});

test('an attempt belongs to its customer and is graded once, also when submitted twice in parallel', async () => {
  const [{ cookie }, other] = [await newCustomer(server), await newCustomer(server)];
  const sheet = await beginAttempt(cookie);
  expect(await submitAnswers(other.cookie, sheet, 4)).toMatchObject({ code: 'appropriateness.try_over' });
  const both = await Promise.all([submitAnswers(cookie, sheet, 4), submitAnswers(cookie, sheet, 0)]);
  expect(both.filter(({ code }) => code === 'appropriateness.try_over')).toHaveLength(1);
  const opened = await Promise.all([beginAttempt(other.cookie), beginAttempt(other.cookie)]);
  expect(opened[0]?.tryId).toBe(opened[1]?.tryId);
});

test('support waives with a reason, and compliance sees it with the wrong answers', async () => {
  const { id: userId, cookie } = await newCustomer(server);
  const [support, compliance] = [await signIn('support'), await signIn('compliance')];
  await submitAnswers(cookie, await beginAttempt(cookie), 1);
  const waive = async (reason: string, as = support) =>
    (await call('appropriateness/waive', { userId, reason }, as)).body;
  expect(await waive('short')).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await waive('Trades for a living, called on Friday', compliance)).toMatchObject({ code: 'staff.not_allowed' });
  expect(await waive('Trades for a living, called on Friday')).toMatchObject({ done: true });
  expect(await waive('Trades for a living, called on Friday')).toMatchObject({ code: 'appropriateness.has_it' });
  expect((await buy(server, cookie, small)).status).toBe(200);
  const { body } = await call<AppropriatenessRecord>('appropriateness/record', { userId }, compliance);
  expect(body.outcomes).toMatchObject([{ number: 1, way: 'waived', reason: 'Trades for a living, called on Friday' }]);
  expect(body.tries).toMatchObject([{ right: 1, asked: 4, passed: false }]);
  expect(body.tries[0]?.wrong).toHaveLength(3);
  const { rows } = await owner.query(`select action from audit_log where subject_id = $1 and action like 'app%'`, [
    userId,
  ]);
  expect(rows).toEqual([{ action: 'appropriateness.waived' }]);
});

test('a staff member waives the lesson for ten customers a day', async () => {
  const [support, admin] = [await signIn('support'), await signIn('admin')];
  await owner.query(`delete from rate_limits where key like 'lesson-waived:%'`);
  const waives = async (as: string) => {
    const { id: userId } = await newCustomer(server);
    return (await call('appropriateness/waive', { userId, reason: 'Trades for a living' }, as)).body['code'];
  };
  const codes: unknown[] = [];
  for (let n = 0; n < 11; n++) codes.push(await waives(support));
  expect(codes).toEqual([...Array(10).fill(undefined), 'appropriateness.too_many_waivers']);
  expect(await waives(admin)).toBeUndefined();
});

test('the database refuses an outcome without a passed attempt, and changes to a submitted one', async () => {
  const { id: userId, cookie } = await newCustomer(server);
  const sheet = await beginAttempt(cookie);
  await submitAnswers(cookie, sheet, 0);
  await expect(
    owner.query('update appropriateness_tries set passed = true where id = $1', [sheet.tryId]),
  ).rejects.toThrow('completed work cannot change');
  const by = `insert into appropriateness_outcomes (user_id, content_number, way, waived_by, reason, at)`;
  await expect(owner.query(`${by} values ($1, 1, 'waived', $1, 'Because I say so', now())`, [userId])).rejects.toThrow(
    'outcome_says_how',
  );
});

test('staff cannot waive the lesson for another account of their own, not even by statement', async () => {
  const [staff, second, otherCustomer] = [
    await newCustomer(server),
    await newCustomer(server),
    await newCustomer(server),
  ];
  await owner.query('insert into merged_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [
    [staff.id, second.id],
    staff.id,
  ]);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [staff.id]);
  const waive = async (userId: string) =>
    (await call('appropriateness/waive', { userId, reason: 'Trades for a living' }, staff.cookie)).body;
  expect(await waive(second.id)).toMatchObject({ code: 'approvals.own_matter' });
  const by = (userId: string) =>
    outcome(
      { user: staff.id, all: true, roles: 'support' },
      `insert into appropriateness_outcomes (user_id, content_number, way, waived_by, reason, at)
        values ($1, 1, 'waived', $2, 'Because I say so', now())`,
      [userId, staff.id],
    );
  expect([await by(second.id), await by(otherCustomer.id)]).toEqual(['failed 23514', 1]);
});

describe('an attempt', () => {
  const question = (id: string) => ({
    id,
    ask: `What of ${id}?`,
    answers: [
      { text: 'This', right: true, because: 'It is.' },
      { text: 'That', right: false, because: 'It is not.' },
      { text: 'None', right: false, because: 'One is.' },
    ],
  });
  const questions = 'abcdefgh'.split('').map(question);
  const pool = { questions, asked: 4, enough: 3 };

  test('an attempt asks four different questions, the same ones for the same seed', () => {
    const picked = pickAttemptQuestions(pool, 'one', []);
    expect(new Set(picked).size).toBe(4);
    expect(pickAttemptQuestions(pool, 'one', [])).toEqual(picked);
    expect(
      new Set(Array.from({ length: 20 }, (_, n) => pickAttemptQuestions(pool, `${n}`, []).join())).size,
    ).toBeGreaterThan(10);
  });

  test('the next attempt asks other questions first, and repeats some only where too few are left', () => {
    for (let n = 0; n < 50; n++) {
      const first = pickAttemptQuestions(pool, `first ${n}`, []);
      expect(pickAttemptQuestions(pool, `second ${n}`, first).filter((id) => first.includes(id))).toEqual([]);
    }
    const few = pickAttemptQuestions(pool, 'x', ['a', 'b', 'c', 'd', 'e', 'f']);
    expect([few.slice(0, 2).sort(), new Set(few).size]).toEqual([['g', 'h'], 4]);
  });

  test('three correct answers of four pass, two fail, and wrong questions are returned as text', () => {
    const ids = pickAttemptQuestions(pool, 'seed', []);
    const answer = (id: string, written: number) => toShownPositions(question(id), 'seed', [written]);
    const graded = (right: number) =>
      gradeAttempt(pool, { seed: 'seed', ids, answers: ids.map((id, at) => answer(id, at < right ? 0 : 1)) });
    expect([2, 3, 4].map((right) => graded(right).passed)).toEqual([false, true, true]);
    expect(graded(3)).toMatchObject({ right: 3, wrong: [`What of ${ids[3]}?`] });
    expect(gradeAttempt(pool, { seed: 'seed', ids, answers: [] }).right).toBe(0);
    expect(gradeAttempt(pool, { seed: 'seed', ids, answers: ids.map(() => [0, 1, 2]) }).right).toBe(0);
  });
});
