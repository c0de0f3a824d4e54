import { expect, test } from 'vitest';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { markAccountsClosed } from '../../../../test/erasure-time.ts';
import { runGrantEmails } from '../../../../test/granted-courses.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance, goesBack } = await createRefundTools(server);
const { outcome } = createPolicyTools(server);
const support = await server.signIn('support');
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
await publishTestCourse(server, { courseId: 'free-one' });

const reason = 'The school booked it for her class';
const inDays = (n: number) => jamaicaDay(after(new Date(), days(n)));
const advanceDays = (n: number) => server.setTime(after(new Date(), days(n)));

type Course = { id: string; courseId: string; state: string; grantedBy: string; revokedAt: string | null };
const coursesOf = async (userId: string, as = support) =>
  (await call<{ courses: Course[]; offered: { courseId: string }[] }>('enrollmentDesk/ofCustomer', { userId }, as))
    .body;
const idOf = async (userId: string) => (await coursesOf(userId)).courses[0]?.id ?? '';
const grantCourse = (userId: string, changes: object = {}, as = support) =>
  act('enrollmentDesk/grant', { userId, courseId: 'dear', until: null, reason, ...changes }, as);
const changeEnd = async (userId: string, until: string | null) =>
  act('enrollmentDesk/changeEnd', { id: await idOf(userId), until, reason }, support);
const revoke = async (userId: string, as = support) =>
  act('enrollmentDesk/revoke', { id: await idOf(userId), reason }, as);
const state = async (cookie: string, courseId = 'dear') =>
  (await call<{ state: string }>('learning/progress', { courseId }, cookie)).body.state;
const place = async (cookie: string) => {
  const input = { courseId: 'dear', unit: 'first' };
  const { body } = await call<{ place?: number; code?: string }>('learning/lesson', input, cookie);
  return body.code ?? body.place;
};
const buy = async (cookie: string) =>
  (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body.paymentId;
const receivePayment = (paymentId: string, amount = '7000') =>
  act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount }), finance);

async function learnerWithGrant(changes: object = {}) {
  const customer = await newCustomer(server, 'Ina Brown');
  expect(await grantCourse(customer.id, changes)).toBe('done');
  expect(await place(customer.cookie)).toBe(0);
  await call('learning/savePlace', { courseId: 'dear', unit: 'first', block: 2 }, customer.cookie);
  return customer;
}

test('a grant closes after its last day and continues after an extension', async () => {
  const { id, cookie } = await learnerWithGrant({ until: inDays(10) });
  advanceDays(9);
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 2]);
  advanceDays(12);
  expect([await state(cookie), await place(cookie)]).toEqual(['paused', 'learning.time_over']);
  server.setTime(null);
  expect(await changeEnd(id, inDays(5))).toBe('enrollment.not_later');
  expect(await changeEnd(id, inDays(-1))).toBe('enrollment.no_such_day');
  expect(await changeEnd(id, inDays(20))).toBe('done');
  advanceDays(12);
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 2]);
  server.setTime(null);
  expect(await changeEnd(id, null)).toBe('done');
  expect(await changeEnd(id, inDays(30))).toBe('enrollment.not_later');
  advanceDays(1_000);
  expect(await place(cookie)).toBe(2);
});

test('the learner sees the last day', async () => {
  const { cookie } = await learnerWithGrant({ until: inDays(10) });
  const { body } = await call<{ courses: { until: string }[] }>('learning/own', {}, cookie);
  const last = after(new Date(body.courses[0]?.until ?? ''), -1);
  expect(jamaicaDay(last)).toBe(inDays(10));
});

test('a revoked course closes immediately and keeps its progress for a new grant', async () => {
  const { id, cookie } = await learnerWithGrant();
  expect(await revoke(id)).toBe('done');
  expect([await state(cookie), await place(cookie)]).toEqual(['paused', 'learning.time_over']);
  expect((await coursesOf(id)).courses).toMatchObject([
    { reason, revokedAt: expect.any(String), by: expect.any(String) },
  ]);
  expect(await revoke(id)).toBe('enrollment.not_given');
  expect(await changeEnd(id, inDays(9))).toBe('enrollment.not_later');
  expect(await grantCourse(id)).toBe('done');
  expect([await state(cookie), await place(cookie)]).toEqual(['active', 2]);
  expect((await coursesOf(id)).courses).toMatchObject([{ revokedAt: null, until: null }]);
});

test('an open quiz waits for a new grant', async () => {
  const { id, cookie } = await learnerWithGrant();
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1 on conflict (enrollment_id, unit) do update set done_at = now()`,
    [id],
  );
  const quiz = { courseId: 'dear', section: 'one' };
  const { body } = await call<{ tryId: string; questions: object[] }>('learning/startQuiz', quiz, cookie);
  await revoke(id);
  const answers = body.questions.map(() => [0]);
  expect(await act('learning/submitQuiz', { tryId: body.tryId, answers }, cookie)).toBe('learning.time_over');
  expect(await grantCourse(id)).toBe('done');
  expect(await act('learning/submitQuiz', { tryId: body.tryId, answers }, cookie)).toBe('done');
});

test('a bought course can neither be revoked nor granted', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  expect(await receivePayment(await buy(cookie))).toBe('done');
  expect(await revoke(id)).toBe('enrollment.was_bought');
  expect(await changeEnd(id, inDays(9))).toBe('enrollment.was_bought');
  expect(await grantCourse(id)).toBe('enrollment.they_have_it');
  expect(await state(cookie)).toBe('active');
});

test('a grant during an open payment opens the course, and a refund restores the grant', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const paymentId = await buy(cookie);
  expect(await grantCourse(id, { until: inDays(10) })).toBe('done');
  expect(await state(cookie)).toBe('active');
  expect(await receivePayment(paymentId)).toBe('done');
  advanceDays(20);
  expect(await state(cookie)).toBe('active');
  server.setTime(null);
  expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  expect(await state(cookie)).toBe('active');
  advanceDays(20);
  expect(await state(cookie)).toBe('paused');
});

test('a course that was granted continues when bought, taken with a plan or free', async () => {
  const buyer = await learnerWithGrant();
  await revoke(buyer.id);
  expect(await receivePayment(await buy(buyer.cookie))).toBe('done');
  expect(await place(buyer.cookie)).toBe(2);

  const planned = await learnerWithGrant();
  await revoke(planned.id);
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, planned.cookie)).toBe('enrollment.no_plan');
  expect(await receivePayment(await claimPlan(server, planned.cookie, { plan: 'basic', price: 5000 }), '5000')).toBe(
    'done',
  );
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, planned.cookie)).toBe('done');
  expect(await place(planned.cookie)).toBe(2);
  advanceDays(40);
  expect(await place(planned.cookie)).toBe('learning.plan_over');
  // The plan has ended, so support may grant the course.
  expect(await grantCourse(planned.id)).toBe('done');
  expect(await place(planned.cookie)).toBe(2);
  server.setTime(null);

  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  expect(await grantCourse(id, { courseId: 'free-one' })).toBe('done');
  await revoke(id);
  expect(await state(cookie, 'free-one')).toBe('paused');
  expect(await act('learning/enroll', { courseId: 'free-one' }, cookie)).toBe('done');
  expect(await state(cookie, 'free-one')).toBe('active');
  expect(await revoke(id)).toBe('enrollment.not_given');
});

test('of ten parallel grants one succeeds', async () => {
  const { id } = await newCustomer(server, 'Ina Brown');
  const answers = await Promise.all(Array.from({ length: 10 }, () => grantCourse(id)));
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'enrollment.they_have_it')).toHaveLength(9);
});

test('grants to oneself, by other roles and to closed accounts are refused', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'support@demo.test'`);
  expect(await grantCourse(rows[0]?.id ?? '')).toBe('approvals.own_matter');
  const { id } = await newCustomer(server, 'Ina Brown');
  for (const role of ['finance', 'compliance', 'instructor'])
    expect(await grantCourse(id, {}, await server.signIn(role))).toBe('staff.not_allowed');
  expect(await grantCourse(id, { courseId: 'no-such' })).toBe('learning.unknown_course');
  expect(await grantCourse(id, { until: inDays(-2) })).toBe('enrollment.no_such_day');
  expect(await grantCourse(id, { reason: 'why not' })).toBe('BAD_REQUEST');
  await markAccountsClosed(server, id);
  expect(await grantCourse(id)).toBe('enrollment.unknown_customer');
});

test('a grant to another account of the same person is refused, also by the database', async () => {
  const { id } = await newCustomer(server, 'Sue Port');
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'support@demo.test'`);
  await owner.query(
    `with person as (select uuidv7() id) insert into merged_accounts (user_id, person_id)
      select u, person.id from person, unnest($1::uuid[]) u`,
    [[id, rows[0]?.id]],
  );
  expect(await grantCourse(id)).toBe('approvals.own_matter');
  expect(await outcome({ user: rows[0]?.id ?? '', roles: 'support', all: true }, ...insertion(id, rows[0]?.id))).toBe(
    'failed 23514',
  );
  await owner.query('delete from merged_accounts where user_id = any($1)', [[id, rows[0]?.id]]);
});

function insertion(userId: string, staffId: string | undefined): [string, unknown[]] {
  return [
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since,
        staff_id, staff_reason)
      select $1, course_id, id, 'active', 'staff', now(), now(), $2, $3 from course_versions where course_id = 'dear'`,
    [userId, staffId, reason],
  ];
}

test('staff grant by SQL only in their own name and cannot end a bought course', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const staff = await newCustomer(server, 'Stan White');
  const as = (roles: string) => ({ user: staff.id, roles, all: true });
  expect(await outcome(as('support'), ...insertion(id, staff.id))).toBe(1);
  for (const roles of ['finance', 'compliance', 'instructor'])
    expect(await outcome(as(roles), ...insertion(id, staff.id))).toBe('refused');
  expect(await outcome(as('support'), ...insertion(id, id))).toBe('refused');
  expect(await outcome({ user: id }, ...insertion(id, id))).toBe('refused');
  const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
  const set = (roles: string, what: string) =>
    outcome(as(roles), `update user_enrollments set ${what} where user_id = '${id}'`);

  expect(await receivePayment(await buy(cookie))).toBe('done');
  const staffGrant = `granted_by = 'staff', staff_id = '${staff.id}', staff_reason = '${reason}'`;
  for (const what of [
    `enrollment_status = 'ended'`,
    staffGrant,
    `granted_by = 'free'`,
    `${staffGrant}, revoked_at = now()`,
  ])
    for (const roles of ['support', 'admin']) expect(await set(roles, what)).toEqual(rejected);

  const free = await newCustomer(server, 'Oma Green');
  expect(await act('learning/enroll', { courseId: 'free-one' }, free.cookie)).toBe('done');
  const on = (what: string) =>
    outcome(as('support'), `update user_enrollments set ${what} where user_id = '${free.id}'`);
  for (const what of [staffGrant, `enrollment_status = 'ended'`]) expect(await on(what)).toEqual(rejected);
});

test('customers cannot extend a grant by SQL', async () => {
  const { id } = await learnerWithGrant({ until: inDays(3) });
  const set = (what: string) => outcome({ user: id }, `update user_enrollments set ${what} where user_id = '${id}'`);
  for (const what of [
    'granted_until = null',
    `granted_until = now() + interval '9 years'`,
    'revoked_at = null, granted_until = null',
  ])
    expect(await set(what)).toEqual(expect.stringMatching(/^(refused|failed 23514)$/));
});

test('each change sends an email without the reason and writes an audit entry with it', async () => {
  await runGrantEmails(server);
  const { id, email } = await learnerWithGrant({ until: inDays(10) });
  await changeEnd(id, null);
  const emails = (await runGrantEmails(server)).filter(({ to }) => to === email);
  expect(emails.map(({ subject }) => subject).sort()).toEqual([
    'More time for A small course',
    'You have free access to A small course',
  ]);
  await revoke(id);
  const [closed] = (await runGrantEmails(server)).filter(({ to }) => to === email);
  expect(closed).toMatchObject({ subject: 'Your access to A small course has ended' });
  expect(JSON.stringify([...emails, closed])).not.toContain('school');
  const { rows } = await owner.query(
    `select action, after ->> 'reason' reason from audit_log where about_id = $1 and subject_type = 'enrollment' order by id`,
    [id],
  );
  expect(rows).toEqual(['granted', 'extended', 'revoked'].map((what) => ({ action: `enrollment.${what}`, reason })));
});

test('staff see how each course was granted, its progress and the courses they can grant', async () => {
  const { id } = await learnerWithGrant({ until: inDays(10) });
  const { courses, offered } = await coursesOf(id);
  expect(courses).toMatchObject([
    { courseId: 'dear', grantedBy: 'staff', state: 'active', units: 3, unitsDone: 0, quizzes: 2, reason },
  ]);
  expect(offered.map(({ courseId }) => courseId)).not.toContain('dear');
  expect(offered.map(({ courseId }) => courseId)).toContain('free-one');
});
