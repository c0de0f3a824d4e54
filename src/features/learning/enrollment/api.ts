import { mapConstraintViolation } from '../../../platform/database/database-faults.ts';
import { authedSerial } from '../../../platform/http/procedure.ts';
import { freezeStatusOf } from '../../freezes/frozen.ts';
import type { FulfilmentHandlers } from '../../payments/move-payment.ts';
import { startPaymentOnce, startRefusalCodes } from '../../payments/start-payment.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { findIncludedFeatures } from '../../subscriptions/store.ts';
import { findOfferedCourse } from '../course-store.ts';
import { findMyEnrollment } from '../enrollment-store.ts';
import { priceInJmd } from '../price.ts';
import { CourseInput } from '../schema.ts';
import { refusalCodes, refuse } from './messages.ts';
import { BuyCourse } from './schema.ts';
import { activatePaid, endPaid, hasOpenPayment, insertByPlan, insertPending } from './store.ts';

/**
 * Activates the course when its payment is received [001 §4 Payment success]; ends it with its payment [001 §4 Payment
 * cancel].
 */
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

export const enrollmentApi = { buy, withPlan };
