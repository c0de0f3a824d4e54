import type { FulfilmentHandlers } from '../payments/move-payment.ts';
import { closeGaps, getMonthFrom } from './period.ts';
import { activateSubscription, endSubscription, findMonths, findPlansEnd, lockPlans, updateMonth } from './store.ts';

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
