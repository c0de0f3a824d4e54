import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { offeredCourse, offeredCourses } from '../learning/course-store.ts';
import { coursesOf } from '../learning/courses-of.ts';
import { enrollmentActs } from './acts.ts';
import { type HeldGiven, heldGiven, howTaken, insertGiven, isCustomer, saveEnd, saveTakenBack } from './desk-store.ts';
import { type DeskCourse, givenUntil, isGivenStill, isLater } from './given.ts';
import type { AboutGiven } from './jobs.ts';
import { mayRefuse, refuse } from './messages.ts';
import { GiveCourse, MoveEnd, OneCustomer, TakeBack } from './schema.ts';

/** What a customer takes, how they came to it and how far they are, and what could be given to them. */
const ofCustomer = staffOnly(enrollmentActs.look)
  .errors(mayRefuse('approvals.own_matter'))
  .input(OneCustomer)
  .handler(async ({ context: { services, tx, person }, input: { userId } }) => {
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const taken = await coursesOf(tx, userId, services.clock());
    const how = await howTaken(tx, userId);
    const courses = taken.map(({ enrollmentId: id, next: _, ...one }): DeskCourse => {
      const { since = null, by = null, reason = null, revokedAt = null } = how.get(id) ?? {};
      return { id, ...one, since, by, reason, revokedAt };
    });
    const active = new Set(taken.filter(({ state }) => state === 'active').map(({ courseId }) => courseId));
    const offered = (await offeredCourses(tx))
      .filter(({ courseId }) => !active.has(courseId))
      .map(({ courseId, title }) => ({ courseId, title }));
    return { courses, offered };
  });

const fitOrRefused = (day: string | null, now: Date): Date | null => {
  const until = givenUntil(day, now);
  return until === 'unfit' ? refuse('enrollment.no_such_day', {}) : until;
};

/** Nobody frozen is served anything new (E2); whoever is frozen while this writes, neither. */
async function unlessStopped<T>(tx: Db, userId: string, write: () => Promise<T>): Promise<T> {
  const tell = () => refuse('enrollment.customer_stopped', {});
  if ((await standstillOf(tx, userId)) === 'stopped') tell();
  return unlessBroken(write(), 'nothing_moves_while_frozen', tell);
}

/** Gives a customer a course, until a day or without an end. What they learned in it before comes back. */
const give = staffOnly(enrollmentActs.give)
  .errors(mayRefuse('approvals.own_matter', 'enrollment.unknown_customer', 'enrollment.no_such_day'))
  .errors(mayRefuse('enrollment.they_have_it', 'enrollment.customer_stopped', 'learning.unknown_course'))
  .input(GiveCourse)
  .handler(async ({ context, input: { userId, courseId, until: day, reason } }) => {
    const { services, tx, person } = context;
    const now = services.clock();
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    const until = fitOrRefused(day, now);
    if (!(await isCustomer(tx, userId))) return refuse('enrollment.unknown_customer', {});
    const offered = (await offeredCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});
    const giving = () => insertGiven(tx, { userId, offered, until, reason, now });
    const id = await unlessStopped(tx, userId, giving);
    if (!id) return refuse('enrollment.they_have_it', {});
    const what = { action: 'enrollment.given', subjectType: 'enrollment', subjectId: id, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what, after: { courseId, until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.letter', { id, what: 'given' } satisfies AboutGiven);
    return { done: true as const };
  });

/** What staff gave; refused where a customer came to it in another way. */
function givenOrRefused(held: HeldGiven | null): HeldGiven {
  if (!held) return refuse('enrollment.not_given', {});
  if (held.grantedBy === 'payment') return refuse('enrollment.was_bought', {});
  if (held.grantedBy !== 'staff') return refuse('enrollment.not_given', {});
  return held;
}

/** Moves the day until which a course is given to a later one, or takes the end away. */
const moveEnd = staffOnly(enrollmentActs.give)
  .errors(mayRefuse('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .errors(mayRefuse('enrollment.no_such_day', 'enrollment.not_later', 'enrollment.customer_stopped'))
  .input(MoveEnd)
  .handler(async ({ context, input: { id, until: day, reason } }) => {
    const { services, tx, person } = context;
    const found = await heldGiven(tx, id);
    if (found && isOwn(person, found.userId)) return refuse('approvals.own_matter', {});
    const held = givenOrRefused(found);
    const until = fitOrRefused(day, services.clock());
    if (!isLater(held, until)) return refuse('enrollment.not_later', {});
    await unlessStopped(tx, held.userId, () => saveEnd(tx, id, { until, reason }));
    const what = { action: 'enrollment.end_moved', subjectType: 'enrollment', subjectId: id, aboutId: held.userId };
    await audit(tx, { ...byStaff(context), ...what, before: { until: held.until }, after: { until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.letter', { id, what: 'longer' } satisfies AboutGiven);
    return { done: true as const };
  });

/** Takes back what was given. It closes at once, and the progress is kept. */
const takeBack = staffOnly(enrollmentActs.give)
  .errors(mayRefuse('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .input(TakeBack)
  .handler(async ({ context, input: { id, reason } }) => {
    const { services, tx, person } = context;
    const now = services.clock();
    const found = await heldGiven(tx, id);
    if (found && isOwn(person, found.userId)) return refuse('approvals.own_matter', {});
    const held = givenOrRefused(found);
    if (!isGivenStill(held, now)) return refuse('enrollment.not_given', {});
    await saveTakenBack(tx, id, { reason, now });
    const what = { action: 'enrollment.taken_back', subjectType: 'enrollment', subjectId: id, aboutId: held.userId };
    await audit(tx, { ...byStaff(context), ...what, before: { until: held.until }, after: { reason } });
    await services.jobs.enqueue(tx, 'enrollment.letter', { id, what: 'taken_back' } satisfies AboutGiven);
    return { done: true as const };
  });

/** The courses of a customer, at the desk. */
export const enrollmentDeskApi = { ofCustomer, give, moveEnd, takeBack };
