import { isSamePerson } from '../../../kernel/permissions.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { freezeStatusOf } from '../../freezes/frozen.ts';
import { findOfferedCourse, findOfferedCourses } from '../course-store.ts';
import { findMyCourses } from '../my-courses.ts';
import { type CustomerCourse, getGrantEnd, isGrantActive, isLaterEnd } from './grant.ts';
import type { GrantEmailJob } from './jobs.ts';
import { refusalCodes, refuse } from './messages.ts';
import { enrollmentPermissions } from './permissions.ts';
import { CustomerInput, ExtendGrant, GrantCourse, RevokeGrant } from './schema.ts';
import {
  findGrantHistory,
  insertGrant,
  isCustomer,
  type LockedEnrollment,
  lockEnrollment,
  revokeGrant,
  updateEnd,
} from './store.ts';

const ofCustomer = staff(enrollmentPermissions.view)
  .errors(refusalCodes('approvals.own_matter'))
  .input(CustomerInput)
  .handler(async function ofCustomer({ context: { services, tx, person }, input: { userId } }) {
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const taken = await findMyCourses(tx, userId, services.clock());
    const history = await findGrantHistory(tx, userId);
    const courses = taken.map(({ enrollmentId: id, next: _, ...course }): CustomerCourse => {
      const { since = null, by = null, reason = null, revokedAt = null } = history.get(id) ?? {};
      return { id, ...course, since, by, reason, revokedAt };
    });
    const active = new Set(taken.filter(({ state }) => state === 'active').map(({ courseId }) => courseId));
    const offered = (await findOfferedCourses(tx))
      .filter(({ courseId }) => !active.has(courseId))
      .map(({ courseId, title }) => ({ courseId, title }));
    return { courses, offered };
  });

const parseLastDay = (day: string | null, now: Date): Date | null => {
  const until = getGrantEnd(day, now);
  return until === 'invalid' ? refuse('enrollment.no_such_day', {}) : until;
};

/** Refuses a frozen customer (E2), also when the freeze begins during `write`. */
async function assertNotFrozen<T>(tx: Db, userId: string, write: () => Promise<T>): Promise<T> {
  const refuseFrozen = () => refuse('enrollment.customer_stopped', {});
  if ((await freezeStatusOf(tx, userId)) === 'stopped') refuseFrozen();
  return mapConstraintViolation(write(), 'nothing_moves_while_frozen', refuseFrozen);
}

/** Grants a course. Earlier progress is restored. */
const grantCourse = staff(enrollmentPermissions.grant)
  .errors(refusalCodes('approvals.own_matter', 'enrollment.unknown_customer', 'enrollment.no_such_day'))
  .errors(refusalCodes('enrollment.they_have_it', 'enrollment.customer_stopped', 'learning.unknown_course'))
  .input(GrantCourse)
  .handler(async function grantCourse({ context, input: { userId, courseId, until: day, reason } }) {
    const { services, tx, person } = context;
    const now = services.clock();
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const until = parseLastDay(day, now);
    if (!(await isCustomer(tx, userId))) return refuse('enrollment.unknown_customer', {});
    const offered = (await findOfferedCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});
    const write = () => insertGrant(tx, { userId, offered, until, reason, now });
    const id = await assertNotFrozen(tx, userId, write);
    if (!id) return refuse('enrollment.they_have_it', {});
    const entry = { action: 'enrollment.given', subjectType: 'enrollment', subjectId: id, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...entry, after: { courseId, until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'given' } satisfies GrantEmailJob);
    return { done: true as const };
  });

function assertGranted(grant: LockedEnrollment | null): LockedEnrollment {
  if (!grant) return refuse('enrollment.not_given', {});
  if (grant.grantedBy === 'payment') return refuse('enrollment.was_bought', {});
  if (grant.grantedBy !== 'staff') return refuse('enrollment.not_given', {});
  return grant;
}

/** Extends a grant to a later last day, or removes its end. */
const moveEnd = staff(enrollmentPermissions.grant)
  .errors(refusalCodes('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .errors(refusalCodes('enrollment.no_such_day', 'enrollment.not_later', 'enrollment.customer_stopped'))
  .input(ExtendGrant)
  .handler(async function moveEnd({ context, input: { id, until: day, reason } }) {
    const { services, tx, person } = context;
    const enrollment = await lockEnrollment(tx, id);
    if (enrollment && isSamePerson(person, enrollment.userId)) return refuse('approvals.own_matter', {});
    const grant = assertGranted(enrollment);
    const until = parseLastDay(day, services.clock());
    if (!isLaterEnd(grant, until)) return refuse('enrollment.not_later', {});
    await assertNotFrozen(tx, grant.userId, () => updateEnd(tx, id, { until, reason }));
    const entry = { action: 'enrollment.end_moved', subjectType: 'enrollment', subjectId: id, aboutId: grant.userId };
    await audit(tx, { ...byStaff(context), ...entry, before: { until: grant.until }, after: { until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'longer' } satisfies GrantEmailJob);
    return { done: true as const };
  });

/** Revokes a grant immediately. Progress is kept. */
const takeBack = staff(enrollmentPermissions.grant)
  .errors(refusalCodes('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .input(RevokeGrant)
  .handler(async function takeBack({ context, input: { id, reason } }) {
    const { services, tx, person } = context;
    const now = services.clock();
    const enrollment = await lockEnrollment(tx, id);
    if (enrollment && isSamePerson(person, enrollment.userId)) return refuse('approvals.own_matter', {});
    const grant = assertGranted(enrollment);
    if (!isGrantActive(grant, now)) return refuse('enrollment.not_given', {});
    await revokeGrant(tx, id, { reason, now });
    const entry = { action: 'enrollment.taken_back', subjectType: 'enrollment', subjectId: id, aboutId: grant.userId };
    await audit(tx, { ...byStaff(context), ...entry, before: { until: grant.until }, after: { reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'taken_back' } satisfies GrantEmailJob);
    return { done: true as const };
  });

export const enrollmentStaffApi = { ofCustomer, give: grantCourse, moveEnd, takeBack };
