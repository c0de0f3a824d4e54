import type { Effects } from '../payments/move-payment.ts';
import { lapsesAt } from '../payments/payment.ts';
import { claimedUntil, isOpen } from './session.ts';
import { confirmPlace, endPlace, startOfPlace } from './store.ts';
import { ticketOf } from './ticket.ts';
import { placeOfTicket } from './ticket-store.ts';

/**
 * What becomes of a registration as its payment moves [001 §4 Workshop registrations]: confirmed once its money is
 * here, free when its payment ends.
 */
export const placeEffects: Effects = {
  paid: async (tx, { payableId }, now) => {
    await confirmPlace(tx, payableId, now);
  },
  over: async (tx, { payableId, state }, _now) => {
    await endPlace(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
  },
  // From the start on nobody gets a place any more, as nobody can ask for one.
  isOff: async (tx, { payableId }, now) => {
    const place = await placeOfTicket(tx, payableId);
    return place !== null && !isOpen({ status: place.sessionStatus, startAt: place.startAt }, now);
  },
  ticket: async (tx, { payableId }) => ticketOf(await placeOfTicket(tx, payableId)),
  keptUntil: async (tx, { payableId, begunAt, method }, now) =>
    claimedUntil({ startAt: await startOfPlace(tx, payableId), begunAt, lapsesAt: lapsesAt(begunAt, method) }, now),
};
