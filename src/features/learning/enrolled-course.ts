import type { Db } from '../../platform/database/database.ts';
import { formatDate } from '../../ui/format.ts';
import { loadCourse } from './course-store.ts';
import type { OpenCourse, OpenLesson } from './course-text.ts';
import { type Enrollment, findMyEnrollment, lockMyEnrollment } from './enrollment-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getOpeningCondition, nothingLearned } from './progress.ts';
import { loadLearned } from './progress-store.ts';

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
