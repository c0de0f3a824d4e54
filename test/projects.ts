import type { Rubric } from '../src/features/learning/course-schema.ts';
import type { CourseText } from '../src/features/learning/course-text.ts';
import { projectJobs } from '../src/features/projects/jobs.ts';
import type { Mail } from '../src/platform/mail.ts';
import { finishes } from './certificates.ts';
import { published, smallCourse } from './courses.ts';
import type { TestServer } from './worker.ts';

const levels = (...points: readonly number[]) => points.map((each) => ({ points: each, says: `Worth ${each}.` }));

/** Two parts, three things that are judged, 100 points in all. */
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

/** The small course with a project at its end. */
export const courseWithProject: CourseText = { ...smallCourse, title: 'With a project', project: announced, rubric };

const words = (text: string) => ({ text, address: '', hash: '' });
/** What somebody hands in. */
export const evidence = {
  wallet: { text: 'It is on my phone.', address: 'AjVYr3tQ8VmqGtGTYxbCF9BsLbDhKmAHPTcxLKtF9vHz', hash: '5'.repeat(64) },
  plan: words('I would ask somebody whom I trust first.'),
};

/** Levels of the rubric that make so many points: enough, just enough, or too little. */
export const marked = {
  full: { 'wallet/received': 40, 'wallet/choice': 20, 'plan/reason': 40 },
  enough: { 'wallet/received': 40, 'wallet/choice': 20, 'plan/reason': 10 },
  little: { 'wallet/received': 20, 'wallet/choice': 20, 'plan/reason': 10 },
} as const;
export const says = 'Read the second part of the lesson again.';

/** The body of a mark. */
export const marking = (submissionId: string, as: keyof typeof marked = 'full') => ({
  ...{ submissionId, levels: marked[as], comments: { plan: 'Why them?' }, says },
});

type Base = Pick<TestServer, 'owner' | 'services'>;

/** Somebody finished a course with a project. Answers its enrollment. */
export async function beforeProject(server: Base, userId: string, courseId = 'projected'): Promise<string> {
  await published(server, { courseId, text: courseWithProject });
  return finishes(server, { userId, courseId });
}

type Laid = {
  readonly enrollmentId: string;
  readonly state?: 'waiting' | 'passed';
  /** Who marked it as not enough. */
  readonly failedBy?: string;
};

/** A project by hand: handed in, passed, or not enough, with the mark that said so. */
export async function laidProject({ owner }: Pick<Base, 'owner'>, { enrollmentId, state, failedBy }: Laid) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
         handed_in_at, waits_since, state)
      select id, user_id, course_id, version_id, 'Ina Brown', 1, $2, now(), now(), $3 from user_enrollments where id = $1
      returning id`,
    [enrollmentId, JSON.stringify(evidence), state ?? 'waiting'],
  );
  const id = rows[0]?.id ?? '';
  if (!failedBy) return id;
  await owner.query(
    `insert into project_marks (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      select id, 1, user_id, $2, '{}', '{}', 'Not enough yet, sorry.', 50, false, now() from project_submissions
       where id = $1`,
    [id, failedBy],
  );
  await owner.query(`update project_submissions set state = 'failed' where id = $1`, [id]);
  return id;
}

type Working = { name: string; run: (data: object) => Promise<unknown> };

/** Runs what the product was to write about projects: the letters, as they would have gone out. */
export async function projectLettersOf({ owner, services }: Base): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = projectJobs(services, async (mail) => void mails.push(mail)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'projects.letter' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}
