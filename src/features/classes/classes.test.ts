import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { finishes } from '../../../test/certificates.ts';
import { classMailsOf } from '../../../test/classes.ts';
import { published } from '../../../test/courses.ts';
import { accountClosed } from '../../../test/long-gone.ts';
import { wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days } from '../../kernel/clock.ts';
import { handOn } from './jobs.ts';
import type { ClassLine, ClassMails, ClassNote } from './shapes.ts';

/** An instructor writes to a class: everybody in it has one mail, and the instructor learns a number. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const { outcome } = wallsOf(server);
const teacher = await server.signIn('instructor');

const subject = 'Questions on Thursday';
const body = 'We meet online on Thursday at 6 pm.\n\nBring what you did not understand.';
async function newCourse() {
  const courseId = `class-${randomUUID()}`;
  await published(server, { courseId });
  return courseId;
}
async function learnerOf(courseId: string) {
  const who = await newCustomer(server, 'Ina Brown');
  expect((await call('learning/enroll', { courseId }, who.cookie)).status).toBe(200);
  return who;
}
const write = async (courseId: string, wishes: object = {}, as = teacher) => {
  const input = { courseId, subject, body, key: randomUUID(), ...wishes };
  const { status, body: said } = await call<{ code?: string }>('classesDesk/write', input, as);
  return status === 200 ? 'done' : said.code;
};
const line = async (courseId: string, as = teacher) => {
  const { body: said } = await call<{ courses: ClassLine[] }>('classesDesk/courses', {}, as);
  return said.courses.find((one) => one.courseId === courseId);
};
const notes = async (cookie: string) =>
  (await call<{ notes: ClassNote[]; classes: ClassMails[] }>('classes/notes', {}, cookie)).body;
const mailsTo = async (...people: readonly { email: string }[]) => {
  const mails = await classMailsOf(server);
  return people.map(({ email }) => mails.filter(({ to }) => to === email).length);
};

test('everybody in the class has one mail, and it stands in their hub', async () => {
  const courseId = await newCourse();
  const [ina, oma, other] = [await learnerOf(courseId), await learnerOf(courseId), await newCustomer(server)];
  expect(await write(courseId)).toBe('done');
  const mails = await classMailsOf(server);
  expect(mails.map(({ to }) => to).sort()).toEqual([ina.email, oma.email].sort());
  expect(mails[0]).toMatchObject({ subject, text: expect.stringContaining('Bring what you did not understand.') });
  expect((await notes(ina.cookie)).notes).toMatchObject([{ courseId, subject, body, courseTitle: 'A small course' }]);
  expect((await notes(other.cookie)).notes).toEqual([]);
  expect(await mailsTo(ina, oma)).toEqual([0, 0]);
});

test('the instructor reads numbers and nobody’s name', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  const done = await newCustomer(server, 'Oma Green');
  await finishes(server, { userId: done.id, courseId });
  expect(await line(courseId)).toEqual({
    ...{ courseId, title: 'A small course', learners: 2, finished: null, last: null, today: false },
  });
  for (let n = 0; n < 3; n++) await learnerOf(courseId);
  expect(await line(courseId)).toMatchObject({ learners: 5, finished: 1 });
  expect(await write(courseId)).toBe('done');
  await classMailsOf(server);
  const after = await line(courseId);
  expect(after).toMatchObject({ today: true, last: { subject, writtenTo: 5 } });
  expect(JSON.stringify(after)).not.toMatch(new RegExp(`${ina.id}|${ina.email}|Ina|Oma`));
});

test('who turned mails off has none and reads it in the hub; who turned them on again has the next', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  const want = (mails: boolean, id = courseId) => call('classes/wantMails', { courseId: id, mails }, ina.cookie);
  expect((await want(false)).status).toBe(200);
  expect((await notes(ina.cookie)).classes).toMatchObject([{ courseId, mails: false }]);
  await write(courseId);
  expect(await mailsTo(ina)).toEqual([0]);
  expect((await notes(ina.cookie)).notes).toHaveLength(1);
  expect((await want(true)).status).toBe(200);
  server.setTime(after(new Date(), days(1)));
  expect(await write(courseId)).toBe('done');
  expect(await mailsTo(ina)).toEqual([1]);
  expect((await want(false, 'no-such')).body).toMatchObject({ code: 'classes.not_taken' });
});

test('closed and frozen accounts, and whose course is over, have no mail', async () => {
  const courseId = await newCourse();
  const over = await newCustomer(server, 'Oma Green');
  const [ina, closed, frozen, late] = await Promise.all([1, 2, 3, 4].map(() => learnerOf(courseId)));
  if (!ina || !closed || !frozen || !late) throw new Error('nobody');
  await accountClosed(server, closed.id);
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [frozen.id]);
  await owner.query(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'ended', 'payment', now(), now() from course_versions where course_id = $2`,
    [over.id, courseId],
  );
  expect(await write(courseId)).toBe('done');
  // The message is handed on; then one more turns them off before theirs is sent.
  const { rows } = await owner.query<{ data: { id: string } }>(
    `delete from pgboss.job where name = 'classes.send' and state = 'created' returning data`,
  );
  for (const { data } of rows) await handOn(services, data);
  await call('classes/wantMails', { courseId, mails: false }, late.cookie);
  expect(await mailsTo(ina, closed, frozen, over, late)).toEqual([1, 0, 0, 0, 0]);
  expect((await notes(over.cookie)).notes).toEqual([]);
});

test('a class of more than one batch has one mail each, however often and at once the work is begun', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  await owner.query(
    `insert into auth."user" (id, email, name) select uuidv7(), 'crowd-' || n || '@class.test', 'Crowd' from generate_series(1, 230) n`,
  );
  await owner.query(
    `insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth, country_of_residence,
        declared_country, nationality, occupation)
      select u.id, u.email, 'Crowd', 'Crowd', 'Crowd', p.phone_number, p.date_of_birth, p.country_of_residence,
          p.declared_country, p.nationality, p.occupation
        from auth."user" u, profiles p where u.email like 'crowd-%' and p.id = $1`,
    [ina.id],
  );
  await owner.query(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select u.id, e.course_id, e.version_id, 'active', 'free', now(), now() from auth."user" u, user_enrollments e
       where u.email like 'crowd-%' and e.user_id = $1`,
    [ina.id],
  );
  expect(await write(courseId)).toBe('done');
  const { rows } = await owner.query<{ id: string }>('select id from class_messages where course_id = $1', [courseId]);
  const about = { id: rows[0]?.id ?? '' };
  await Promise.all(Array.from({ length: 4 }, () => handOn(services, about)));
  const mails = (await classMailsOf(server)).map(({ to }) => to);
  expect(mails).toHaveLength(231);
  expect(new Set(mails).size).toBe(231);
  expect(await line(courseId)).toMatchObject({ last: { writtenTo: 231 } });
});

test('learners whose plan or time is over are in no class, neither counted nor written to', async () => {
  const courseId = await newCourse();
  const [given, planned] = [await learnerOf(courseId), await learnerOf(courseId)];
  const staff = await newCustomer(server, 'Stan White');
  const end = (id: string, how: string) =>
    owner.query(
      `with gone as (delete from user_enrollments where user_id = $1 returning *)
       insert into user_enrollments (user_id, course_id, version_id, enrollment_status, created_at, active_since, granted_by,
           granted_until, staff_id, staff_reason)
         select user_id, course_id, version_id, 'active', now(), now(), ${how} from gone`,
      [id],
    );
  await end(given.id, `'staff', now() - interval '1 day', '${staff.id}', 'Booked by her school'`);
  await end(planned.id, `'plan', null, null, null`);
  expect(await line(courseId)).toMatchObject({ learners: 0 });
  expect(await write(courseId)).toBe('done');
  expect(await mailsTo(given, planned)).toEqual([0, 0]);
});

test('one press sends once, and a class is written to once a day as days are in Jamaica', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  server.setTime(new Date('2027-03-02T04:00:00Z'));
  const key = randomUUID();
  expect(await Promise.all([1, 2, 3].map(() => write(courseId, { key })))).toEqual(['done', 'done', 'done']);
  expect(await write(courseId, { key })).toBe('done');
  expect(await write(courseId)).toBe('classes.once_a_day');
  // An hour and a half later it is the next day there.
  server.setTime(new Date('2027-03-02T05:30:00Z'));
  expect(await write(courseId)).toBe('done');
  expect(await mailsTo(ina)).toEqual([2]);
});

test('a key is of one message: another under it is refused, and never answered as sent', async () => {
  const [courseId, other] = [await newCourse(), await newCourse()];
  const key = randomUUID();
  expect(await write(courseId, { key })).toBe('done');
  for (const wish of [{ subject: 'Questions on Friday' }, { body: 'Something else altogether.' }])
    expect(await write(courseId, { key, ...wish })).toBe('general.key_reused');
  expect(await write(other, { key })).toBe('general.key_reused');
  expect(await line(other)).toMatchObject({ today: false, last: null });
  expect((await Promise.all([write(courseId, { key }), write(other, { key })])).sort()).toEqual([
    'done',
    'general.key_reused',
  ]);
});

test('foreign links, other signs, long texts and unknown courses are refused', async () => {
  const courseId = await newCourse();
  expect(await write(courseId, { body: 'Read more at evil.example today' })).toBe('classes.foreign_link');
  expect(await write(courseId, { subject: 'See www.evil.example' })).toBe('classes.foreign_link');
  const hidden = `Read this: ${services.config.origin}/"https://evil.example/sign-in`;
  expect(await write(courseId, { body: hidden })).toBe('classes.foreign_link');
  // What is not written to is not looked through either.
  expect(await write('no-such', { body: hidden })).toBe('classes.unknown_course');
  expect(await write(courseId, { body: `Read ${services.config.origin}/courses/level-1 again.` })).toBe('done');
  const other = await newCourse();
  for (const wish of [{ body: 'x'.repeat(2_001) }, { subject: 'Two\nlines' }, { body: 'Turned \u202E round, you see' }])
    expect(await write(other, wish)).toBe('BAD_REQUEST');
  expect(await write('no-such')).toBe('classes.unknown_course');
});

test('markup in a text stays text', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  await write(courseId, { body: 'Look: <img src=x onerror=alert(1)> and {name}, both as they are.' });
  const [mail] = (await classMailsOf(server)).filter(({ to }) => to === ina.email);
  expect(mail?.html).toContain('&lt;img src=x');
  expect(mail?.html).toContain('{name}, both');
});

test('other staff neither see classes nor write to them', async () => {
  const courseId = await newCourse();
  for (const role of ['support', 'finance', 'compliance']) {
    const as = await server.signIn(role);
    expect(await write(courseId, {}, as)).toBe('staff.not_allowed');
    expect(await line(courseId, as).catch(() => undefined)).toBeUndefined();
  }
  expect(await write(courseId, {}, await server.signIn('admin'))).toBe('done');
  const { rows } = await owner.query(
    `select action, after ->> 'subject' subject from audit_log where subject_id = $1`,
    [courseId],
  );
  expect(rows).toEqual([{ action: 'classes.written', subject }]);
});

test('by statements of their own: in nobody else’s name, nothing is changed, no sizes for others', async () => {
  const courseId = await newCourse();
  const ina = await learnerOf(courseId);
  const staff = await newCustomer(server, 'Stan White');
  const as = { user: staff.id, roles: 'instructor' };
  const insert = `insert into class_messages (course_id, subject, body, sent_by, sent_at, day, key)
    values ($1, 'A subject', 'A text that is long enough', $2, '2027-03-02T04:00:00Z', $3, gen_random_uuid())`;
  expect(await outcome(as, insert, [courseId, staff.id, '2027-03-01'])).toBe(1);
  expect(await outcome(as, insert, [courseId, staff.id, '2027-03-02'])).toBe('refused');
  expect(await outcome(as, insert, [courseId, ina.id, '2027-03-01'])).toBe('refused');
  expect(await outcome({ user: ina.id }, insert, [courseId, ina.id, '2027-03-01'])).toBe('refused');
  expect(
    await outcome({ user: staff.id, roles: 'support', all: true }, insert, [courseId, staff.id, '2027-03-01']),
  ).toBe('refused');
  expect(await write(courseId)).toBe('done');
  expect(await outcome(as, `update class_messages set subject = 'Other' where course_id = $1`, [courseId])).toBe(
    'refused',
  );
  expect(await outcome(as, `update class_messages set written_to = 9 where course_id = $1`, [courseId])).toBe(0);
  const sizes = 'select * from app.class_sizes(now())';
  expect(await outcome({ user: ina.id }, sizes)).toBe(0);
  expect(await outcome(as, sizes)).toBeGreaterThan(0);
  expect(await outcome(as, 'update user_enrollments set class_mails = false where user_id = $1', [ina.id])).toBe(0);
  const support = { user: staff.id, roles: 'support', all: true };
  expect(await outcome(support, 'update user_enrollments set class_mails = false where user_id = $1', [ina.id])).toBe(
    'refused',
  );
});
