import type { Rubric } from '../src/features/learning/course-schema.ts';
import type { CourseText } from '../src/features/learning/course-text.ts';
import { projectJobs } from '../src/features/learning/projects/jobs.ts';
import type { Mail } from '../src/platform/email/mail.ts';
import { insertFinishedCourse } from './certificates.ts';
import { publishTestCourse, smallCourse } from './courses.ts';
import type { TestServer } from './worker.ts';

const levels = (...points: readonly number[]) => points.map((each) => ({ points: each, says: `Worth ${each}.` }));

/** Rubric with two parts and three criteria, for 100 points in total. */
export const rubric: Rubric = {
  title: 'Project',
  passPercent: 70,
  tasks: [
    {
      id: 'wallet',
      task: 'Set up a wallet.',
      asks: 'Name it, and show what it received.',
      evidence: 'transaction',
      criteria: [
        { id: 'received', points: 40, levels: levels(0, 20, 40) },
        { id: 'choice', points: 20, levels: levels(0, 20) },
      ],
    },
    {
      id: 'plan',
      task: 'Write a plan.',
      asks: 'Say what you would do, and why.',
      evidence: 'text',
      criteria: [{ id: 'reason', points: 40, levels: levels(0, 10, 40) }],
    },
  ],
};

const announced = { title: 'Project', about: 'Show it.', tasks: rubric.tasks.map(({ task }) => task), passPercent: 70 };

export const courseWithProject: CourseText = { ...smallCourse, title: 'With a project', project: announced, rubric };

const textPart = (text: string) => ({ text, address: '', hash: '' });
export const evidence = {
  wallet: { text: 'It is on my phone.', address: 'AjVYr3tQ8VmqGtGTYxbCF9BsLbDhKmAHPTcxLKtF9vHz', hash: '5'.repeat(64) },
  plan: textPart('I would ask a friend first.'),
};

/** Levels of the rubric that give all points, just enough to pass, or too few. */
export const levelsFor = {
  full: { 'wallet/received': 40, 'wallet/choice': 20, 'plan/reason': 40 },
  enough: { 'wallet/received': 40, 'wallet/choice': 20, 'plan/reason': 10 },
  little: { 'wallet/received': 20, 'wallet/choice': 20, 'plan/reason': 10 },
} as const;
export const says = 'Read the second part of the lesson again.';

export const markBody = (submissionId: string, as: keyof typeof levelsFor = 'full') => ({
  ...{ submissionId, levels: levelsFor[as], comments: { plan: 'Why them?' }, says },
});

type Base = Pick<TestServer, 'owner' | 'services'>;

/** Inserts a completed course with a final project. Returns the enrollment id. */
export async function insertFinishedProjectCourse(
  server: Base,
  userId: string,
  courseId = 'projected',
): Promise<string> {
  await publishTestCourse(server, { courseId, text: courseWithProject });
  return insertFinishedCourse(server, { userId, courseId });
}

type NewProject = {
  readonly enrollmentId: string;
  readonly state?: 'waiting' | 'passed';
  /** User id of the grader who failed the project. */
  readonly failedBy?: string;
};

/** Inserts a submission; with `failedBy` also a failing grade. Returns the submission id. */
export async function insertProject({ owner }: Pick<Base, 'owner'>, { enrollmentId, state, failedBy }: NewProject) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
         submitted_at, waits_since, state)
      select id, user_id, course_id, version_id, 'Ina Brown', 1, $2, now(), now(), $3 from user_enrollments where id = $1
      returning id`,
    [enrollmentId, JSON.stringify(evidence), state ?? 'waiting'],
  );
  const id = rows[0]?.id ?? '';
  if (!failedBy) return id;
  await owner.query(
    `insert into project_grades (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      select id, 1, user_id, $2, '{}', '{}', 'Not enough yet, sorry.', 50, false, now() from project_submissions
       where id = $1`,
    [id, failedBy],
  );
  await owner.query(`update project_submissions set state = 'failed' where id = $1`, [id]);
  return id;
}

type RunnableJob = { name: string; run: (data: object) => Promise<unknown> };

export async function runProjectEmails({ owner, services }: Base): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = projectJobs(services, async (mail) => void mails.push(mail)) as RunnableJob[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'projects.send_email' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}
