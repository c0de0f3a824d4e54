import type { Effects } from '../payments/move-payment.ts';
import { monthFrom } from './period.ts';
import { activate, endSubscription, runsUntil } from './store.ts';

/** What becomes of a subscription as its payment moves: it runs once its money is here, and ends with its payment. */
export const planEffects: Effects = {
  paid: async (tx, { userId, payableId }, now) => {
    await activate(tx, payableId, monthFrom(now, await runsUntil(tx, userId)));
  },
  over: async (tx, { payableId, state }, _now) => {
    // What staff decline says so on the card of the plan; what ends by itself or by its customer does not.
    await endSubscription(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
  },
};
