import { randomUUID } from 'node:crypto';
import { buyingCourse, published } from '../courses.ts';
import type { TestServer } from '../worker.ts';
import type { Actor, Scene } from './actors.ts';
import { type Acts, asWho } from './audit-acts.ts';
import {
  appropriatenessActsOf,
  appropriatenessBodies,
  appropriatenessLines,
  appropriatenessOwners,
  layDownLesson,
} from './matrix-appropriateness.ts';
import { authoringActsOf, authoringBodies, authoringLines } from './matrix-authoring.ts';
import {
  certificateActsOf,
  certificateBodies,
  certificateLines,
  certificateOwners,
  layDownCertificate,
} from './matrix-certificates.ts';
import { classActsOf, classBodies, classLines } from './matrix-classes.ts';
import { givenActsOf, givenBodies, givenLines } from './matrix-given-courses.ts';
import { layDownProject, projectActsOf, projectBodies, projectLines, projectOwners } from './matrix-projects.ts';
import { scamDeskActsOf, scamDeskBodies, scamDeskLines } from './matrix-scam-desk.ts';
import { anySession, everybody, type Row } from './verdicts.ts';

type Server = Pick<TestServer, 'owner' | 'services'>;

/** The course that learning is tried on, published once for each file of tests. */
const courses = new WeakMap<object, Promise<string>>();
function courseOn(server: TestServer): Promise<string> {
  const known = courses.get(server) ?? published(server, { courseId: 'tried' });
  courses.set(server, known);
  return known;
}

/** Somebody takes a course and did a little in it; each part by hand, where it stands. */
export async function layDownLearning({ owner, services }: Server, userId: string): Promise<string> {
  await layDownCertificate({ owner, services }, userId);
  await layDownProject({ owner, services }, userId);
  await layDownLesson({ owner }, userId);
  await owner.query(
    `insert into courses (id, title, created_at) values ('laid-down', 'Laid down', now()) on conflict do nothing`,
  );
  await owner.query(
    `insert into course_versions (course_id, number, content, digest, what_changed, published_at)
      values ('laid-down', 1, '{}', 'x', 'x', now()) on conflict do nothing`,
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'free', now(), now() from course_versions where course_id = 'laid-down'
      returning id`,
    [userId],
  );
  const own = [rows[0]?.id, userId];
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, handed_out_at) values ($1, $2, 'first', now())`,
    own,
  );
  await owner.query(
    `insert into check_answers (enrollment_id, user_id, unit, question, first_chosen, first_right, last_chosen, answered_at)
      values ($1, $2, 'first', 'first-1', '{0}', true, '{0}', now())`,
    own,
  );
  await owner.query(
    `insert into quiz_tries (enrollment_id, user_id, section, questions, begun_at)
      values ($1, $2, 'one', '{a}', now())`,
    own,
  );
  await owner.query(
    `insert into reviews (enrollment_id, user_id, section, question, due_at) values ($1, $2, 'one', 'a', now())`,
    own,
  );
  return rows[0]?.id ?? '';
}

const lesson = { courseId: 'tried', unit: 'first' } as const;
const quiz = { courseId: 'tried', section: 'one' } as const;

type Input = (actor: Actor) => Promise<unknown>;

/** On what each command of learning is tried, for whoever knocks. */
function learningInputs(server: TestServer, scene: Scene) {
  const onCourse = (input: object) => async () => {
    await courseOn(server);
    return input;
  };
  /** In a course that whoever asks takes. */
  const taking = (input: object) => async (actor: Actor) => {
    await courseOn(server);
    await server.call('learning/enroll', { courseId: 'tried' }, scene.cookies[actor]);
    return input;
  };
  /** The same, where everybody who takes it has read it and answered what it asks, an hour ago. */
  const havingRead = (input: Input) => async (actor: Actor) => {
    await taking({})(actor);
    for (const [unit, done] of [
      ['first', false],
      ['second', true],
    ] as const) {
      await server.owner.query(
        `insert into unit_progress (enrollment_id, user_id, unit, handed_out_at, done_at)
          select id, user_id, $1, now() - interval '1 hour', case when $2 then now() end from user_enrollments
           where course_id = 'tried'
          on conflict (enrollment_id, unit) do update set handed_out_at = excluded.handed_out_at
            where unit_progress.done_at is null`,
        [unit, done],
      );
    }
    await server.call('learning/answer', { ...lesson, check: 'first-1', chosen: [0] }, scene.cookies[actor]);
    return input(actor);
  };
  const finished = havingRead(async () => {
    await server.owner.query(`update unit_progress set done_at = now() where done_at is null`);
    return quiz;
  });
  const begun = async (actor: Actor) => {
    await finished(actor);
    const { body } = await server.call('learning/beginQuiz', quiz, scene.cookies[actor]);
    return { tryId: body['tryId'] ?? randomUUID(), answers: [[0]] };
  };
  const due = async (actor: Actor) => {
    await taking({})(actor);
    await server.owner.query(
      `insert into reviews (enrollment_id, user_id, section, question, due_at)
        select id, user_id, 'one', 'one-q1', now() - interval '1 hour' from user_enrollments where course_id = 'tried'
        on conflict (user_id, enrollment_id, question) do update set due_at = excluded.due_at`,
    );
    const { body } = await server.call<{ due?: { id: string }[] }>('learning/reviews', {}, scene.cookies[actor]);
    return { id: body.due?.[0]?.id ?? randomUUID(), chosen: [0] };
  };
  const buying = async () => {
    await published(server, { courseId: 'dear', priceUsd: 4_000 });
    // Nobody begins so many in a day.
    await server.owner.query(`update payments set created_at = created_at - interval '2 days'`);
    return buyingCourse();
  };
  const withPlan = async () => {
    await published(server, { courseId: 'dear', priceUsd: 4_000 });
    return { courseId: 'dear' };
  };
  return { onCourse, taking, havingRead, finished, begun, due, buying, withPlan };
}

/** The lines of the matrix about learning. Whose course it is goes by who asks: there is nobody else's to name. */
export function learningLines(server: TestServer, scene: Scene) {
  const line = (row: Row, input?: Input) => ({ row, ...(input && { input }) });
  const { onCourse, taking, havingRead, finished, begun, due, buying, withPlan } = learningInputs(server, scene);
  return {
    'enrollment/buy': line(anySession, buying),
    'enrollment/withPlan': line(anySession, withPlan),
    ...appropriatenessLines(server, scene),
    ...authoringLines(server, scene),
    ...certificateLines(server, scene),
    ...classLines(server, scene),
    ...givenLines(server, scene),
    ...projectLines(server, scene),
    ...scamDeskLines(server, scene),
    'learning/courses': line(everybody),
    'learning/course': line(everybody, onCourse({ courseId: 'tried' })),
    'learning/enroll': line(anySession, onCourse({ courseId: 'tried' })),
    'learning/own': line(anySession),
    'learning/progress': line(anySession, onCourse({ courseId: 'tried' })),
    'learning/lesson': line(anySession, taking(lesson)),
    'learning/answer': line(anySession, taking({ ...lesson, check: 'first-1', chosen: [0] })),
    'learning/keepPlace': line(anySession, taking({ ...lesson, block: 1 })),
    'learning/finish': line(
      anySession,
      havingRead(async () => lesson),
    ),
    'learning/beginQuiz': line(anySession, finished),
    'learning/handIn': line(anySession, begun),
    'learning/reviews': line(anySession),
    'learning/answerReview': line(anySession, due),
  };
}

/** The acts of learning that leave an entry each. */
export const learningActsOf = (server: TestServer, scene: Scene): Acts => ({
  ...appropriatenessActsOf(server, scene),
  ...authoringActsOf(server, scene),
  ...certificateActsOf(server, scene),
  ...classActsOf(server, scene),
  ...givenActsOf(server, scene),
  ...projectActsOf(server, scene),
  ...scamDeskActsOf(server, scene),
  'enrollment/buy': async () => asWho(scene)('owner', await learningInputs(server, scene).buying()),
});

/** Whose a row is, of what somebody learns. */
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

/** What of courses everybody may read, and why. */
export const coursesAnnounced = {
  courses: 'what can be taken, for visitors too; drafts are for those who make them',
  course_versions: 'the texts of what can be taken: commands hand out what a learner may see of them',
} as const;

/** What those who teach alone read; of pictures and messages also whoever takes the course. */
export const authoringTables = ['class_messages', 'course_drafts', 'course_pictures'] as const;

/** Where anything of learning could have changed. */
export const learningTables = [...Object.keys(coursesAnnounced), ...authoringTables, ...Object.keys(learningOwners)];

/** A sound body for each command of learning. */
export const learningBodies = {
  ...appropriatenessBodies,
  ...authoringBodies,
  ...certificateBodies,
  ...classBodies,
  ...givenBodies,
  ...projectBodies,
  ...scamDeskBodies,
  'enrollment/buy': buyingCourse(),
  'enrollment/withPlan': { courseId: 'dear' },
  'learning/course': { courseId: 'tried' },
  'learning/enroll': { courseId: 'tried' },
  'learning/progress': { courseId: 'tried' },
  'learning/lesson': lesson,
  'learning/answer': { ...lesson, check: 'first-1', chosen: [0] },
  'learning/keepPlace': { ...lesson, block: 1 },
  'learning/finish': lesson,
  'learning/beginQuiz': quiz,
  'learning/handIn': { tryId: randomUUID(), answers: [[0]] },
  'learning/answerReview': { id: randomUUID(), chosen: [0] },
};
