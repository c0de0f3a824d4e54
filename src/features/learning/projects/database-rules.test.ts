import { expect, test } from 'vitest';
import { evidence, insertFinishedProjectCourse, insertProject } from '../../../../test/projects.ts';
import { type Context, createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { outcome } = createPolicyTools(server);
const [ina, other, teacher, second] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Tea Cher', 'Sec Ond'].map((name) => newCustomer(server, name)),
);
if (!ina || !other || !teacher || !second) throw new Error('no customers');
const asIna = { user: ina.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };

async function submitProject(failedBy?: string): Promise<{ id: string; enrollmentId: string }> {
  const enrollmentId = await insertFinishedProjectCourse(
    server,
    ina?.id ?? '',
    `walled-${crypto.randomUUID().slice(0, 8)}`,
  );
  return { id: await insertProject(server, { enrollmentId, ...(failedBy && { failedBy }) }), enrollmentId };
}
const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
const reasonText = 'The second part was not read to its end.';
const mark = (as: Context, id: string, { round = 1, by = as.user, userId = ina?.id, passed = true } = {}) =>
  outcome(
    as,
    `insert into project_grades (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      values ($1, $2, $3, $4, '{}', '{}', 'x', 70, $5, now())`,
    [id, round, userId, by, passed],
  );
const setState = (as: Context, id: string, state: string) =>
  outcome(as, 'update project_submissions set state = $2 where id = $1', [id, state]);
const appeal = (as: Context, id: string, reason = reasonText) =>
  outcome(as, `update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [id, reason]);

test('instructors mark waiting projects of others in their own name', async () => {
  const { id } = await submitProject();
  expect(await mark(asIna, id)).toEqual(rejected);
  expect(await mark({ user: ina.id, roles: 'instructor' }, id)).toEqual(rejected);
  expect(await mark({ user: other.id, roles: 'support', all: true }, id)).toEqual(rejected);
  expect(await mark(asTeacher, id, { by: second.id })).toEqual(rejected);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(rejected);
  expect(await mark(asTeacher, id, { userId: other.id })).toMatch(/^failed/);
  expect(await mark(asTeacher, id)).toBe(1);
  expect(await mark(asSecond, (await submitProject(teacher.id)).id)).toEqual(rejected);
});

test('an appeal is marked by a second instructor after it was made', async () => {
  const { id } = await submitProject(teacher.id);
  expect(await mark(asSecond, id, { round: 2 })).toEqual(rejected);
  await server.owner.query(`update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [
    id,
    reasonText,
  ]);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(rejected);
  expect(await mark(asSecond, id, { round: 2 })).toBe(1);
});

test('the state of a project follows its mark', async () => {
  for (const { id } of [await submitProject(), await submitProject(teacher.id)])
    for (const as of [asIna, asTeacher]) expect(await setState(as, id, 'passed')).not.toBe(1);
  const { id } = await submitProject(teacher.id);
  for (const as of [asTeacher, { user: other.id }]) expect(await appeal(as, id)).not.toBe(1);
  expect(await appeal(asIna, id, 'short')).toEqual(rejected);
  expect(await appeal(asIna, id)).toBe(1);
});

test('only the learner submits, as waiting, and a submission cannot be changed', async () => {
  const { id } = await submitProject();
  expect(await outcome(asIna, `update project_submissions set evidence = '{}' where id = $1`, [id])).toEqual(rejected);
  expect(await outcome(asIna, 'delete from project_submissions where id = $1', [id])).toEqual(rejected);
  const again = (as: Context, whichId: string, state: string) =>
    outcome(
      as,
      `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
           submitted_at, waits_since, state, appeal)
        select enrollment_id, user_id, course_id, version_id, 'X', 2, $2, now(), now(), $3, $4
          from project_submissions where id = $1`,
      [whichId, JSON.stringify(evidence), state, state === 'appealed' ? reasonText : null],
    );
  expect(await again(asIna, id, 'waiting')).toBe('failed 23505');
  const failed = (await submitProject(teacher.id)).id;
  for (const state of ['passed', 'failed', 'appealed']) expect(await again(asIna, failed, state)).toEqual(rejected);
  expect(await again(asTeacher, failed, 'waiting')).toEqual(rejected);
  expect(await again(asIna, failed, 'waiting')).toBe(1);
});

test('only the learner reads a draft', async () => {
  const { enrollmentId } = await submitProject();
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, ina.id],
  );
  const read = (as: Context) => outcome(as, 'select from project_drafts where enrollment_id = $1', [enrollmentId]);
  expect(await read(asIna)).toBe(1);
  for (const as of [asTeacher, { user: other.id }, { user: other.id, roles: 'admin', all: true }])
    expect(await read(as)).toBe(0);
});
