import type { Effects } from '../payments/move-payment.ts';
import { confirmPlace, endPlace } from './store.ts';

/** What becomes of a place as its payment moves: confirmed once its money is here, free when its payment ends. */
export const placeEffects: Effects = {
  paid: async (tx, { payableId }, now) => {
    await confirmPlace(tx, payableId, now);
  },
  over: async (tx, { payableId, state }, _now) => {
    await endPlace(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
  },
};
