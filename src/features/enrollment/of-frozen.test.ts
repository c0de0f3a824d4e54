import { expect, test } from 'vitest';
import { buyingCourse, published } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newAccount, stoppedOn } from '../../../test/stopped.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { activate, endBought } from './store.ts';

/** Nobody frozen is served a course anew (E2), by whoever's hand; what they have stays as it is. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { act, freeze } = await stoppedOn(server);
const support = await sessionFor(server, 'support');
await published(server, { courseId: 'dear', priceUsd: 4_000 });
await published(server, { courseId: 'other', priceUsd: 4_000 });
await published(server, { courseId: 'free-one' });

const reason = 'They asked so very nicely';
const give = ({ id: userId }: Customer, wishes: object = {}) =>
  act('enrollmentDesk/give', { userId, courseId: 'dear', until: null, reason, ...wishes }, support);
const withPlan = ({ cookie }: Customer, courseId: string) => act('enrollment/withPlan', { courseId }, cookie);
const state = async ({ cookie }: Customer, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const enrollment = async ({ id }: Customer) =>
  (await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [id])).rows[0]?.id ?? '';
const receive = (paymentId: string, amount = '7000') =>
  act('paymentsDesk/receive', bankLine(paymentId, { amount, payerAccount: newAccount() }));
const buy = async ({ cookie }: Customer) =>
  (await call<{ paymentId: string }>('enrollment/buy', buyingCourse(), cookie)).body.paymentId;
const wall = (write: Promise<unknown>) => expect(write).rejects.toMatchObject({ code: '23514' });

test('what is held begins no course, whatever code asks', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await buy(who);
  const { body: file } = await upload(server, who.cookie, 'course-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, who.cookie)).toBe('done');
  await freeze(who);
  expect(await receive(paymentId)).toBe('done');
  const { rows } = await owner.query('select held from payments where id = $1', [paymentId]);
  expect(rows).toEqual([{ held: true }]);
  const id = await enrollment(who);
  await wall(asSystem(services.pool, (tx) => activate(tx, id, services.clock())));
  expect(await state(who)).toBe('pending_payment');
});

test('nobody frozen is given a course by staff, nor more of what they were given; it can be taken back', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const until = jamaicaDay(after(new Date(), days(10)));
  expect(await give(who, { until })).toBe('done');
  await freeze(who);
  const id = await enrollment(who);
  expect(await give(who, { courseId: 'other' })).toBe('enrollment.customer_stopped');
  expect(await act('enrollmentDesk/moveEnd', { id, until: null, reason }, support)).toBe('enrollment.customer_stopped');
  expect(await state(who)).toBe('active');
  expect(await act('enrollmentDesk/takeBack', { id, reason }, support)).toBe('done');
  expect(await give(who)).toBe('enrollment.customer_stopped');
  expect(await state(who)).toBe('paused');
});

test('given in the very moment of a freeze it came before or is refused', async () => {
  for (const _once of [1, 2, 3, 4, 5]) {
    const who = await newCustomer(server, 'Ina Brown');
    const [, answer] = await Promise.all([freeze(who), give(who)]);
    expect(['done', 'enrollment.customer_stopped']).toContain(answer);
  }
});

test('a plan opens no further course to somebody frozen; what it opened goes on', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  expect(await withPlan(who, 'dear')).toBe('enrollment.no_plan');
  const planId = await claimedPlan(server, who.cookie, { plan: 'basic', price: 5000 });
  expect(await receive(planId, '5000')).toBe('done');
  expect(await withPlan(who, 'dear')).toBe('done');
  await freeze(who);
  expect(await withPlan(who, 'other')).toBe('payments.not_possible');
  expect([await state(who), await state(who, 'other')]).toEqual(['active', 'none']);
});

test('what is free for everybody is free for them', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  await freeze(who);
  expect(await act('learning/enroll', { courseId: 'free-one' }, who.cookie)).toBe('done');
});

test('the database gives nobody frozen a course either, and takes none away where money goes', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  expect(await give(who, { until: jamaicaDay(after(new Date(), days(10))) })).toBe('done');
  const id = await enrollment(who);
  const set = (what: string) => owner.query(`update user_enrollments set ${what} where id = $1`, [id]);
  await freeze(who);
  await wall(set('granted_until = null'));
  await wall(set(`granted_by = 'plan', granted_until = null, staff_id = null, staff_reason = null`));
  // As if they had bought it before besides, and their money was gone since.
  await owner.query(`begin; set local session_replication_role = replica;
    update user_enrollments set granted_by = 'payment', also_granted_by = 'staff' where id = '${id}'; commit`);
  await asSystem(services.pool, (tx) => endBought(tx, id));
  expect(await state(who)).toBe('active');
});
