import { describe, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook } from '../../../../test/cards.ts';
import { buildCoursePurchase, publishTestCourse, smallCourse } from '../../../../test/courses.ts';
import { upload } from '../../../../test/orders.ts';
import {
  buildBankReceipt,
  buildChainReceipt,
  claimPlan,
  findMahoniDue,
  mahoniFields,
} from '../../../../test/payments.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, days } from '../../../kernel/clock.ts';
import { priceInJmd } from '../my-courses.ts';
import type { DueReview, OwnCourse, QuizSheet } from '../views.ts';
import { getGrantEnd, isGrantActive, isLaterEnd } from './api.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance, goesBack } = await createRefundTools(server);

await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

await publishTestCourse(server, { courseId: 'free' });

type StartedPurchase = { paymentId: string; code?: string };
const buy = async (cookie: string, changes: object = {}) =>
  (await call<StartedPurchase>('enrollment/buy', buildCoursePurchase(changes), cookie)).body;
const state = async (cookie: string, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const findAccess = async (cookie: string) => {
  const { status, body } = await call('learning/lesson', { courseId: 'dear', unit: 'first' }, cookie);
  return status === 200 ? 'open' : body['code'];
};
const receive = (paymentId: string) =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '7000' }), finance);

test('a course paid by bank opens with the money, not with the proof', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await buy(cookie);
  expect([await state(cookie), await findAccess(cookie)]).toEqual(['pending_payment', 'learning.not_enrolled']);
  const { body: file } = await upload(server, cookie, 'course-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, cookie)).toBe('done');
  expect(await findAccess(cookie)).toBe('learning.not_enrolled');
  expect(await receive(paymentId)).toBe('done');
  expect([await state(cookie), await findAccess(cookie)]).toEqual(['active', 'open']);
  const { body } = await call('payments/showOwn', { paymentId }, cookie);
  expect(JSON.stringify(body)).toContain('Course: A small course');
});

test('a course paid by card opens with the event of the card company', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await buy(cookie, { method: 'card' });
  expect((await call('cards/start', { kind: 'payment', id: paymentId }, cookie)).status).toBe(200);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId, { amount: '7000.00' }))).toBe(200);
  await handleEvents(server);
  expect(await findAccess(cookie)).toBe('open');
  const standing = await call('paymentPages/status', { reference: paymentId }, cookie);
  expect(standing.body).toMatchObject({ situation: 'received', what: 'Course: A small course' });
});

test('a course paid in Mahoni opens', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await buy(cookie, { method: 'crypto' });
  const { body: file } = await upload(server, cookie, 'course-proof');
  const fields = { ...mahoniFields(), paymentId, proofFile: file.id };
  expect(await act('payments/claimMahoni', fields, cookie)).toBe('done');
  const amount = await findMahoniDue(server, paymentId);
  const line = buildChainReceipt({ paymentId, senderAddress: fields.senderAddress, amount });
  expect(await act('paymentsDesk/receive', line, finance)).toBe('done');
  expect(await findAccess(cookie)).toBe('open');
});

test('buying twice, at another price, or a free or owned course is refused', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  expect(await buy(cookie, { price: 6999 })).toMatchObject({ code: 'enrollment.price_changed' });
  expect(await buy(cookie, { courseId: 'free', price: 1 })).toMatchObject({ code: 'enrollment.free' });
  expect(await buy(cookie, { courseId: 'nothing' })).toMatchObject({ code: 'learning.unknown_course' });
  const request = buildCoursePurchase();
  const [first, repeated] = [await buy(cookie, request), await buy(cookie, request)];
  expect(repeated.paymentId).toBe(first.paymentId);
  const more = await Promise.all([1, 2, 3].map(() => buy(cookie)));
  for (const each of more) expect(each).toMatchObject({ code: 'enrollment.pending_already' });
  expect(await receive(first.paymentId)).toBe('done');
  expect(await buy(cookie)).toMatchObject({ code: 'enrollment.has_it' });
  await call('learning/enroll', { courseId: 'free' }, cookie);
  expect(await state(cookie, 'free')).toBe('active');
});

test('three parallel purchases start one payment', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const codes = (await Promise.all([1, 2, 3].map(() => buy(cookie)))).map(({ code }) => code ?? 'begun');
  expect(codes.sort()).toEqual(['begun', 'enrollment.pending_already', 'enrollment.pending_already']);
  const { rows } = await owner.query('select id from payments where user_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('a cancelled purchase can be started again, and a full refund ends the course', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const first = await buy(cookie);
  expect(await act('payments/cancel', { paymentId: first.paymentId }, cookie)).toBe('done');
  expect(await state(cookie)).toBe('none');
  const { paymentId } = await buy(cookie);
  expect(await receive(paymentId)).toBe('done');
  await call('learning/lesson', { courseId: 'dear', unit: 'first' }, cookie);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect([await state(cookie), await findAccess(cookie)]).toEqual(['none', 'learning.not_enrolled']);
  expect((await buy(cookie)).paymentId).toBeTruthy();
});

test('a plan opens every course while it runs, and buying continues with the kept progress', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  expect((await call('enrollment/withPlan', { courseId: 'dear' }, cookie)).body).toMatchObject({
    code: 'enrollment.no_plan',
  });
  const plan = await claimPlan(server, cookie, { plan: 'basic', price: 5000 });
  expect(await act('paymentsDesk/receive', buildBankReceipt(plan, { amount: '5000' }), finance)).toBe('done');
  for (const _twice of [1, 2]) expect(await act('enrollment/withPlan', { courseId: 'dear' }, cookie)).toBe('done');
  expect(await findAccess(cookie)).toBe('open');
  await call('learning/savePlace', { courseId: 'dear', unit: 'first', block: 2 }, cookie);
  server.setTime(after(new Date(), days(40)));
  expect([await state(cookie), await findAccess(cookie)]).toEqual(['paused', 'learning.plan_over']);
  server.setTime(null);
  const { paymentId: off } = await buy(cookie);
  expect(await act('payments/cancel', { paymentId: off }, cookie)).toBe('done');
  expect(await findAccess(cookie)).toBe('open');
  const { paymentId } = await buy(cookie);
  expect(await receive(paymentId)).toBe('done');
  server.setTime(after(new Date(), days(40)));
  const { body } = await call<{ place: number }>('learning/lesson', { courseId: 'dear', unit: 'first' }, cookie);
  expect(body.place).toBe(2);
});

test('an unread course paid before a new version opens in the newest', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  await publishTestCourse(server, { courseId: 'grows', priceUsd: 4_000 });
  const { paymentId } = await buy(cookie, { courseId: 'grows' });
  await publishTestCourse(server, { courseId: 'grows', priceUsd: 4_000, text: { ...smallCourse, title: 'Better' } });
  expect(await receive(paymentId)).toBe('done');
  const { body } = await call('learning/lesson', { courseId: 'grows', unit: 'first' }, cookie);
  expect(body['courseTitle']).toBe('Better');
});

test('the database rejects opening an unpaid course', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  await buy(cookie);
  const opened = owner.query(`update user_enrollments set enrollment_status = 'active', active_since = now()
    where enrollment_status = 'pending_payment'`);
  await expect(opened).rejects.toThrow('enrollment has no received payment');
});

test.each([
  [4_000, '175', 7_000],
  [2_999, '175', 5_249],
  [1, '175', 2],
  [0, '175', 0],
  [1_050, '160.505', 1_686],
])('%i US cents at J$%s are J$%i', (cents, buyRate, jmd) => {
  expect(priceInJmd(cents, { rates: { buy: buyRate } } as never)).toBe(jmd);
});

describe('an ended plan', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

  async function learner() {
    const { id, cookie } = await newCustomer(server, 'Ina Brown');
    const plan = await claimPlan(server, cookie, { plan: 'basic', price: 5000 });
    expect(await act('paymentsDesk/receive', buildBankReceipt(plan, { amount: '5000' }), finance)).toBe('done');
    expect(await act('enrollment/withPlan', { courseId: 'dear' }, cookie)).toBe('done');
    await owner.query(
      `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1`,
      [id],
    );
    const ask = async <T>(path: string, input: object = {}) => (await call<T>(`learning/${path}`, input, cookie)).body;
    const startQuiz = () => ask<QuizSheet & { code?: string }>('startQuiz', { courseId: 'dear', section: 'one' });
    const submitQuiz = ({ tryId, questions }: QuizSheet, text: string) =>
      act('learning/submitQuiz', { tryId, answers: questions.map(({ answers }) => [answers.indexOf(text)]) }, cookie);
    const findDue = async () => (await ask<{ due: DueReview[] }>('reviews')).due;
    const countDue = async () => (await ask<{ courses: OwnCourse[] }>('own')).courses[0]?.reviewsDue;
    return { cookie, startQuiz, submitQuiz, findDue, countDue };
  }
  const inDays = (n: number) => server.setTime(after(new Date(), days(n)));

  test('an open quiz waits ungraded until a plan runs again', async () => {
    const { startQuiz, submitQuiz } = await learner();
    const open = await startQuiz();
    inDays(40);
    expect((await startQuiz()).code).toBe('learning.plan_over');
    expect(await submitQuiz(open, 'This one')).toBe('learning.plan_over');
    inDays(1);
    expect((await startQuiz()).tryId).toBe(open.tryId);
    expect(await submitQuiz(open, 'This one')).toBe('done');
    inDays(40);
    expect(await submitQuiz(open, 'This one')).toBe('learning.try_over');
  });

  test('due reviews wait until a plan runs again', async () => {
    const { cookie, startQuiz, submitQuiz, findDue, countDue } = await learner();
    expect(await submitQuiz(await startQuiz(), 'That one')).toBe('done');
    inDays(2);
    const [first] = await findDue();
    expect(await countDue()).toBe(5);
    inDays(40);
    expect([await findDue(), await countDue()]).toEqual([[], 0]);
    const answer = { id: first?.id, chosen: [0] };
    expect(await act('learning/answerReview', answer, cookie)).toBe('learning.plan_over');
    inDays(2);
    expect(await findDue()).toHaveLength(5);
    expect(await act('learning/answerReview', answer, cookie)).toBe('done');
  });
});

describe('rules of a grant', () => {
  const now = new Date('2026-11-24T15:00:00Z');
  const end = (text: string) => new Date(text);

  test('a grant lasts through its whole last day in Jamaica', () => {
    expect(getGrantEnd('2026-11-24', now)).toEqual(end('2026-11-25T05:00:00.000Z'));
    expect(getGrantEnd('2027-02-28', now)).toEqual(end('2027-03-01T05:00:00.000Z'));
    expect(getGrantEnd(null, now)).toBeNull();
  });

  test('a past day and a day beyond five years are invalid', () => {
    expect(getGrantEnd('2026-11-23', now)).toBe('invalid');
    // In Jamaica, 23 November is not over yet.
    expect(getGrantEnd('2026-11-23', end('2026-11-24T04:59:00Z'))).toEqual(end('2026-11-24T05:00:00.000Z'));
    expect(getGrantEnd('2031-11-22', now)).toEqual(end('2031-11-23T05:00:00.000Z'));
    expect(getGrantEnd('2031-11-23', now)).toBe('invalid');
  });

  test('an end can only move to a later one', () => {
    const grant = { until: end('2026-12-01T05:00:00Z'), revokedAt: null };
    expect(isLaterEnd(grant, end('2026-12-02T05:00:00Z'))).toBe(true);
    expect(isLaterEnd(grant, null)).toBe(true);
    expect(isLaterEnd(grant, grant.until)).toBe(false);
    expect(isLaterEnd(grant, end('2026-11-30T05:00:00Z'))).toBe(false);
    expect(isLaterEnd({ ...grant, until: null }, end('2026-12-02T05:00:00Z'))).toBe(false);
    expect(isLaterEnd({ ...grant, revokedAt: now }, null)).toBe(false);
  });

  test('an ended grant is not active', () => {
    expect(isGrantActive({ until: null, revokedAt: null }, now)).toBe(true);
    expect(isGrantActive({ until: end('2026-12-01T05:00:00Z'), revokedAt: null }, now)).toBe(true);
    expect(isGrantActive({ until: now, revokedAt: null }, now)).toBe(false);
  });
});
