import { expect, test } from 'vitest';
import { published } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** However many learn in a course, nobody waits for its figures, and least of all for those of another. */
const server = await serverUnderTest();
const { owner } = server;
const teacher = await suspicionsOn(server).another('instructor');
const learners = 4_000;

test('figures of a course are counted along indexes, however many learn in another', async () => {
  for (const courseId of ['crowded', 'quiet']) await published(server, { courseId });
  await owner.query(
    `with people as (insert into auth."user" (name, email, "emailVerified")
        select 'Many', 'many' || n || '@learn.test', true from generate_series(1, $1) n returning id)
      insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select p.id, v.course_id, v.id, 'active', 'free', now(), now() from people p, course_versions v
       where v.course_id = 'crowded'`,
    [learners],
  );
  await owner.query(`insert into unit_progress (enrollment_id, user_id, unit, handed_out_at, done_at)
    select id, user_id, unit, now(), now() from user_enrollments, unnest('{first,second,third}'::text[]) unit`);
  await owner.query(`insert into check_answers
      (enrollment_id, user_id, unit, question, first_chosen, first_right, last_chosen, answered_at)
    select id, user_id, unit, unit || '-1', '{0}', true, '{0}', now()
      from user_enrollments, unnest('{first,second,third}'::text[]) unit`);
  await owner.query(`insert into quiz_tries
      (enrollment_id, user_id, section, questions, begun_at, handed_in_at, chosen, right_count, passed)
    select e.id, e.user_id, s, array(select s || '-q' || n from generate_series(0, 4) n), now(), now(),
        '[[0],[0],[0],[0],[1]]', 4, t = 3
      from user_enrollments e, unnest('{one,two}'::text[]) s, generate_series(1, 3) t`);
  for (let n = 0; n < 5; n++) {
    const { cookie } = await newCustomer(server);
    await server.call('learning/enroll', { courseId: 'quiet' }, cookie);
    await server.call('learning/lesson', { courseId: 'quiet', unit: 'first' }, cookie);
  }
  await owner.query('analyze user_enrollments, unit_progress, check_answers, quiz_tries, course_versions');
  /** The shortest of three: what else the machine does counts for nothing. */
  const took = async (courseId: string, came: number) => {
    const times: number[] = [];
    for (let time = 0; time < 3; time++) {
      const begun = performance.now();
      const { body } = await server.call<{ ways: object[] }>('authoring/figures', { courseId }, teacher.cookie);
      times.push(performance.now() - begun);
      expect(body.ways[0]).toMatchObject({ came });
    }
    return Math.min(...times);
  };
  const [quiet, crowded] = [await took('quiet', 5), await took('crowded', learners)];
  expect(quiet).toBeLessThan(crowded / 2);
}, 120_000);
