import type { Db } from '../../platform/database.ts';
import { outlined } from './course-store.ts';
import { enrollmentsOf } from './enrollment-store.ts';
import { learnedIn } from './progress-store.ts';
import { bestIn } from './quiz-store.ts';
import { isLearned } from './standing.ts';

export type Finished = {
  readonly courseId: string;
  readonly enrollmentId: string;
  readonly versionId: string;
  readonly title: string;
  readonly certificateTitle: string | null;
  /** Whether a final project is still to be passed. */
  readonly hasProject: boolean;
  /** Mean of the best tries at its quizzes, in whole percent; null where it has none. */
  readonly quizAverage: number | null;
};

type Whose = { readonly userId: string; readonly courseId?: string; readonly now: Date };

/** The courses in which a person finished every lesson and passed every quiz: all of them, or this one. */
export async function finishedCourses(tx: Db, { userId, courseId, now }: Whose): Promise<Finished[]> {
  const taken = (await enrollmentsOf(tx, userId, now)).filter(
    (one) => one.status !== 'pending_payment' && (courseId === undefined || one.courseId === courseId),
  );
  const learned = await learnedIn(
    tx,
    taken.map(({ id }) => id),
  );
  const found: Finished[] = [];
  for (const { id, courseId: itsCourse, versionId, text } of await outlined(tx, taken)) {
    const mine = learned.get(id);
    if (!mine || !isLearned(text, mine)) continue;
    const best = [...(await bestIn(tx, id)).values()];
    const sum = best.reduce((all, one) => all + one, 0);
    found.push({
      ...{ courseId: itsCourse, enrollmentId: id, versionId, title: text.title },
      certificateTitle: text.certificate?.title ?? null,
      hasProject: text.project !== null,
      quizAverage: best.length === 0 ? null : Math.floor(sum / best.length),
    });
  }
  return found;
}

/** A course in which a person finished every lesson and passed every quiz; null while anything is open. */
export const finishedCourse = async (tx: Db, whose: Whose & { readonly courseId: string }): Promise<Finished | null> =>
  (await finishedCourses(tx, whose))[0] ?? null;
