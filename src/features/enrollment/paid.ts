import type { Effects } from '../payments/move-payment.ts';
import { activate, endBought } from './store.ts';

/**
 * What becomes of an enrollment as its payment moves: active once its money is here [001 §4 Payment success], ended
 * with its payment [001 §4 Payment cancel].
 */
export const courseEffects: Effects = {
  paid: async (tx, { payableId }, now) => {
    await activate(tx, payableId, now);
  },
  over: async (tx, { payableId }) => {
    await endBought(tx, payableId);
  },
};
