import { expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { createFrozenScenario, newAccount } from '../../../../test/frozen-scenario.ts';
import { upload } from '../../../../test/orders.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';
import { withSystem } from '../../../platform/database/database.ts';
import { activatePaid, endPaid } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { act, freeze } = await createFrozenScenario(server);
const support = await createSession(server, 'support');
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
await publishTestCourse(server, { courseId: 'other', priceUsd: 4_000 });
await publishTestCourse(server, { courseId: 'free-one' });

const reason = 'They asked so very nicely';
const grantCourse = ({ id: userId }: Customer, wishes: object = {}) =>
  act('enrollmentDesk/give', { userId, courseId: 'dear', until: null, reason, ...wishes }, support);
const withPlan = ({ cookie }: Customer, courseId: string) => act('enrollment/withPlan', { courseId }, cookie);
const state = async ({ cookie }: Customer, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const enrollment = async ({ id }: Customer) =>
  (await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [id])).rows[0]?.id ?? '';
const receive = (paymentId: string, amount = '7000') =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount, payerAccount: newAccount() }));
const buy = async ({ cookie }: Customer) =>
  (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body.paymentId;
const expectRejected = (write: Promise<unknown>) => expect(write).rejects.toMatchObject({ code: '23514' });

test('a held payment opens no course', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await buy(customer);
  const { body: file } = await upload(server, customer.cookie, 'course-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, customer.cookie)).toBe('done');
  await freeze(customer);
  expect(await receive(paymentId)).toBe('done');
  const { rows } = await owner.query('select held from payments where id = $1', [paymentId]);
  expect(rows).toEqual([{ held: true }]);
  const id = await enrollment(customer);
  await expectRejected(withSystem(services.pool, (tx) => activatePaid(tx, id, services.clock())));
  expect(await state(customer)).toBe('pending_payment');
});

test('staff cannot grant or extend a course of a frozen customer, but can revoke it', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const until = jamaicaDay(after(new Date(), days(10)));
  expect(await grantCourse(customer, { until })).toBe('done');
  await freeze(customer);
  const id = await enrollment(customer);
  expect(await grantCourse(customer, { courseId: 'other' })).toBe('enrollment.customer_stopped');
  expect(await act('enrollmentDesk/moveEnd', { id, until: null, reason }, support)).toBe('enrollment.customer_stopped');
  expect(await state(customer)).toBe('active');
  expect(await act('enrollmentDesk/takeBack', { id, reason }, support)).toBe('done');
  expect(await grantCourse(customer)).toBe('enrollment.customer_stopped');
  expect(await state(customer)).toBe('paused');
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
  expect(await withPlan(customer, 'dear')).toBe('enrollment.no_plan');
  const planId = await claimPlan(server, customer.cookie, { plan: 'basic', price: 5000 });
  expect(await receive(planId, '5000')).toBe('done');
  expect(await withPlan(customer, 'dear')).toBe('done');
  await freeze(customer);
  expect(await withPlan(customer, 'other')).toBe('payments.not_possible');
  expect([await state(customer), await state(customer, 'other')]).toEqual(['active', 'none']);
});

test('a frozen customer can take a free course', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  await freeze(customer);
  expect(await act('learning/enroll', { courseId: 'free-one' }, customer.cookie)).toBe('done');
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
  expect(await state(customer)).toBe('active');
});
