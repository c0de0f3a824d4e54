import { expect, test } from 'vitest';
import { beforeProject, evidence, laidProject } from '../../../test/projects.ts';
import { type Context, wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** What the database refuses by itself: statements as the application's role sends them. */
const server = await serverUnderTest();
const { outcome } = wallsOf(server);
const [ina, other, teacher, second] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Tea Cher', 'Sec Ond'].map((name) => newCustomer(server, name)),
);
if (!ina || !other || !teacher || !second) throw new Error('nobody');
const asIna = { user: ina.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };

/** A project of Ina's in a course of its own: waiting, or not enough. */
async function handedIn(failedBy?: string): Promise<{ id: string; enrollmentId: string }> {
  const enrollmentId = await beforeProject(server, ina?.id ?? '', `walled-${crypto.randomUUID().slice(0, 8)}`);
  return { id: await laidProject(server, { enrollmentId, ...(failedBy && { failedBy }) }), enrollmentId };
}
const no = expect.stringMatching(/^(refused|failed 23514)$/);
const why = 'The second part was not read to its end.';
const mark = (as: Context, id: string, { round = 1, by = as.user, whose = ina?.id, passed = true } = {}) =>
  outcome(
    as,
    `insert into project_marks (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      values ($1, $2, $3, $4, '{}', '{}', 'x', 70, $5, now())`,
    [id, round, whose, by, passed],
  );
const turn = (as: Context, id: string, state: string) =>
  outcome(as, 'update project_submissions set state = $2 where id = $1', [id, state]);
const appeal = (as: Context, id: string, reason = why) =>
  outcome(as, `update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [id, reason]);

test('an instructor marks in their own name, what waits, and nothing of their own', async () => {
  const { id } = await handedIn();
  expect(await mark(asIna, id)).toEqual(no);
  expect(await mark({ user: ina.id, roles: 'instructor' }, id)).toEqual(no);
  expect(await mark({ user: other.id, roles: 'support', all: true }, id)).toEqual(no);
  expect(await mark(asTeacher, id, { by: second.id })).toEqual(no);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(no);
  expect(await mark(asTeacher, id, { whose: other.id })).toMatch(/^failed/);
  expect(await mark(asTeacher, id)).toBe(1);
  expect(await mark(asSecond, (await handedIn(teacher.id)).id)).toEqual(no);
});

test('an appeal is marked by a second person, and only once it was made', async () => {
  const { id } = await handedIn(teacher.id);
  expect(await mark(asSecond, id, { round: 2 })).toEqual(no);
  await server.owner.query(`update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [id, why]);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(no);
  expect(await mark(asSecond, id, { round: 2 })).toBe(1);
});

test('a project stands as its mark says, whoever would have it otherwise', async () => {
  for (const { id } of [await handedIn(), await handedIn(teacher.id)])
    for (const as of [asIna, asTeacher]) expect(await turn(as, id, 'passed')).not.toBe(1);
  const { id } = await handedIn(teacher.id);
  for (const as of [asTeacher, { user: other.id }]) expect(await appeal(as, id)).not.toBe(1);
  expect(await appeal(asIna, id, 'short')).toEqual(no);
  expect(await appeal(asIna, id)).toBe(1);
});

test('what was handed in is not changed, and is handed in by its learner alone, as waiting', async () => {
  const { id } = await handedIn();
  expect(await outcome(asIna, `update project_submissions set evidence = '{}' where id = $1`, [id])).toEqual(no);
  expect(await outcome(asIna, 'delete from project_submissions where id = $1', [id])).toEqual(no);
  const again = (as: Context, whichId: string, state: string) =>
    outcome(
      as,
      `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
           handed_in_at, waits_since, state, appeal)
        select enrollment_id, user_id, course_id, version_id, 'X', 2, $2, now(), now(), $3, $4
          from project_submissions where id = $1`,
      [whichId, JSON.stringify(evidence), state, state === 'appealed' ? why : null],
    );
  expect(await again(asIna, id, 'waiting')).toBe('failed 23505'); // One is open.
  const failed = (await handedIn(teacher.id)).id;
  for (const state of ['passed', 'failed', 'appealed']) expect(await again(asIna, failed, state)).toEqual(no);
  expect(await again(asTeacher, failed, 'waiting')).toEqual(no);
  expect(await again(asIna, failed, 'waiting')).toBe(1);
});

test('what is being written is for its learner alone', async () => {
  const { enrollmentId } = await handedIn();
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, ina.id],
  );
  const read = (as: Context) => outcome(as, 'select from project_drafts where enrollment_id = $1', [enrollmentId]);
  expect(await read(asIna)).toBe(1);
  for (const as of [asTeacher, { user: other.id }, { user: other.id, roles: 'admin', all: true }])
    expect(await read(as)).toBe(0);
});
