import { createLine, createOptionalLine, omitEmpty, type Ticket } from '../receipts/receipt.ts';
import { modeNames } from './session.ts';
import type { TicketSeat } from './ticket-store.ts';
import { formatTimes } from './times.ts';

/** Returns the ticket of a paid seat in an active session; null for other seats. */
export function toTicket(place: TicketSeat | null): Ticket | null {
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
