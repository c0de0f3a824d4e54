import type { FulfilmentHandlers } from '../payments/move-payment.ts';
import { getExpiry } from '../payments/payment.ts';
import { createLine, createOptionalLine, omitEmpty, type Ticket } from '../receipts/receipt.ts';
import { formatTimes, getClaimedUntil, isOpen, modeNames } from './session.ts';
import { confirmSeat, endSeat, findSessionStart, findTicketSeat, type TicketSeat } from './store.ts';

/** Returns the ticket of a paid seat in an active session; null for other seats. */
function toTicket(place: TicketSeat | null): Ticket | null {
  if (place?.status !== 'confirmed' || place.sessionStatus !== 'active') return null;
  const { title, startAt, endAt, mode, attendee, code, movedFrom, movedFromMode } = place;
  const from = movedFrom && movedFromMode && `${movedFrom}, ${modeNames[movedFromMode].toLowerCase()}`;
  const lines = omitEmpty(
    createLine('Workshop', title),
    createLine('When', formatTimes(startAt, endAt)),
    createLine('Where', place.place),
    createLine('How', modeNames[mode]),
    createLine('Attendee', attendee),
    createOptionalLine('Moved from', from),
    createLine('Code', code, 'code'),
  );
  return { part: { title: 'Your place', lines }, code };
}

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
  reservedUntil: async (tx, { payableId, startedAt, method }, now) =>
    getClaimedUntil(
      { startAt: await findSessionStart(tx, payableId), startedAt, lapsesAt: getExpiry(startedAt, method) },
      now,
    ),
};
