import { expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, days } from '../../../kernel/clock.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
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
  await call('learning/keepPlace', { courseId: 'dear', unit: 'first', block: 2 }, cookie);
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
  expect(await act('payments/callOff', { paymentId }, cookie)).toBe('done');
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
  expect(await act('payments/callOff', { paymentId: body.paymentId }, cookie)).toBe('done');
  expect(await state(cookie, 'freed')).toBe('active');
});

test('customers cannot open a paid course by SQL or claim that a plan granted it', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  await buy(cookie);
  const set = (what: string) => outcome({ user: id }, `update user_enrollments set ${what} where user_id = $1`, [id]);
  const no = expect.stringMatching(/^(refused|failed 23514)$/);
  const opened = `enrollment_status = 'active', active_since = now()`;
  for (const way of ['free', 'plan', 'staff', 'payment'])
    expect(await set(`${opened}, granted_by = '${way}'`)).toEqual(no);
  expect(await set(`also_granted_by = 'plan'`)).toEqual(no);
  await publishTestCourse(server, { courseId: 'other', priceUsd: 4_000 });
  const begun = await outcome(
    { user: id },
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at,
        also_granted_by)
      select $1, course_id, id, 'pending_payment', 'payment', now(), 'plan' from course_versions where course_id = 'other'`,
    [id],
  );
  expect(begun).toEqual(no);
});
