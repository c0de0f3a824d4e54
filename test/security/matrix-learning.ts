import { randomUUID } from 'node:crypto';
import { buildCoursePurchase, publishTestCourse } from '../courses.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type SentCommands, sendAs } from './audited-commands.ts';
import {
  appropriatenessBodies,
  appropriatenessOwners,
  buildAppropriatenessCommands,
  buildAppropriatenessRows,
  insertPassedLesson,
} from './matrix-appropriateness.ts';
import { authoringBodies, buildAuthoringCommands, buildAuthoringRows } from './matrix-authoring.ts';
import {
  buildCertificateCommands,
  buildCertificateRows,
  certificateBodies,
  certificateOwners,
  insertCertificateRow,
} from './matrix-certificates.ts';
import { buildGrantCommands, buildGrantRows, grantBodies } from './matrix-granted-courses.ts';
import {
  buildProjectCommands,
  buildProjectRows,
  insertProjectRows,
  projectBodies,
  projectOwners,
} from './matrix-projects.ts';
import { buildScamStaffCommands, buildScamStaffRows, scamStaffBodies } from './matrix-scam-staff.ts';
import { anyActor, anySession, type Row } from './outcomes.ts';

type Server = Pick<TestServer, 'owner' | 'services'>;

const courses = new WeakMap<object, Promise<string>>();
function publishFreshCourse(server: TestServer): Promise<string> {
  const course = courses.get(server) ?? publishTestCourse(server, { courseId: 'tried' });
  courses.set(server, course);
  return course;
}

export async function insertLearningRows({ owner, services }: Server, userId: string): Promise<string> {
  await insertCertificateRow({ owner, services }, userId);
  await insertProjectRows({ owner, services }, userId);
  await insertPassedLesson({ owner }, userId);
  await owner.query(
    `insert into courses (id, title, created_at) values ('inserted', 'Inserted', now()) on conflict do nothing`,
  );
  await owner.query(
    `insert into course_versions (course_id, number, content, digest, what_changed, published_at)
      values ('inserted', 1, '{}', 'x', 'x', now()) on conflict do nothing`,
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'free', now(), now() from course_versions where course_id = 'inserted'
      returning id`,
    [userId],
  );
  const ids = [rows[0]?.id, userId];
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at) values ($1, $2, 'first', now())`,
    ids,
  );
  await owner.query(
    `insert into check_answers (enrollment_id, user_id, unit, question, first_chosen, first_right, last_chosen, answered_at)
      values ($1, $2, 'first', 'first-1', '{0}', true, '{0}', now())`,
    ids,
  );
  await owner.query(
    `insert into quiz_tries (enrollment_id, user_id, section, questions, started_at)
      values ($1, $2, 'one', '{a}', now())`,
    ids,
  );
  await owner.query(
    `insert into reviews (enrollment_id, user_id, section, question, due_at) values ($1, $2, 'one', 'a', now())`,
    ids,
  );
  return rows[0]?.id ?? '';
}

const lesson = { courseId: 'tried', unit: 'first' } as const;
const quiz = { courseId: 'tried', section: 'one' } as const;

type Input = (actor: Actor) => Promise<unknown>;

function createLearningInputs(server: TestServer, scene: Scene) {
  const withCourse = (input: object) => async () => {
    await publishFreshCourse(server);
    return input;
  };
  const withEnrollment = (input: object) => async (actor: Actor) => {
    await publishFreshCourse(server);
    await server.call('learning/enroll', { courseId: 'tried' }, scene.cookies[actor]);
    return input;
  };
  /** Input after inserting an enrollment with lessons that were completed an hour ago. */
  const withReadLessons = (input: Input) => async (actor: Actor) => {
    await withEnrollment({})(actor);
    for (const [unit, done] of [
      ['first', false],
      ['second', true],
    ] as const) {
      await server.owner.query(
        `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
          select id, user_id, $1, now() - interval '1 hour', case when $2 then now() end from user_enrollments
           where course_id = 'tried'
          on conflict (enrollment_id, unit) do update set opened_at = excluded.opened_at
            where unit_progress.done_at is null`,
        [unit, done],
      );
    }
    await server.call('learning/answer', { ...lesson, check: 'first-1', chosen: [0] }, scene.cookies[actor]);
    return input(actor);
  };
  const finishLessons = withReadLessons(async () => {
    await server.owner.query(`update unit_progress set done_at = now() where done_at is null`);
    return quiz;
  });
  const startQuiz = async (actor: Actor) => {
    await finishLessons(actor);
    const { body } = await server.call('learning/startQuiz', quiz, scene.cookies[actor]);
    return { tryId: body['tryId'] ?? randomUUID(), answers: [[0]] };
  };
  const insertDueReview = async (actor: Actor) => {
    await withEnrollment({})(actor);
    await server.owner.query(
      `insert into reviews (enrollment_id, user_id, section, question, due_at)
        select id, user_id, 'one', 'one-q1', now() - interval '1 hour' from user_enrollments where course_id = 'tried'
        on conflict (user_id, enrollment_id, question) do update set due_at = excluded.due_at`,
    );
    const { body } = await server.call<{ due?: { id: string }[] }>('learning/reviews', {}, scene.cookies[actor]);
    return { id: body.due?.[0]?.id ?? randomUUID(), chosen: [0] };
  };
  const buildPurchase = async () => {
    await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
    await server.owner.query(`update payments set created_at = created_at - interval '2 days'`);
    return buildCoursePurchase();
  };
  const buildPlanInput = async () => {
    await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
    return { courseId: 'dear' };
  };
  return {
    withCourse,
    withEnrollment,
    withReadLessons,
    finishLessons,
    startQuiz,
    insertDueReview,
    buildPurchase,
    buildPlanInput,
  };
}

export function buildLearningRows(server: TestServer, scene: Scene) {
  const allow = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const {
    withCourse,
    withEnrollment,
    withReadLessons,
    finishLessons,
    startQuiz,
    insertDueReview,
    buildPurchase,
    buildPlanInput,
  } = createLearningInputs(server, scene);
  return {
    'enrollment/buy': allow(anySession, buildPurchase),
    'enrollment/withPlan': allow(anySession, buildPlanInput),
    ...buildAppropriatenessRows(server, scene),
    ...buildAuthoringRows(server, scene),
    ...buildCertificateRows(server, scene),
    ...buildGrantRows(server, scene),
    ...buildProjectRows(server, scene),
    ...buildScamStaffRows(server, scene),
    'learning/courses': allow(anyActor),
    'learning/course': allow(anyActor, withCourse({ courseId: 'tried' })),
    'learning/enroll': allow(anySession, withCourse({ courseId: 'tried' })),
    'learning/own': allow(anySession),
    'learning/progress': allow(anySession, withCourse({ courseId: 'tried' })),
    'learning/lesson': allow(anySession, withEnrollment(lesson)),
    'learning/answer': allow(anySession, withEnrollment({ ...lesson, check: 'first-1', chosen: [0] })),
    'learning/savePlace': allow(anySession, withEnrollment({ ...lesson, block: 1 })),
    'learning/finish': allow(
      anySession,
      withReadLessons(async () => lesson),
    ),
    'learning/startQuiz': allow(anySession, finishLessons),
    'learning/submitQuiz': allow(anySession, startQuiz),
    'learning/reviews': allow(anySession),
    'learning/answerReview': allow(anySession, insertDueReview),
  };
}

export const buildLearningCommands = (server: TestServer, scene: Scene): SentCommands => ({
  ...buildAppropriatenessCommands(server, scene),
  ...buildAuthoringCommands(server, scene),
  ...buildCertificateCommands(server, scene),
  ...buildGrantCommands(server, scene),
  ...buildProjectCommands(server, scene),
  ...buildScamStaffCommands(server, scene),
  'enrollment/buy': async () => sendAs(scene)('owner', await createLearningInputs(server, scene).buildPurchase()),
});

export const learningOwners = {
  user_enrollments: 'user_id',
  unit_progress: 'user_id',
  check_answers: 'user_id',
  quiz_tries: 'user_id',
  reviews: 'user_id',
  ...appropriatenessOwners,
  ...certificateOwners,
  ...projectOwners,
} as const;

export const publicCourseTables = {
  courses: 'published courses, for visitors too; drafts are for instructors',
  course_versions: 'texts of published courses: commands return what a learner may see',
} as const;

/** Tables that instructors read. Learners also read pictures of their course. */
export const authoringTables = ['course_drafts', 'course_pictures'] as const;

export const learningTables = [...Object.keys(publicCourseTables), ...authoringTables, ...Object.keys(learningOwners)];

export const learningBodies = {
  ...appropriatenessBodies,
  ...authoringBodies,
  ...certificateBodies,
  ...grantBodies,
  ...projectBodies,
  ...scamStaffBodies,
  'enrollment/buy': buildCoursePurchase(),
  'enrollment/withPlan': { courseId: 'dear' },
  'learning/course': { courseId: 'tried' },
  'learning/enroll': { courseId: 'tried' },
  'learning/progress': { courseId: 'tried' },
  'learning/lesson': lesson,
  'learning/answer': { ...lesson, check: 'first-1', chosen: [0] },
  'learning/savePlace': { ...lesson, block: 1 },
  'learning/finish': lesson,
  'learning/startQuiz': quiz,
  'learning/submitQuiz': { tryId: randomUUID(), answers: [[0]] },
  'learning/answerReview': { id: randomUUID(), chosen: [0] },
};
