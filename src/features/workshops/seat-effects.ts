import type { FulfilmentHandlers } from '../payments/move-payment.ts';
import { getExpiry } from '../payments/payment.ts';
import { getClaimedUntil, isOpen } from './session.ts';
import { confirmSeat, endSeat, findSessionStart } from './store.ts';
import { toTicket } from './ticket.ts';
import { findTicketSeat } from './ticket-store.ts';

/** Updates a seat when its payment changes [001 §4 Workshop registrations]. */
export const placeEffects: FulfilmentHandlers = {
  onPaid: async (tx, { payableId }, now) => {
    await confirmSeat(tx, payableId, now);
  },
  onEnded: async (tx, { payableId, state }, _now) => {
    await endSeat(tx, payableId, state.ended === 'rejected' ? 'rejected' : 'cancelled');
  },
  // After the start, no seat is confirmed or sold.
  isUnavailable: async (tx, { payableId }, now) => {
    const place = await findTicketSeat(tx, payableId);
    return place !== null && !isOpen({ status: place.sessionStatus, startAt: place.startAt }, now);
  },
  ticket: async (tx, { payableId }) => toTicket(await findTicketSeat(tx, payableId)),
  reservedUntil: async (tx, { payableId, begunAt, method }, now) =>
    getClaimedUntil(
      { startAt: await findSessionStart(tx, payableId), begunAt, lapsesAt: getExpiry(begunAt, method) },
      now,
    ),
};
