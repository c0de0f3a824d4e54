import type { FulfilmentHandlers } from '../../payments/move-payment.ts';
import { activatePaid, endPaid } from './store.ts';

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
