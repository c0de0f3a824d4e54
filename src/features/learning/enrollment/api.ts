import { z } from 'zod';
import { endOfDay } from '../../../kernel/calendar.ts';
import { after, days } from '../../../kernel/clock.ts';
import { isSamePerson } from '../../../kernel/permissions.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { audit, byStaff } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { authedSerial, staff } from '../../../platform/http/procedure.ts';
import { freezeStatusOf } from '../../freezes/frozen.ts';
import type { FulfilmentHandlers } from '../../payments/move-payment.ts';
import { paymentMethods } from '../../payments/payment.ts';
import { startPaymentOnce, startRefusalCodes } from '../../payments/start-payment.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { findIncludedFeatures } from '../../subscriptions/store.ts';
import { findOfferedCourse, findOfferedCourses } from '../course-store.ts';
import { findMyEnrollment } from '../enrollment-store.ts';
import { findMyCourses, priceInJmd } from '../my-courses.ts';
import { enrollmentPermissions } from '../permissions.ts';
import { CourseInput } from '../schema.ts';
import type { GrantEmailJob } from './jobs.ts';
import { refusalCodes, refuse } from './messages.ts';
import {
  activatePaid,
  endPaid,
  findGrantHistory,
  hasOpenPayment,
  insertByPlan,
  insertGrant,
  insertPending,
  isCustomer,
  type LockedEnrollment,
  lockEnrollment,
  revokeGrant,
  updateEnd,
} from './store.ts';

/** `price`: the price on the screen in whole J$. A different current price is refused. */
const BuyCourse = CourseInput.extend({
  key: UuidSchema,
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});

const Reason = z.string().trim().min(10).max(500);
/** Last day of access in Jamaica, inclusive; null means no end. */
const LastDay = z.iso.date().nullable();

const CustomerInput = z.strictObject({ userId: UuidSchema });
const GrantCourse = CourseInput.extend({ userId: UuidSchema, until: LastDay, reason: Reason });
const ExtendGrant = z.strictObject({ id: UuidSchema, until: LastDay, reason: Reason });
const RevokeGrant = z.strictObject({ id: UuidSchema, reason: Reason });

/** Activates the course when paid [001 §4 Payment success]; ends it with its payment [001 §4 Payment cancel]. */
export const courseEffects: FulfilmentHandlers = {
  onPaid: async (tx, { payableId }, now) => {
    await activatePaid(tx, payableId, now);
  },
  onEnded: async (tx, { payableId }) => {
    await endPaid(tx, payableId);
  },
};

/**
 * Starts a payment for a course, due in 72 hours (decision A2). Refuses a second open payment for the course; a
 * repeated key is idempotent (A9). Customers who take the course through a plan can also buy it.
 */
const buy = authedSerial
  .errors(startRefusalCodes)
  .errors(
    refusalCodes('enrollment.has_it', 'enrollment.pending_already', 'enrollment.free', 'enrollment.price_changed'),
  )
  .errors(refusalCodes('learning.unknown_course'))
  .input(BuyCourse)
  .handler(async function buy({ context, input }) {
    const { services, tx } = context;
    return startPaymentOnce({ ...context, person: await context.userPromise }, input, async () => {
      const { courseId, price } = input;
      const offered = (await findOfferedCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});
      if (offered.priceUsd === 0) refuse('enrollment.free', {});
      if (priceInJmd(offered.priceUsd, await loadCurrentSettings(tx)) !== price) refuse('enrollment.price_changed', {});
      const now = services.clock();
      const enrollment = await findMyEnrollment(tx, courseId, now);
      if (enrollment?.grantedBy === 'free' || (enrollment?.status === 'active' && enrollment.grantedBy === 'payment'))
        refuse('enrollment.has_it', {});
      const refusePending = () => refuse('enrollment.pending_already', {});
      if (enrollment && (await hasOpenPayment(tx, enrollment.id))) refusePending();
      const payableId = enrollment?.id ?? (await insertPending(tx, offered, now)) ?? refusePending();
      return { payable: 'course', payableId, title: `Course: ${offered.title}` };
    });
  });

/** Enrols in a course included in an active plan. A frozen customer cannot enrol but keeps current courses (E2). */
const withPlan = authedSerial
  .errors(refusalCodes('enrollment.no_plan', 'learning.unknown_course', 'payments.not_possible'))
  .input(CourseInput)
  .handler(async function withPlan({ context, input }) {
    const { services, tx } = context;
    const person = await context.userPromise;
    const now = services.clock();
    const offered = (await findOfferedCourse(tx, input.courseId)) ?? refuse('learning.unknown_course', {});
    if (!(await findIncludedFeatures(tx, person.id, now)).includes('courses')) refuse('enrollment.no_plan', {});
    const refuseFrozen = () => refuse('payments.not_possible', {});
    if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuseFrozen();
    await mapConstraintViolation(insertByPlan(tx, offered, now), 'nothing_moves_while_frozen', refuseFrozen);
    return { done: true as const };
  });

const maxGrantMs = days(5 * 365);

/** Converts the last day in Jamaica to an exclusive end; null is no end. 'invalid': past, or over five years away. */
export function getGrantEnd(day: string | null, now: Date): Date | null | 'invalid' {
  if (day === null) return null;
  const end = after(endOfDay(day), 1);
  return end > now && end <= after(now, maxGrantMs) ? end : 'invalid';
}

type Grant = { readonly until: Date | null; readonly revokedAt: Date | null };

/** True when `wanted` is later than the current end. A revoked grant cannot be extended. */
export const isLaterEnd = ({ until, revokedAt }: Grant, wanted: Date | null): boolean =>
  revokedAt === null && until !== null && (wanted === null || wanted > until);

export const isGrantActive = ({ until }: Grant, now: Date): boolean => until === null || until > now;

const ofCustomer = staff(enrollmentPermissions.view)
  .errors(refusalCodes('approvals.own_matter'))
  .input(CustomerInput)
  .handler(async function ofCustomer({ context: { services, tx, person }, input: { userId } }) {
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const customerCourses = await findMyCourses(tx, userId, services.clock());
    const history = await findGrantHistory(tx, userId);
    const courses = customerCourses.map(({ enrollmentId: id, next: _, ...course }) => {
      const { since = null, by = null, reason = null, revokedAt = null } = history.get(id) ?? {};
      return { id, ...course, since, by, reason, revokedAt };
    });
    const active = new Set(customerCourses.filter(({ state }) => state === 'active').map(({ courseId }) => courseId));
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
async function writeUnlessFrozen<T>(tx: Db, userId: string, write: () => Promise<T>): Promise<T> {
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
    const id = await writeUnlessFrozen(tx, userId, write);
    if (!id) return refuse('enrollment.they_have_it', {});
    const entry = { action: 'enrollment.granted', subjectType: 'enrollment', subjectId: id, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...entry, after: { courseId, until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'granted' } satisfies GrantEmailJob);
    return { done: true as const };
  });

function assertGranted(grant: LockedEnrollment | null): LockedEnrollment {
  if (!grant) return refuse('enrollment.not_given', {});
  if (grant.grantedBy === 'payment') return refuse('enrollment.was_bought', {});
  if (grant.grantedBy !== 'staff') return refuse('enrollment.not_given', {});
  return grant;
}

/** Extends a grant to a later last day, or removes its end. */
const changeEnd = staff(enrollmentPermissions.grant)
  .errors(refusalCodes('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .errors(refusalCodes('enrollment.no_such_day', 'enrollment.not_later', 'enrollment.customer_stopped'))
  .input(ExtendGrant)
  .handler(async function changeEnd({ context, input: { id, until: day, reason } }) {
    const { services, tx, person } = context;
    const enrollment = await lockEnrollment(tx, id);
    if (enrollment && isSamePerson(person, enrollment.userId)) return refuse('approvals.own_matter', {});
    const grant = assertGranted(enrollment);
    const until = parseLastDay(day, services.clock());
    if (!isLaterEnd(grant, until)) return refuse('enrollment.not_later', {});
    await writeUnlessFrozen(tx, grant.userId, () => updateEnd(tx, id, { until, reason }));
    const entry = { action: 'enrollment.extended', subjectType: 'enrollment', subjectId: id, aboutId: grant.userId };
    await audit(tx, { ...byStaff(context), ...entry, before: { until: grant.until }, after: { until, reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'extended' } satisfies GrantEmailJob);
    return { done: true as const };
  });

/** Revokes a grant immediately. Progress is kept. */
const revokeCourse = staff(enrollmentPermissions.grant)
  .errors(refusalCodes('approvals.own_matter', 'enrollment.not_given', 'enrollment.was_bought'))
  .input(RevokeGrant)
  .handler(async function revokeCourse({ context, input: { id, reason } }) {
    const { services, tx, person } = context;
    const now = services.clock();
    const enrollment = await lockEnrollment(tx, id);
    if (enrollment && isSamePerson(person, enrollment.userId)) return refuse('approvals.own_matter', {});
    const grant = assertGranted(enrollment);
    if (!isGrantActive(grant, now)) return refuse('enrollment.not_given', {});
    await revokeGrant(tx, id, { reason, now });
    const entry = { action: 'enrollment.revoked', subjectType: 'enrollment', subjectId: id, aboutId: grant.userId };
    await audit(tx, { ...byStaff(context), ...entry, before: { until: grant.until }, after: { reason } });
    await services.jobs.enqueue(tx, 'enrollment.send_email', { id, what: 'revoked' } satisfies GrantEmailJob);
    return { done: true as const };
  });

export const enrollmentApi = { buy, withPlan };
export const enrollmentStaffApi = { ofCustomer, grant: grantCourse, changeEnd, revoke: revokeCourse };
