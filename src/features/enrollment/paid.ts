import type { Effects } from '../payments/move-payment.ts';
import { activate, endBought } from './store.ts';

/**
 * What becomes of a course as its payment moves [001 §4 Payment success]: it opens once its money is here, and ends
 * with its payment.
 */
export const courseEffects: Effects = {
  paid: async (tx, { payableId }, now) => {
    await activate(tx, payableId, now);
  },
  over: async (tx, { payableId }) => {
    await endBought(tx, payableId);
  },
};
