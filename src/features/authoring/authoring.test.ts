import { expect, test } from 'vitest';
import { authorsOn } from '../../../test/authors.ts';
import { key } from '../../../test/courses.ts';
import { draftWithProject, soundDraft } from '../../../test/drafts.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import type { LessonView } from '../learning/shapes.ts';
import type { CourseLine } from './store.ts';

/** Courses as instructors write them, from nothing to a learner's last quiz, over the real routes. */
const server = await serverWithoutFaults();
const { another, rowsOf } = suspicionsOn(server);
const [teacher, second] = [await another('instructor'), await another('instructor')];
const admin = await sessionFor(server, 'admin');

const { call, act, made, file, saving, publishing, published, learner, takes } = authorsOn(server, teacher.cookie);

test('a course is begun, written, published and taken to its end, and gives its certificate', async () => {
  const courseId = await made();
  expect(courseId).toMatch(/^a-small-course-[0-9a-f]{6}$/);
  expect(await file(courseId)).toMatchObject({ state: 'draft', number: 1, version: null, draft: { sections: [] } });
  expect((await (await learner(courseId)).ask('course')).body).toMatchObject({ code: 'learning.unknown_course' });
  expect(await act('publish', publishing(courseId, 1))).toBe('authoring.faults');
  expect(await act('save', saving(courseId, 1, soundDraft))).toBe('done');
  expect(await call('check', { courseId })).toEqual({ number: 2, faults: [], changes: [] });
  expect(await call('publish', publishing(courseId, 2))).toEqual({ version: 1 });
  const { cookie } = await takes(courseId);
  expect((await server.call('certificates/claim', { courseId }, cookie)).status).toBe(200);
  expect((await server.call('certificates/own', {}, cookie)).body).toMatchObject({
    certificates: [{ courseTitle: 'A small course', title: 'Certificate of the small course' }],
  });
});

test('what is wrong is told with its place, and nothing of it is published', async () => {
  const courseId = await made();
  const [one, ...rest] = soundDraft.sections;
  const [unit, ...others] = one?.units ?? [];
  if (!one || !unit) throw new Error('the draft is not whole');
  const marked = { ...unit, markdown: `${unit.markdown}\n<script>alert(1)</script>\n` };
  const draft = { ...soundDraft, sections: [{ ...one, units: [marked, ...others] }, ...rest] };
  await act('save', saving(courseId, 1, draft));
  expect(await call('check', { courseId })).toMatchObject({
    faults: [{ where: 'lesson/first', says: 'line 12: markup (HTML)' }],
  });
  expect(await act('publish', publishing(courseId, 2))).toBe('authoring.faults');
  expect(await file(courseId)).toMatchObject({ state: 'draft', versions: [] });
  expect(await call('preview', { markdown: '## One\n\n<b>x</b>' })).toMatchObject({
    blocks: [
      { kind: 'heading', says: ['One'] },
      { kind: 'paragraph', says: ['x'] },
    ],
    faults: [{ line: 3 }, { line: 3 }],
  });
});

test('of two who write at once the second is told, and the first one’s words stay', async () => {
  const courseId = await made();
  const titled = (title: string) => saving(courseId, 1, { ...soundDraft, title });
  const both = await Promise.all([
    act('save', titled('Mine'), teacher.cookie),
    act('save', titled('Theirs'), second.cookie),
  ]);
  expect([...both].sort()).toEqual(['authoring.saved_meanwhile', 'done']);
  const { draft, number } = await file(courseId);
  expect([number, draft?.title]).toEqual([2, both[0] === 'done' ? 'Mine' : 'Theirs']);
  expect(await act('publish', publishing(courseId, 1))).toBe('authoring.saved_meanwhile');
});

test('a save sends what was written on, and keeps the rest', async () => {
  const courseId = await made();
  await act('save', saving(courseId, 1, soundDraft));
  const [one, two] = soundDraft.sections;
  if (!one || !two) throw new Error('the draft is not whole');
  const { sections: _sections, ...head } = soundDraft;
  const part = { courseId, number: 2, head, order: ['two', 'one'], sections: [{ ...two, title: 'Another title' }] };
  expect(await act('save', part)).toBe('done');
  expect((await file(courseId)).draft?.sections).toEqual([{ ...two, title: 'Another title' }, one]);
});

test('a course is as long as can be read at once, and what is longer is refused whole', async () => {
  const courseId = await made();
  const [one] = soundDraft.sections;
  const [unit] = one?.units ?? [];
  if (!one || !unit) throw new Error('the draft is not whole');
  const { sections: _sections, ...head } = soundDraft;
  const filled = (id: string, count: number, letters: number) => ({
    ...{ ...one, id },
    units: Array.from({ length: count }, (_, at) => ({ ...unit, id: `${id}-${at}`, markdown: 'x'.repeat(letters) })),
  });
  const save = (number: number, order: readonly string[], section: object) =>
    act('save', { courseId, number, head, order, sections: [section] });
  expect(await save(1, ['one'], filled('one', 1, 15_001))).toBe('BAD_REQUEST');
  expect(await save(1, ['one'], filled('one', 14, 15_000))).toBe('done');
  expect(await save(2, ['one', 'more'], filled('more', 13, 15_000))).toBe('authoring.too_long');
  expect(await save(2, ['one', 'more'], filled('more', 12, 15_000))).toBe('done');
});

test('a further version says what changed, and whoever began finishes theirs', async () => {
  const courseId = await published();
  const early = await learner(courseId);
  await early.ask('enroll');
  expect(await act('publish', publishing(courseId, 2))).toBe('authoring.nothing_new');
  const sections = soundDraft.sections.slice(0, 1);
  expect(await act('save', saving(courseId, 2, { ...soundDraft, title: 'A better course', sections }))).toBe('done');
  expect(await act('publish', publishing(courseId, 3), second.cookie)).toBe('done');
  const { versions, title } = await file(courseId);
  expect(title).toBe('A better course');
  expect(versions).toMatchObject([
    { number: 2, whatChanged: 'It says more.', publishedAs: 'Second instructor' },
    { number: 1, changes: [] },
  ]);
  expect(versions[0]?.changes).toContain('What is said of the course changed');
  expect(versions[0]?.changes).toContain('Section “Section two” is gone');
  expect((await early.ask<LessonView>('lesson', { unit: 'third' })).body.courseTitle).toBe('A small course');
  const late = await learner(courseId);
  await late.ask('enroll');
  expect((await late.ask<LessonView>('lesson', { unit: 'first' })).body.courseTitle).toBe('A better course');
  expect((await late.ask('lesson', { unit: 'third' })).body).toMatchObject({ code: 'learning.unknown_lesson' });
  const entries = await rowsOf<{ action: string; actor_id: string; after: object }>(
    `select action, actor_id, after from audit_log where subject_id = $1 order by id`,
    [courseId],
  );
  expect(entries).toMatchObject([
    { action: 'authoring.made', actor_id: teacher.id },
    { action: 'authoring.published', actor_id: teacher.id, after: { version: 1 } },
    { action: 'authoring.published', actor_id: second.id, after: { version: 2, changes: versions[0]?.changes } },
  ]);
});

test('a course that is withdrawn takes nobody, and is finished by whoever takes it', async () => {
  const courseId = await published();
  const early = await learner(courseId);
  await early.ask('enroll');
  expect(await act('offer', { courseId, to: 'withdrawn' })).toBe('done');
  const late = await learner(courseId);
  expect((await late.ask('enroll')).body).toMatchObject({ code: 'learning.unknown_course' });
  expect((await early.ask('lesson', { unit: 'first' })).status).toBe(200);
  expect(await act('offer', { courseId, to: 'published' })).toBe('done');
  expect((await late.ask('enroll')).status).toBe(200);
  const entries = await rowsOf(`select action from audit_log where subject_id = $1 order by id`, [courseId]);
  expect(entries.slice(2)).toEqual([{ action: 'authoring.withdrawn' }, { action: 'authoring.offered' }]);
  expect(await act('offer', { courseId: await made(), to: 'published' })).toBe('authoring.no_version');
});

test('an admin says what a course costs, and it is bought from then on', async () => {
  const courseId = await published();
  expect(await act('price', { courseId, priceUsd: 4_000 })).toBe('staff.not_allowed');
  expect(await act('price', { courseId, priceUsd: 4_000 }, admin)).toBe('done');
  expect((await (await learner(courseId)).ask('enroll')).body).toMatchObject({ code: 'learning.not_free' });
  expect(await act('save', saving(courseId, 2, { ...soundDraft, title: 'Still dear' }))).toBe('done');
  expect(await act('publish', publishing(courseId, 3))).toBe('done');
  expect(await file(courseId)).toMatchObject({ priceUsd: 4_000, title: 'Still dear' });
});

test('courses of the house are read and counted here, and written in their files', async () => {
  const houses = (await call<{ lines: CourseLine[] }>('courses')).lines.filter(({ isHouse }) => isHouse);
  for (const { id } of houses) expect(await file(id)).toMatchObject({ draft: null });
  await server.owner.query(`insert into courses (id, title, created_at) values ('of-files', 'Of files', now())`);
  for (const [path, input] of [
    ['save', saving('of-files', 1, soundDraft)],
    ['check', { courseId: 'of-files' }],
    ['publish', publishing('of-files', 1)],
    ['offer', { courseId: 'of-files', to: 'withdrawn' }],
  ] as const)
    expect([path, await act(path, input)]).toEqual([path, 'authoring.of_the_house']);
  expect(await act('price', { courseId: 'of-files', priceUsd: 1 }, admin)).toBe('authoring.of_the_house');
  expect(await act('course', { courseId: 'nothing' })).toBe('authoring.not_found');
});

test('a draft and its right answers are for instructors; learners meet no key before they answer', async () => {
  const courseId = await published(draftWithProject);
  const support = await sessionFor(server, 'support');
  const customer = await learner(courseId);
  await customer.ask('enroll');
  for (const path of ['courses', 'course', 'check', 'figures'])
    for (const cookie of [support, customer.cookie])
      expect([path, await act(path, { courseId }, cookie)]).toEqual([path, 'staff.not_allowed']);
  const read = [
    await customer.ask('course'),
    await customer.ask('progress'),
    await customer.ask('lesson', { unit: 'first' }),
  ];
  for (const { status, body } of read) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${key}|"right"|"because"`));
  }
});
