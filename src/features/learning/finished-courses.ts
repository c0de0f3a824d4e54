import type { Db } from '../../platform/database/database.ts';
import { loadOutlines } from './course-store.ts';
import { findEnrollments } from './enrollment-store.ts';
import { isLearned } from './progress.ts';
import { findBestScores, loadLearned } from './progress-store.ts';

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
      ...{ courseId: foundCourseId, enrollmentId: id, versionId, title: text.title },
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
