import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishTestCourse } from '../../../../test/courses.ts';
import {
  courseWithProject,
  evidence,
  insertFinishedProjectCourse,
  levelsFor,
  markBody,
  rubric,
  runProjectEmails,
  says,
} from '../../../../test/projects.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { findMissingParts, hasRecoveryPhrase, pickParts } from './api.ts';
import { computeTotal } from './marking.ts';
import type { ProjectView } from './store.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const [first, second] = [await another('instructor'), await another('instructor')];
const courseId = 'projected';

const act = server.actsAs();
const learner = async (name = 'Ina Brown') => {
  const customer = await newCustomer(server, name);
  return { ...customer, enrollmentId: await insertFinishedProjectCourse(server, customer.id) };
};
const own = async (cookie: string) => (await call<ProjectView>('projects/own', { courseId }, cookie)).body;
const submitProject = async (cookie: string) => {
  const { body } = await call<{ submissionId: string }>('projects/submit', { courseId, evidence }, cookie);
  return body.submissionId;
};
const certificates = async (cookie: string) =>
  (await call<{ certificates: { band: string; title: string }[] }>('certificates/own', {}, cookie)).body.certificates;
const mark = (submissionId: string, as: keyof typeof levelsFor, by = first.cookie) =>
  act('projectsDesk/mark', markBody(submissionId, as), by);
const reason = 'The second part was not read to its end.';

test('a passed project sends an email and issues the certificate', async () => {
  const { id, email, cookie } = await learner();
  const submissionId = await submitProject(cookie);
  expect(await mark(submissionId, 'enough')).toBe('done');
  const { submissions } = await own(cookie);
  expect(submissions).toMatchObject([
    {
      number: 1,
      state: 'passed',
      marks: [{ round: 1, points: 70, passed: true, says, comments: { plan: 'Why them?' } }],
    },
  ]);
  expect(await certificates(cookie)).toMatchObject([{ band: 'pass', courseTitle: 'With a project', projectPass: 70 }]);
  const [letter] = (await runProjectEmails(server)).filter(({ to }) => to === email);
  expect(letter).toMatchObject({ subject: 'You passed: With a project', text: expect.stringContaining('70 of 100') });
  const entries = await rowsOf<{ action: string; actor_id: string }>(
    'select action, actor_id from audit_log where about_id = $1 order by id',
    [id],
  );
  expect(entries).toEqual(['projects.marked', 'certificates.issued'].map((action) => ({ action, actor_id: first.id })));
  expect(await act('projects/submit', { courseId, evidence }, cookie)).toBe('projects.passed_before');
});

test('a failed project can be submitted again and keeps its feedback', async () => {
  const { cookie } = await learner();
  await runProjectEmails(server);
  expect(await mark(await submitProject(cookie), 'little')).toBe('done');
  expect(await runProjectEmails(server)).toMatchObject([{ subject: 'Your final project: With a project' }]);
  expect(await certificates(cookie)).toEqual([]);
  expect(await own(cookie)).toMatchObject({ draft: null, submissions: [{ state: 'failed', evidence }] });
  expect(await mark(await submitProject(cookie), 'full')).toBe('done');
  expect(await own(cookie)).toMatchObject({
    submissions: [
      { number: 2, state: 'passed' },
      { number: 1, state: 'failed' },
    ],
  });
  expect(await certificates(cookie)).toMatchObject([{ band: 'distinction' }]);
});

test('of a parallel appeal and resubmission one succeeds', async () => {
  for (const _once of [1, 2, 3, 4]) {
    const { cookie } = await learner();
    const submissionId = await submitProject(cookie);
    expect(await mark(submissionId, 'little')).toBe('done');
    const answers = await Promise.all([
      act('projects/appeal', { submissionId, reason }, cookie),
      act('projects/submit', { courseId, evidence }, cookie),
    ]);
    expect([
      ['done', 'projects.under_way'],
      ['projects.no_appeal', 'done'],
    ]).toContainEqual(answers);
  }
});

test('an appeal goes to a second instructor once, and that mark is final', async () => {
  const { cookie } = await learner();
  const submissionId = await submitProject(cookie);
  await mark(submissionId, 'little');
  expect(await act('projects/appeal', { submissionId, reason: 'short' }, cookie)).toBe('BAD_REQUEST');
  expect(await act('projects/appeal', { submissionId, reason }, cookie)).toBe('done');
  expect(await act('projects/appeal', { submissionId, reason }, cookie)).toBe('projects.no_appeal');
  expect(await act('projects/submit', { courseId, evidence }, cookie)).toBe('projects.under_way');
  expect(await mark(submissionId, 'full')).toBe('projects.second_instructor');
  expect(await mark(submissionId, 'enough', second.cookie)).toBe('done');
  expect(await own(cookie)).toMatchObject({
    submissions: [{ state: 'passed', appeal: reason, marks: [{ points: 50 }, { round: 2, points: 70 }] }],
  });
  expect(await certificates(cookie)).toHaveLength(1);
});

test('a second failed mark allows a new try but no third mark', async () => {
  const { cookie } = await learner();
  const submissionId = await submitProject(cookie);
  await mark(submissionId, 'little');
  await act('projects/appeal', { submissionId, reason }, cookie);
  await mark(submissionId, 'little', second.cookie);
  expect(await act('projects/appeal', { submissionId, reason }, cookie)).toBe('projects.no_appeal');
  const next = await submitProject(cookie);
  expect(await act('projects/appeal', { submissionId, reason }, cookie)).toBe('projects.no_appeal');
  expect(await act('projects/appeal', { submissionId: next, reason }, cookie)).toBe('projects.no_appeal');
});

test('a submission needs a finished course, all parts and no recovery words', async () => {
  const { cookie } = await newCustomer(server);
  const submit = (parts: object) => act('projects/submit', { courseId, evidence: parts }, cookie);
  expect(await submit(evidence)).toBe('learning.not_enrolled');
  await publishTestCourse(server, { courseId, text: courseWithProject });
  await call('learning/enroll', { courseId }, cookie);
  expect(await submit(evidence)).toBe('projects.course_first');
  expect(await own(cookie)).toMatchObject({ open: false, submissions: [] });
  const ready = (await learner()).cookie;
  expect(await own(ready)).toMatchObject({ open: true, draft: null });
  const handInReady = (parts: object) => act('projects/submit', { courseId, evidence: parts }, ready);
  expect(await handInReady({ wallet: evidence.wallet })).toBe('projects.parts_open');
  const recoveryPhrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  const secret = { ...evidence, plan: { ...evidence.plan, text: recoveryPhrase } };
  expect(await handInReady(secret)).toBe('projects.secret_words');
  expect(await act('projects/saveDraft', { courseId, evidence: secret }, ready)).toBe('projects.secret_words');
  expect(await rowsOf('select 1 from project_drafts where evidence::text like $1', ['%abandon%'])).toEqual([]);
  await publishTestCourse(server, { courseId: 'none', text: { ...courseWithProject, project: null, rubric: null } });
  await call('learning/enroll', { courseId: 'none' }, ready);
  expect(await act('projects/own', { courseId: 'none' }, ready)).toBe('projects.none');
});

test('a draft is stored on the server and deleted on submission', async () => {
  const { cookie } = await learner();
  const half = { plan: { text: 'I would', address: '', hash: '' } };
  expect(await act('projects/saveDraft', { courseId, evidence: { ...half, other: half.plan } }, cookie)).toBe('done');
  expect((await own(cookie)).draft).toEqual(half);
  await submitProject(cookie);
  expect((await own(cookie)).draft).toBeNull();
});

test('of ten parallel submissions and two parallel marks one succeeds', async () => {
  const { cookie } = await learner();
  const submit = () => act('projects/submit', { courseId, evidence }, cookie);
  const all = await Promise.all(Array.from({ length: 10 }, submit));
  expect(all.filter((one) => one === 'done')).toHaveLength(1);
  expect(all.filter((one) => one === 'projects.under_way')).toHaveLength(9);
  const [found] = (await own(cookie)).submissions;
  const marks = await Promise.all([mark(found?.id ?? '', 'little'), mark(found?.id ?? '', 'full', second.cookie)]);
  expect(marks.sort()).toEqual(['done', 'projects.marked_before']);
});

test('a mark needs all levels and is refused for one’s own project', async () => {
  const { cookie } = await learner();
  const submissionId = await submitProject(cookie);
  const { 'plan/reason': _left, ...missing } = levelsFor.full;
  for (const levels of [missing, { ...levelsFor.full, 'plan/reason': 12 }])
    expect(await act('projectsDesk/mark', { ...markBody(submissionId), levels }, first.cookie)).toBe(
      'projects.marks_open',
    );
  const enrollmentId = await insertFinishedProjectCourse(server, first.id);
  expect(enrollmentId).not.toBe('');
  const ownProject = await submitProject(first.cookie);
  expect(await mark(ownProject, 'full')).toBe('approvals.own_matter');
  expect(await act('projectsDesk/submission', { submissionId: ownProject }, first.cookie)).toBe('approvals.own_matter');
  expect(await mark(randomUUID(), 'full')).toBe('projects.not_found');
  expect(await mark(ownProject, 'full', second.cookie)).toBe('done');
});

test('staff see waiting projects oldest first, with the rubric', async () => {
  const [early, late] = [await learner('Early Brown'), await learner('Late Green')];
  const ids = [await submitProject(early.cookie), await submitProject(late.cookie)];
  type Lines = { lines: { id: string; learner: string; state: string; points: number | null }[] };
  const listed = async (view: string) =>
    (await call<Lines>('projectsDesk/submissions', { view }, first.cookie)).body.lines.filter(({ id }) =>
      ids.includes(id),
    );
  expect((await listed('waiting')).map(({ id }) => id)).toEqual(ids);
  const { body } = await call('projectsDesk/submission', { submissionId: ids[0] }, first.cookie);
  expect(body).toMatchObject({ courseTitle: 'With a project', mayMark: true, evidence, rubric: { passPercent: 70 } });
  const waiting = async () => (await call('projectsDesk/count', {}, first.cookie)).body['waiting'] as number;
  const before = await waiting();
  await mark(ids[0] ?? '', 'little');
  expect(await waiting()).toBe(before - 1);
  expect(await listed('marked')).toMatchObject([{ id: ids[0], state: 'failed', points: 50 }]);
  await act('projects/appeal', { submissionId: ids[0], reason }, early.cookie);
  expect(await listed('appealed')).toMatchObject([{ id: ids[0], state: 'appealed' }]);
  expect(await listed('waiting')).toMatchObject([{ id: ids[1] }]);
});

test('users cannot read or change projects of others', async () => {
  const [customer, other] = [await learner(), await learner('Other Green')];
  const submissionId = await submitProject(customer.cookie);
  await mark(submissionId, 'little');
  expect(await act('projects/appeal', { submissionId, reason }, other.cookie)).toBe('projects.not_found');
  expect((await own(other.cookie)).submissions).toEqual([]);
  expect(await act('projectsDesk/submission', { submissionId }, customer.cookie)).toBe('staff.not_allowed');
});

describe('marking', () => {
  test('70 of 100 points pass, 69 do not', () => {
    expect(computeTotal(rubric, levelsFor.enough)).toEqual({ points: 70, passed: true });
    expect(computeTotal(rubric, levelsFor.full)).toEqual({ points: 100, passed: true });
    expect(computeTotal(rubric, levelsFor.little)).toEqual({ points: 50, passed: false });
    expect(computeTotal({ ...rubric, passPercent: 71 }, levelsFor.enough)).toEqual({ points: 70, passed: false });
  });

  test('a mark needs one valid level per criterion and no other criterion', () => {
    const { 'plan/reason': _left, ...missing } = levelsFor.full;
    for (const levels of [
      missing,
      { ...levelsFor.full, 'plan/other': 1 },
      { ...levelsFor.full, 'plan/reason': 39 },
      {},
    ])
      expect(computeTotal(rubric, levels)).toBeNull();
    const anyLevels = fc.record({
      'wallet/received': fc.nat(100),
      'wallet/choice': fc.nat(100),
      'plan/reason': fc.nat(100),
    });
    fc.assert(
      fc.property(anyLevels, (levels) => {
        const total = computeTotal(rubric, levels);
        const known = rubric.tasks.every(({ id, criteria }) =>
          criteria.every((one) =>
            one.levels.some(({ points }) => points === levels[`${id}/${one.id}` as keyof typeof levels]),
          ),
        );
        const sum = Object.values(levels).reduce((all, one) => all + one, 0);
        expect(total).toEqual(known ? { points: sum, passed: sum >= 70 } : null);
      }),
    );
  });

  const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';

  test('recovery words are detected in any form, ordinary sentences are not', () => {
    for (const text of [
      phrase,
      `My words: ${phrase.toUpperCase()}. Safe!`,
      phrase
        .split(' ')
        .map((word, at) => `${at + 1}. ${word}\n`)
        .join(''),
    ])
      expect(hasRecoveryPhrase(text)).toBe(true);
    for (const text of [
      phrase.split(' ').slice(1).join(' '),
      'I chose this wallet because it runs on my own phone, and I keep the words on paper at two places.',
      '',
    ])
      expect(hasRecoveryPhrase(text)).toBe(false);
  });

  test('a part without text, or without a required hash, is missing', () => {
    const part = { text: 'So.', address: '', hash: '' };
    expect(findMissingParts(rubric, {})).toEqual(['Set up a wallet.', 'Write a plan.']);
    expect(findMissingParts(rubric, { wallet: part, plan: part })).toEqual(['Set up a wallet.']);
    expect(findMissingParts(rubric, { wallet: { ...part, hash: 'h' }, plan: { ...part, text: '' } })).toEqual([
      'Write a plan.',
    ]);
    expect(pickParts(rubric, { plan: part, other: part })).toEqual({ plan: part });
  });
});
