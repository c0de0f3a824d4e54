import { decimal, divide, pow10 } from '../../kernel/decimal.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatDate } from '../../ui/format.ts';
import type { Settings } from '../settings/schema.ts';
import { loadCourse, loadOutlines } from './course-store.ts';
import type { OpenCourse, OpenLesson } from './course-text.ts';
import { type Enrollment, findEnrollments, findMyEnrollment, lockMyEnrollment } from './enrollment-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getNextStep, getOpeningCondition, getProgress, isLearned, nothingLearned } from './progress.ts';
import { findBestScores, loadLearned } from './progress-store.ts';
import type { OwnCourse } from './views.ts';

/** Converts US cents to whole J$ at the buy rate, rounded up [001 §9 Fees and rates]. */
export function priceInJmd(priceUsd: number, { rates }: Pick<Settings, 'rates'>): number {
  const { units, scale } = decimal(rates.buy);
  return Number(divide(BigInt(priceUsd) * units, 100n * pow10(scale), 'up'));
}

export const accessEndedCodes = refusalCodes('learning.plan_over', 'learning.time_over');
export const enrollmentCodes = {
  ...accessEndedCodes,
  ...refusalCodes('learning.not_enrolled', 'learning.unknown_lesson'),
};
export const notOpenCodes = refusalCodes('learning.opens_on', 'learning.opens_after');

/** The course version that the learner started. */
export type EnrolledCourse = { readonly enrollment: Enrollment; readonly course: OpenCourse };

export const refuseAccessEnded = (grantedBy: Enrollment['grantedBy']): never =>
  refuse(grantedBy === 'staff' ? 'learning.time_over' : 'learning.plan_over', {});

async function openEnrolledCourse(tx: Db, enrollment: Enrollment | null): Promise<EnrolledCourse> {
  if (enrollment?.status === 'paused') refuseAccessEnded(enrollment.grantedBy);
  if (enrollment?.status !== 'active') return refuse('learning.not_enrolled', {});
  return { enrollment, course: await loadCourse(tx, enrollment) };
}

export const loadEnrolledCourse = async (tx: Db, courseId: string, now: Date): Promise<EnrolledCourse> =>
  openEnrolledCourse(tx, await findMyEnrollment(tx, courseId, now));

export const lockEnrolledCourse = async (tx: Db, courseId: string, now: Date): Promise<EnrolledCourse> =>
  openEnrolledCourse(tx, await lockMyEnrollment(tx, courseId, now));

export const getLesson = ({ lessons }: OpenCourse, unit: string): OpenLesson =>
  lessons.get(unit) ?? refuse('learning.unknown_lesson', {});

/** Loads a lesson. Throws when its section is not open yet. */
export async function loadOpenLesson(
  tx: Db,
  { enrollment, course }: EnrolledCourse,
  { unit, now }: { unit: string; now: Date },
) {
  const found = getLesson(course, unit);
  if (!course.text.opens) return found;
  const learned = (await loadLearned(tx, [enrollment.id])).get(enrollment.id) ?? nothingLearned;
  const condition = getOpeningCondition(course.text, { section: found.section.id, learned, now });
  if (condition && 'day' in condition) refuse('learning.opens_on', { day: formatDate(condition.day) });
  if (condition && 'after' in condition) refuse('learning.opens_after', { section: condition.after });
  return found;
}

type MyCourse = Omit<OwnCourse, 'reviewsDue'> & {
  readonly enrollmentId: string;
  readonly grantedBy: Enrollment['grantedBy'];
};

export async function findMyCourses(tx: Db, userId: string, now: Date): Promise<MyCourse[]> {
  const enrollments = await findEnrollments(tx, userId, now);
  const learned = await loadLearned(
    tx,
    enrollments.map(({ id }) => id),
  );
  return (await loadOutlines(tx, enrollments)).map(({ text, ...each }): MyCourse => {
    const { id: enrollmentId, courseId, status: state, grantedBy, until } = each;
    const progress = learned.get(enrollmentId) ?? nothingLearned;
    const summary = { enrollmentId, courseId, title: text.title, state, grantedBy, until };
    return { ...summary, ...getProgress(text, progress), next: getNextStep(text, progress) };
  });
}

export type FinishedCourse = {
  readonly courseId: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  readonly title: string;
  readonly certificateTitle: string | null;
  readonly hasProject: boolean;
  /** Mean of the best attempts in percent; null without quizzes. */
  readonly quizAverage: number | null;
};

type FinishedQuery = { readonly userId: string; readonly courseId?: string; readonly now: Date };

/** Finds courses in which the customer has finished all lessons and passed all quizzes. */
export async function findFinishedCourses(tx: Db, { userId, courseId, now }: FinishedQuery): Promise<FinishedCourse[]> {
  const enrollments = (await findEnrollments(tx, userId, now)).filter(
    (one) => one.status !== 'pending_payment' && (courseId === undefined || one.courseId === courseId),
  );
  const learned = await loadLearned(
    tx,
    enrollments.map(({ id }) => id),
  );
  const found: FinishedCourse[] = [];
  for (const { id, courseId: foundCourseId, versionId, text } of await loadOutlines(tx, enrollments)) {
    const progress = learned.get(id);
    if (!progress || !isLearned(text, progress)) continue;
    const best = [...(await findBestScores(tx, id)).values()];
    const sum = best.reduce((all, one) => all + one, 0);
    found.push({
      courseId: foundCourseId,
      enrollmentId: id,
      versionId,
      title: text.title,
      certificateTitle: text.certificate?.title ?? null,
      hasProject: text.project !== null,
      quizAverage: best.length === 0 ? null : Math.floor(sum / best.length),
    });
  }
  return found;
}

export const findFinishedCourse = async (
  tx: Db,
  query: FinishedQuery & { readonly courseId: string },
): Promise<FinishedCourse | null> => (await findFinishedCourses(tx, query))[0] ?? null;
