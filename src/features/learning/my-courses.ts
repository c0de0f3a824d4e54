import type { Db } from '../../platform/database/database.ts';
import { loadOutlines } from './course-store.ts';
import { type Enrollment, findEnrollments } from './enrollment-store.ts';
import { getNextStep, getProgress, nothingLearned } from './progress.ts';
import { loadLearned } from './progress-store.ts';
import type { OwnCourse } from './views.ts';

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
