import type { Effects } from '../payments/move-payment.ts';
import { closedUp, monthFrom } from './period.ts';
import { activate, endSubscription, monthsOf, moveMonth, oneAtATime, runsUntil } from './store.ts';

/**
 * What becomes of a subscription as its payment moves [001 §4 Subscriptions]: pending becomes active once its money is
 * here, and it ends with its payment.
 */
export const planEffects: Effects = {
  paid: async (tx, { userId, payableId }, now) => {
    await oneAtATime(tx, userId);
    await activate(tx, payableId, monthFrom(now, await runsUntil(tx, userId)));
  },
  over: async (tx, { userId, payableId, state }, now) => {
    await oneAtATime(tx, userId);
    // What staff decline says so on the card of the plan; what ends by itself or by its customer does not.
    await endSubscription(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
    const months = await monthsOf(tx, userId, now);
    for (const [at, month] of closedUp(months, now).entries())
      if (month.start.getTime() !== months[at]?.start.getTime()) await moveMonth(tx, month.id, month);
  },
};
