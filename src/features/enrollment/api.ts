import { unlessBroken } from '../../platform/database-faults.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { offeredCourse } from '../learning/course-store.ts';
import { ownEnrollment } from '../learning/enrollment-store.ts';
import { priceInJmd } from '../learning/price.ts';
import { OneCourse } from '../learning/schema.ts';
import { beginMayRefuse, beginOnce } from '../payments/begin.ts';
import { currentSettings } from '../settings/store.ts';
import { included } from '../subscriptions/store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { BuyCourse } from './schema.ts';
import { hasOpenPayment, insertByPlan, insertPending } from './store.ts';

/**
 * Begins to pay for a course: from here on it has a reference and 72 hours to be paid (decision A2). One payment for
 * one course at a time, one for one request (A9). Who takes it with a plan may buy it to keep.
 */
const buy = signedInAlone
  .errors(beginMayRefuse)
  .errors(mayRefuse('enrollment.has_it', 'enrollment.pending_already', 'enrollment.free', 'enrollment.price_changed'))
  .errors(mayRefuse('learning.unknown_course'))
  .input(BuyCourse)
  .handler(async ({ context, input }) => {
    const { services, tx } = context;
    return beginOnce({ ...context, person: await context.arriving }, input, async () => {
      const { courseId, price } = input;
      const offered = (await offeredCourse(tx, courseId)) ?? refuse('learning.unknown_course', {});
      if (offered.priceUsd === 0) refuse('enrollment.free', {});
      if (priceInJmd(offered.priceUsd, await currentSettings(tx)) !== price) refuse('enrollment.price_changed', {});
      const now = services.clock();
      const taken = await ownEnrollment(tx, courseId, now);
      if (taken?.grantedBy === 'free' || (taken?.status === 'active' && taken.grantedBy === 'payment'))
        refuse('enrollment.has_it', {});
      const twice = () => refuse('enrollment.pending_already', {});
      if (taken && (await hasOpenPayment(tx, taken.id))) twice();
      const payableId = taken?.id ?? (await insertPending(tx, offered, now)) ?? twice();
      return { payable: 'course', payableId, title: `Course: ${offered.title}` };
    });
  });

/**
 * Has whoever asks take a course that their plan includes, as long as it runs; progress stays when it ends. Of whom we
 * take nothing, what they have stays and nothing is added (E2).
 */
const withPlan = signedInAlone
  .errors(mayRefuse('enrollment.no_plan', 'learning.unknown_course', 'payments.not_possible'))
  .input(OneCourse)
  .handler(async ({ context, input }) => {
    const { services, tx } = context;
    const person = await context.arriving;
    const now = services.clock();
    const offered = (await offeredCourse(tx, input.courseId)) ?? refuse('learning.unknown_course', {});
    if (!(await included(tx, person.id, now)).includes('courses')) refuse('enrollment.no_plan', {});
    const notPossible = () => refuse('payments.not_possible', {});
    if ((await standstillOf(tx, person.id)) === 'stopped') notPossible();
    await unlessBroken(insertByPlan(tx, offered, now), 'nothing_moves_while_frozen', notPossible);
    return { done: true as const };
  });

/** How a course is come by that is not free. */
export const enrollmentApi = { buy, withPlan };
