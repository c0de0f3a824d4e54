import type { Db } from '../../platform/database.ts';
import { dateText } from '../../ui/format.ts';
import { openCourse } from './course-store.ts';
import type { OpenCourse, OpenLesson } from './course-text.ts';
import { type Enrollment, heldEnrollment, ownEnrollment } from './enrollment-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { learnedIn } from './progress-store.ts';
import { nothing, waitsFor } from './standing.ts';

export const overMayRefuse = mayRefuse('learning.plan_over', 'learning.time_over');
export const takingMayRefuse = {
  ...overMayRefuse,
  ...mayRefuse('learning.not_enrolled', 'learning.unknown_lesson'),
};
export const notYetMayRefuse = mayRefuse('learning.opens_on', 'learning.opens_after');

/** A course that whoever asks takes, in the version that they began. */
export type Taken = { readonly enrollment: Enrollment; readonly course: OpenCourse };

/** Says that what gave a course is over. */
export const refuseOver = (grantedBy: Enrollment['grantedBy']): never =>
  refuse(grantedBy === 'staff' ? 'learning.time_over' : 'learning.plan_over', {});

async function taken(tx: Db, enrollment: Enrollment | null): Promise<Taken> {
  if (enrollment?.status === 'paused') refuseOver(enrollment.grantedBy);
  if (enrollment?.status !== 'active') return refuse('learning.not_enrolled', {});
  return { enrollment, course: await openCourse(tx, enrollment) };
}

/** To look into it. */
export const takenCourse = async (tx: Db, courseId: string, now: Date): Promise<Taken> =>
  taken(tx, await ownEnrollment(tx, courseId, now));

/** To do something in it: one thing after the other. */
export const heldCourse = async (tx: Db, courseId: string, now: Date): Promise<Taken> =>
  taken(tx, await heldEnrollment(tx, courseId, now));

export const lessonIn = ({ lessons }: OpenCourse, unit: string): OpenLesson =>
  lessons.get(unit) ?? refuse('learning.unknown_lesson', {});

/** A lesson of it whose section is open already. */
export async function openedLesson(tx: Db, { enrollment, course }: Taken, { unit, now }: { unit: string; now: Date }) {
  const found = lessonIn(course, unit);
  if (!course.text.opens) return found;
  const learned = (await learnedIn(tx, [enrollment.id])).get(enrollment.id) ?? nothing;
  const waits = waitsFor(course.text, { section: found.section.id, learned, now });
  if (waits && 'day' in waits) refuse('learning.opens_on', { day: dateText(waits.day) });
  if (waits && 'after' in waits) refuse('learning.opens_after', { section: waits.after });
  return found;
}
