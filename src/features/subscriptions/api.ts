import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { authed, authedSerial } from '../../platform/http/procedure.ts';
import type { FulfilmentHandlers } from '../payments/move-payment.ts';
import { paymentMethods } from '../payments/payment.ts';
import { startPaymentOnce, startRefusalCodes } from '../payments/start-payment.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { closeGaps, getMonthFrom, planNames, plans } from './plans.ts';
import {
  activateSubscription,
  endSubscription,
  findIncludedFeatures,
  findMonths,
  findOwnPlans,
  findPlansEnd,
  hasPending,
  insertSubscription,
  lockPlans,
  updateMonth,
} from './store.ts';

/** Activates a paid plan, and ends it with its payment [001 §4 Subscriptions]. */
export const planEffects: FulfilmentHandlers = {
  onPaid: async (tx, { userId, payableId }, now) => {
    await lockPlans(tx, userId);
    await activateSubscription(tx, payableId, getMonthFrom(now, await findPlansEnd(tx, userId)));
  },
  onEnded: async (tx, { userId, payableId, state }, now) => {
    await lockPlans(tx, userId);
    // The plan card shows only a rejection by staff.
    await endSubscription(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
    const months = await findMonths(tx, userId, now);
    for (const [at, month] of closeGaps(months, now).entries())
      if (month.start.getTime() !== months[at]?.start.getTime()) await updateMonth(tx, month.id, month);
  },
};

/** A plan is required [001 §5 Subscription and workshop]. `price`: the price on the screen in whole J$. */
const Subscribe = z.strictObject({
  key: UuidSchema,
  plan: z.enum(plans),
  method: z.enum(paymentMethods),
  price: z.number().int().min(1).max(10_000_000),
});

/** Starts the payment of a month, due in 72 hours (decision A2). Allows one open payment. Idempotent by key (A9). */
const subscribe = authedSerial
  .errors(startRefusalCodes)
  .errors(refusalCodes('subscriptions.pending_already', 'subscriptions.price_changed'))
  .input(Subscribe)
  .handler(async function subscribe({ context, input }) {
    const { services, tx } = context;
    const { plan, method, price } = input;
    return startPaymentOnce({ ...context, person: await context.userPromise }, input, async () => {
      if (await hasPending(tx)) refuse('subscriptions.pending_already', {});
      const { plan_prices } = await loadCurrentSettings(tx);
      if (plan_prices[plan] !== price) refuse('subscriptions.price_changed', {});
      const payableId = await insertSubscription(tx, { plan, method, now: services.clock() });
      return { payable: 'plan', payableId, title: `${planNames[plan]} plan, one month` };
    });
  });

const ownPlans = authed.handler(async function ownPlans({ context: { services, tx, person } }) {
  const now = services.clock();
  return { ...(await findOwnPlans(tx, now)), includes: await findIncludedFeatures(tx, person.id, now), now };
});

export const subscriptionsApi = { own: ownPlans, subscribe };
