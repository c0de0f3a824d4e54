import type { Db } from '../../platform/database.ts';
import { outlined } from './course-store.ts';
import { type Enrollment, enrollmentsOf } from './enrollment-store.ts';
import { learnedIn } from './progress-store.ts';
import type { OwnCourse } from './shapes.ts';
import { nextOf, nothing, progressOf } from './standing.ts';

type Taken = Omit<OwnCourse, 'reviewsDue'> & {
  readonly enrollmentId: string;
  readonly grantedBy: Enrollment['grantedBy'];
};

/** What somebody takes or is about to pay for, with how far they are; the newest first. */
export async function coursesOf(tx: Db, userId: string, now: Date): Promise<Taken[]> {
  const enrollments = await enrollmentsOf(tx, userId, now);
  const learned = await learnedIn(
    tx,
    enrollments.map(({ id }) => id),
  );
  return (await outlined(tx, enrollments)).map(({ text, ...each }): Taken => {
    const { id: enrollmentId, courseId, status: state, grantedBy, until } = each;
    const mine = learned.get(enrollmentId) ?? nothing;
    const what = { enrollmentId, courseId, title: text.title, state, grantedBy, until };
    return { ...what, ...progressOf(text, mine), next: nextOf(text, mine) };
  });
}
