import { afterEach, describe, expect, test, vi } from 'vitest';
import { attacks, findActiveTags, renderBlocks } from '../../../../test/attacks.ts';
import { createAuthor } from '../../../../test/authors.ts';
import { publishTestCourse } from '../../../../test/courses.ts';
import { insertCoursePicture, insertDraftCourse, validDraft } from '../../../../test/drafts.ts';
import { upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { type Context, createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { LessonText } from '../lesson-text.ts';
import type { LessonView } from '../views.ts';
import type { Draft } from './draft.ts';

const server = await serverUnderTest();
const { app, owner, services } = server;

const { outcome } = createPolicyTools(server);
const [learner, teacher, second, admin] = await Promise.all(
  ['Lea Rner', 'Tea Cher', 'Sec Ond', 'Ad Min'].map((name) => newCustomer(server, name)),
);

if (!learner || !teacher || !second || !admin) throw new Error('no users');

const asLearner = { user: learner.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };
const asAdmin = { user: admin.id, roles: 'admin', all: true };
const asSupport = { user: second.id, roles: 'support', all: true };
const others: readonly Context[] = [asLearner, asSupport, {}];

const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
const nothing = expect.toBeOneOf(['refused', 'failed 23514', 0]);

await publishTestCourse(server, { courseId: 'built-in' });

const courseId = await insertDraftCourse(server, teacher.id);
const offered = await insertDraftCourse(server, teacher.id);

await publishTestCourse(server, { courseId: offered });

await server.owner.query(`update courses set state = 'published' where id = $1`, [offered]);

const insert = (
  as: Context,
  { by = as.user, state = 'draft', price = 0 }: { by?: string | undefined; state?: string; price?: number },
) =>
  outcome(
    as,
    `insert into courses (id, title, price_usd, state, created_by, created_at) values ('new-one', 'x', $1, $2, $3, now())`,
    [price, state, by],
  );
const version = (as: Context, course: string, by = as.user) =>
  outcome(
    as,
    `insert into course_versions (course_id, number, content, digest, what_changed, published_at, published_by)
    values ($1, 9, '{}', 'x', 'x', now(), $2)`,
    [course, by],
  );
const set = (as: Context, what: string, course = courseId) =>
  outcome(as, `update courses set ${what} where id = $1`, [course]);
const save = (as: Context, by = as.user, number = 2) =>
  outcome(as, `update course_drafts set content = '{}', number = $1, saved_by = $2 where course_id = $3`, [
    number,
    by,
    courseId,
  ]);

test('instructors create free, unpublished courses in their own name', async () => {
  expect(await insert(asTeacher, {})).toBe(1);
  for (const values of [{ by: second.id }, { state: 'published' }, { price: 5 }])
    expect(await insert(asTeacher, values)).toEqual(rejected);
  for (const as of others) expect(await insert(as, { by: as.user ?? teacher.id })).toEqual(rejected);
});

test('only instructors read and save drafts, with increasing numbers', async () => {
  const read = (as: Context, table = 'course_drafts') =>
    outcome(as, `select from ${table} where course_id = $1`, [courseId]);
  for (const as of others) expect([await read(as), await save(as)]).toEqual([0, nothing]);
  expect([await read(asTeacher), await read(asSecond)]).toEqual([1, 1]);
  expect(await outcome(asLearner, 'select from courses where id = $1', [courseId])).toBe(0);
  expect(await save(asSecond)).toBe(1);
  expect(await save(asSecond, teacher.id)).toEqual(rejected);
  for (const number of [1, 3]) expect(await save(asSecond, second.id, number)).toEqual(rejected);
  expect(await outcome(asTeacher, 'delete from course_drafts')).toEqual(rejected);
});

test('instructors publish versions of authored courses in their own name', async () => {
  expect(await version(asTeacher, courseId)).toBe(1);
  expect(await version(asTeacher, courseId, second.id)).toEqual(rejected);
  expect(await version(asTeacher, 'built-in')).toEqual(rejected);
  for (const as of others) expect(await version(as, courseId, as.user ?? teacher.id)).toEqual(rejected);
  for (const statement of [`update course_versions set content = '{}'`, 'delete from course_versions'])
    for (const as of [asTeacher, asAdmin]) expect(await outcome(as, statement)).toEqual(rejected);
});

test('a published course is never a draft again, and only an admin sets its price', async () => {
  expect(await set(asTeacher, `state = 'published'`)).toEqual(rejected);
  expect(await set(asTeacher, `state = 'withdrawn'`, offered)).toBe(1);
  expect(await set(asTeacher, `state = 'draft'`, offered)).toEqual(rejected);
  expect(await set(asTeacher, 'price_usd = 5', offered)).toEqual(rejected);
  expect(await set(asAdmin, 'price_usd = 5', offered)).toBe(1);
  for (const as of [...others, asTeacher]) expect(await set(as, `title = 'x'`, 'built-in')).toEqual(nothing);
  for (const as of others) expect(await set(as, `state = 'withdrawn'`, offered)).toEqual(nothing);
});

test('a lesson picture is visible to instructors and learners of its course', async () => {
  const file = await insertCoursePicture(server, teacher.id);
  const read = (as: Context) => outcome(as, 'select from course_pictures where file_id = $1', [file]);
  expect(await read(asTeacher)).toBe(1);
  for (const as of [asLearner, asSupport, {}]) expect(await read(as)).toBe(0);
  await server.owner.query(`insert into course_pictures (course_id, file_id) values ($1, $2)`, [offered, file]);
  await server.owner.query(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'free', now(), now() from course_versions where course_id = $2`,
    [learner.id, offered],
  );
  expect(await read(asLearner)).toBe(1);
  // Learners see pictures neither before payment nor after a refund. The system always sees used pictures.
  for (const status of ['pending_payment', 'ended']) {
    const { id } = await newCustomer(server);
    await server.owner.query(
      `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at)
        select $1, course_id, id, $3, 'payment', now() from course_versions where course_id = $2`,
      [id, offered, status],
    );
    expect([status, await read({ user: id })]).toEqual([status, 0]);
  }
  expect(await read({ all: true })).toBe(2);
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state, created_at)
      select user_id, 'workshop-flyer', path || 'x', name, mime, bytes, sha256, state, created_at from files where id = $1
      returning id`,
    [file],
  );
  const add = (as: Context, id: string) =>
    outcome(as, 'insert into course_pictures (course_id, file_id) values ($1, $2)', [courseId, id]);
  const admins = (await server.owner.query<{ user_id: string }>('select user_id from files where id = $1', [file]))
    .rows;
  const asUploader = { user: admins[0]?.user_id ?? '', roles: 'instructor' };
  expect(await add(asUploader, file)).toBe(1);
  expect(await add(asUploader, rows[0]?.id ?? '')).toEqual(rejected);
  for (const as of others) expect(await add(as, file)).toEqual(rejected);
});

describe('attacks on the author', async () => {
  const teacher = await setUpSuspicions(server).another('instructor');
  const {
    call,
    act,
    makeCourse: createCourse,
    file,
    buildSave,
    buildPublish,
    createLearner,
  } = createAuthor(server, teacher.cookie);

  function withAttack(attack: string, markdown: string): Draft {
    const more = (text: string, most = 600) => `${text} ${attack}`.slice(0, most);
    const attackQuestion = <Q extends Draft['sections'][number]['units'][number]['checks'][number]>(
      question: Q,
    ): Q => ({
      ...question,
      ask: more(question.ask),
      answers: question.answers.map(({ text, right, because }) => ({
        text: more(text),
        right,
        because: more(because),
      })),
    });
    return {
      ...validDraft,
      ...{ title: more('T', 90), about: more('About'), certificate: { title: more('C', 90), about: more('About') } },
      facts: validDraft.facts.map((fact) => ({ ...fact, says: more(fact.says), source: more(fact.source) })),
      terms: validDraft.terms.map((term) => ({ ...term, word: more('W', 60), means: more(term.means) })),
      sections: validDraft.sections.map(({ quiz, units, ...section }) => ({
        ...{ ...section, title: more('S', 90), about: more('About') },
        units: units.map((unit) => ({
          ...{ ...unit, title: more('L', 90), aim: more(unit.aim), checks: unit.checks.map(attackQuestion) },
          markdown: `${unit.markdown}\n\n${markdown}\n`,
        })),
        quiz: { ...quiz, questions: quiz.questions.map(attackQuestion) },
      })),
    };
  }

  test.each(attacks)('%j in any field never runs', async (attack) => {
    const courseId = await createCourse();
    // The lesson is refused with the line, or shows the attack as text. The preview always shows it as text.
    expect(await act('save', buildSave(courseId, 1, withAttack(attack, attack)))).toBe('done');
    const marked = await call<{ faults: { where: string }[] }>('check', { courseId });
    const { blocks, faults } = await call<LessonText>('preview', { markdown: attack });
    expect(findActiveTags(renderBlocks(blocks))).toEqual([]);
    const isRejected = marked.faults.some(({ where }) => where === 'lesson/first');
    expect([isRejected, await act('publish', buildPublish(courseId, 2))]).toEqual(
      isRejected ? [true, 'authoring.faults'] : [false, 'done'],
    );
    if (faults.length > 0) expect(isRejected).toBe(true);
    // Other fields show the attack as text.
    const other = await createCourse();
    expect(await act('save', buildSave(other, 1, withAttack(attack, 'More.')))).toBe('done');
    expect(await act('publish', buildPublish(other, 2))).toBe('done');
    expect((await file(other)).title).toContain(attack.slice(0, 5).trim());
    const { ask } = await createLearner(other);
    await ask('enroll');
    const { status, body } = await ask<LessonView>('lesson', { unit: 'first' });
    expect(status).toBe(200);
    const page = renderBlocks(body.blocks, body);
    expect(page).toContain('role="note"');
    expect(findActiveTags(page)).toEqual([]);
    expect(server.faults.splice(0)).toEqual([]);
  });
});

describe('pictures for many readers', () => {
  afterEach(() => vi.restoreAllMocks());

  async function publishWithPictures(courseId: string, pictureCount: number) {
    await publishTestCourse(server, { courseId });
    // The daily quota of uploads starts again.
    await owner.query(`update files set created_at = created_at - interval '2 days'`);
    const admin = await createSession(server, 'admin');
    const files: string[] = [];
    for (let n = 0; n < pictureCount; n++) files.push((await upload(server, admin, 'lesson-picture')).body.id);
    const insert = 'insert into course_pictures (course_id, file_id) select $1, unnest($2::uuid[])';
    await owner.query(insert, [courseId, files]);
    const openPictures = async () => {
      const { cookie } = await newCustomer(server);
      expect((await server.call('learning/enroll', { courseId }, cookie)).status).toBe(200);
      return async (file: string) =>
        (await app.inject({ url: `/api/lesson-pictures/${file}`, headers: { cookie } })).statusCode;
    };
    return { files, openPictures };
  }

  function countReads() {
    const reads = { total: 0, current: 0, max: 0 };
    const read = services.files.store.read.bind(services.files.store);
    vi.spyOn(services.files.store, 'read').mockImplementation(async (...args) => {
      reads.total += 1;
      reads.current += 1;
      reads.max = Math.max(reads.max, reads.current);
      const stream = await read(...args);
      stream.once('end', () => {
        reads.current -= 1;
      });
      return stream;
    });
    return reads;
  }
  const count = (codes: readonly number[], code: number) => codes.filter((one) => one === code).length;

  test('55 pictures are encoded once for all readers, two at a time', async () => {
    const { files, openPictures } = await publishWithPictures('drawn', 55);
    const [customer, otherCustomer] = [await openPictures(), await openPictures()];
    const reads = countReads();
    const codes = await Promise.all([customer, otherCustomer].flatMap((requestPicture) => files.map(requestPicture)));
    // Requests each picture twice: all stay cached.
    for (const file of [...files, ...files]) codes.push(await customer(file));
    expect(count(codes, 200)).toBe(4 * 55);
    expect(reads).toMatchObject({ total: 55, current: 0 });
    expect(reads.max).toBeLessThanOrEqual(2);
  }, 120_000);

  test('one reader is rate limited without affecting others', async () => {
    const { files, openPictures } = await publishWithPictures('asked', 5);
    const [customer, otherCustomer] = [await openPictures(), await openPictures()];
    const codes: number[] = [];
    for (let n = 0; n < 50; n++) codes.push(...(await Promise.all(files.map(customer))));
    expect([count(codes, 200), count(codes, 429)]).toEqual([240, 10]);
    expect(await otherCustomer(files[0] ?? '')).toBe(200);
  }, 120_000);
});
