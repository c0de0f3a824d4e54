import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { createFrozenScenario, newAccount } from '../../../../test/frozen-scenario.ts';
import { upload } from '../../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';
import { withSystem } from '../../../platform/database/database.ts';
import { activatePaid, endPaid } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services, app } = server;
const { act, finance, goesBack } = await createRefundTools(server);
const { outcome } = createPolicyTools(server);

await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

const buy = async (cookie: string) => {
  const { body } = await call<{ paymentId: string; code?: string }>('enrollment/buy', buildCoursePurchase(), cookie);
  return body.code ?? body.paymentId;
};
const state = async (cookie: string, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const place = async (cookie: string) => {
  const { body } = await call<{ place?: number; code?: string }>(
    'learning/lesson',
    { courseId: 'dear', unit: 'first' },
    cookie,
  );
  return body.code ?? body.place;
};
const receive = (paymentId: string, amount = '7000') =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount }), finance);
const withPlan = (cookie: string) => act('enrollment/withPlan', { courseId: 'dear' }, cookie);
const inDays = (n: number) => server.setTime(after(new Date(), days(n)));

async function customerWithPlan() {
  const customer = await newCustomer(server, 'Ina Brown');
  const plan = await claimPlan(server, customer.cookie, { plan: 'basic', price: 5000 });
  expect(await receive(plan, '5000')).toBe('done');
  return customer;
}

test('a course bought during a plan and refunded returns to the plan with all progress', async () => {
  const { cookie } = await customerWithPlan();
  expect(await withPlan(cookie)).toBe('done');
  expect(await place(cookie)).toBe(0);
  await call('learning/savePlace', { courseId: 'dear', unit: 'first', block: 2 }, cookie);
  const paymentId = await buy(cookie);
  expect(await receive(paymentId)).toBe('done');
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 2]);
  inDays(40);
  expect([await state(cookie), await place(cookie)]).toEqual(['paused', 'learning.plan_over']);
  server.setTime(null);
  expect(await receive(await buy(cookie))).toBe('done');
  inDays(40);
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 2]);
});

test('a course with an open payment opens with a plan, and the payment makes it permanent', async () => {
  const { cookie } = await customerWithPlan();
  const paymentId = await buy(cookie);
  expect(await state(cookie)).toBe('pending_payment');
  expect(await withPlan(cookie)).toBe('done');
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 0]);
  expect(await buy(cookie)).toBe('enrollment.pending_already');
  expect(await receive(paymentId)).toBe('done');
  inDays(40);
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 0]);
});

test('cancelling that payment keeps the course with the plan', async () => {
  const { cookie } = await customerWithPlan();
  const paymentId = await buy(cookie);
  expect(await withPlan(cookie)).toBe('done');
  expect(await act('payments/cancel', { paymentId }, cookie)).toBe('done');
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 0]);
});

test('a course that becomes free opens despite an open payment', async () => {
  const { cookie } = await newCustomer(server, 'Ina Brown');
  const freed = { courseId: 'freed' };
  await publishTestCourse(server, { ...freed, priceUsd: 4_000 });
  const { body } = await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(freed), cookie);
  expect(await act('learning/enroll', freed, cookie)).toBe('learning.not_free');
  await owner.query(`update courses set price_usd = 0 where id = 'freed'`);
  expect(await act('learning/enroll', freed, cookie)).toBe('done');
  expect(await state(cookie, 'freed')).toBe('active');
  expect(await act('payments/cancel', { paymentId: body.paymentId }, cookie)).toBe('done');
  expect(await state(cookie, 'freed')).toBe('active');
});

test('customers cannot open a paid course by SQL or claim that a plan granted it', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  await buy(cookie);
  const set = (what: string) => outcome({ user: id }, `update user_enrollments set ${what} where user_id = $1`, [id]);
  const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
  const opened = `enrollment_status = 'active', active_since = now()`;
  for (const source of ['free', 'plan', 'staff', 'payment'])
    expect(await set(`${opened}, granted_by = '${source}'`)).toEqual(rejected);
  expect(await set(`also_granted_by = 'plan'`)).toEqual(rejected);
  await publishTestCourse(server, { courseId: 'other', priceUsd: 4_000 });
  const inserted = await outcome(
    { user: id },
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at,
        also_granted_by)
      select $1, course_id, id, 'pending_payment', 'payment', now(), 'plan' from course_versions where course_id = 'other'`,
    [id],
  );
  expect(inserted).toEqual(rejected);
});

const { act: actAs, freeze } = await createFrozenScenario(server);
const support = await createSession(server, 'support');

await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

await publishTestCourse(server, { courseId: 'other', priceUsd: 4_000 });

await publishTestCourse(server, { courseId: 'free-one' });

const reason = 'They asked so very nicely';
const grantCourse = ({ id: userId }: Customer, changes: object = {}) =>
  actAs('enrollmentDesk/grant', { userId, courseId: 'dear', until: null, reason, ...changes }, support);
const enrolWithPlan = ({ cookie }: Customer, courseId: string) => actAs('enrollment/withPlan', { courseId }, cookie);
const stateOf = async ({ cookie }: Customer, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const enrollment = async ({ id }: Customer) =>
  (await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [id])).rows[0]?.id ?? '';
const recordPayment = (paymentId: string, amount = '7000') =>
  actAs('paymentsDesk/receive', buildBankReceipt(paymentId, { amount, payerAccount: newAccount() }));
const buyCourse = async ({ cookie }: Customer) =>
  (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body.paymentId;
const expectRejected = (write: Promise<unknown>) => expect(write).rejects.toMatchObject({ code: '23514' });

test('a held payment opens no course', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await buyCourse(customer);
  const { body: file } = await upload(server, customer.cookie, 'course-proof');
  expect(await actAs('payments/claim', { paymentId, proofFile: file.id }, customer.cookie)).toBe('done');
  await freeze(customer);
  expect(await recordPayment(paymentId)).toBe('done');
  const { rows } = await owner.query('select held from payments where id = $1', [paymentId]);
  expect(rows).toEqual([{ held: true }]);
  const id = await enrollment(customer);
  await expectRejected(withSystem(services.pool, (tx) => activatePaid(tx, id, services.clock())));
  expect(await stateOf(customer)).toBe('pending_payment');
});

test('staff cannot grant or extend a course of a frozen customer, but can revoke it', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const until = jamaicaDay(after(new Date(), days(10)));
  expect(await grantCourse(customer, { until })).toBe('done');
  await freeze(customer);
  const id = await enrollment(customer);
  expect(await grantCourse(customer, { courseId: 'other' })).toBe('enrollment.customer_stopped');
  expect(await actAs('enrollmentDesk/changeEnd', { id, until: null, reason }, support)).toBe(
    'enrollment.customer_stopped',
  );
  expect(await stateOf(customer)).toBe('active');
  expect(await actAs('enrollmentDesk/revoke', { id, reason }, support)).toBe('done');
  expect(await grantCourse(customer)).toBe('enrollment.customer_stopped');
  expect(await stateOf(customer)).toBe('paused');
});

test('a grant during a freeze is either earlier or refused', async () => {
  for (const _once of [1, 2, 3, 4, 5]) {
    const customer = await newCustomer(server, 'Ina Brown');
    const [, answer] = await Promise.all([freeze(customer), grantCourse(customer)]);
    expect(['done', 'enrollment.customer_stopped']).toContain(answer);
  }
});

test('a plan opens no new course for a frozen customer and keeps the open ones', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  expect(await enrolWithPlan(customer, 'dear')).toBe('enrollment.no_plan');
  const planId = await claimPlan(server, customer.cookie, { plan: 'basic', price: 5000 });
  expect(await recordPayment(planId, '5000')).toBe('done');
  expect(await enrolWithPlan(customer, 'dear')).toBe('done');
  await freeze(customer);
  expect(await enrolWithPlan(customer, 'other')).toBe('payments.not_possible');
  expect([await stateOf(customer), await stateOf(customer, 'other')]).toEqual(['active', 'none']);
});

test('a frozen customer can take a free course', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  await freeze(customer);
  expect(await actAs('learning/enroll', { courseId: 'free-one' }, customer.cookie)).toBe('done');
});

test('the database rejects grants to frozen customers and keeps courses on refunds', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  expect(await grantCourse(customer, { until: jamaicaDay(after(new Date(), days(10))) })).toBe('done');
  const id = await enrollment(customer);
  const set = (what: string) => owner.query(`update user_enrollments set ${what} where id = $1`, [id]);
  await freeze(customer);
  await expectRejected(set('granted_until = null'));
  await expectRejected(set(`granted_by = 'plan', granted_until = null, staff_id = null, staff_reason = null`));
  // Simulates a refunded purchase of the course.
  await owner.query(`begin; set local session_replication_role = replica;
    update user_enrollments set granted_by = 'payment', also_granted_by = 'staff' where id = '${id}'; commit`);
  await withSystem(services.pool, (tx) => endPaid(tx, id));
  expect(await stateOf(customer)).toBe('active');
});

describe('a revoked course', async () => {
  const support = await server.signIn('support');
  const reason = 'The school booked it for her class';

  async function courseWithPicture() {
    const courseId = `dear-${randomUUID().slice(0, 8)}`;
    await publishTestCourse(server, { courseId, priceUsd: 4_000 });
    const { body: file } = await upload(server, await createSession(server, 'admin'), 'lesson-picture');
    await owner.query(`insert into course_pictures (course_id, file_id) values ($1, $2)`, [courseId, file.id]);
    return { courseId, file: String(file.id) };
  }
  type Course = Awaited<ReturnType<typeof courseWithPicture>>;
  type Learner = { readonly id: string; readonly cookie: string };

  async function readCourse({ courseId, file }: Course, { id, cookie }: Learner) {
    const lesson = await call<{ code?: string }>('learning/lesson', { courseId, unit: 'first' }, cookie);
    const picture = await app.inject({ url: `/api/lesson-pictures/${file}`, headers: { cookie } });
    return {
      lesson: lesson.body.code ?? 'shown',
      picture: picture.statusCode,
      rows: await outcome({ user: id }, 'select from course_pictures where file_id = $1', [file]),
    };
  }
  const open = { lesson: 'shown', picture: 200, rows: 1 };
  const closed = { picture: 404, rows: 0 };

  test('a course revoked by staff shows neither lessons nor pictures', async () => {
    const course = await courseWithPicture();
    const learner = await newCustomer(server, 'Ina Brown');
    const grant = { userId: learner.id, courseId: course.courseId, until: null, reason };
    expect((await call('enrollmentDesk/grant', grant, support)).status).toBe(200);
    expect(await readCourse(course, learner)).toEqual(open);
    const { rows } = await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [
      learner.id,
    ]);
    expect((await call('enrollmentDesk/revoke', { id: rows[0]?.id, reason }, support)).status).toBe(200);
    expect(await readCourse(course, learner)).toEqual({ ...closed, lesson: 'learning.time_over' });
  });

  test('a course of an ended plan shows neither lessons nor pictures until a plan runs again', async () => {
    const course = await courseWithPicture();
    const learner = await newCustomer(server, 'Ina Brown');
    const plan = (start: string, end: string) =>
      owner.query(
        `insert into subscriptions (user_id, plan, payment_method, status, start_date, end_date)
        values ($1, 'basic', 'bank_transfer', 'active', now() + $2::interval, now() + $3::interval)`,
        [learner.id, start, end],
      );
    await plan('-31 days', '-1 day');
    await owner.query(
      `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'plan', now(), now() from course_versions where course_id = $2`,
      [learner.id, course.courseId],
    );
    expect(await readCourse(course, learner)).toEqual({ ...closed, lesson: 'learning.plan_over' });
    await plan('-1 hour', '30 days');
    expect(await readCourse(course, learner)).toEqual(open);
  });
});
