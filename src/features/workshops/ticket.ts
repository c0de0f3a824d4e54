import { line, maybe, present, type Ticket } from '../receipts/receipt.ts';
import { modeNames } from './session.ts';
import type { TicketPlace } from './ticket-store.ts';
import { timesText } from './times.ts';

/** What is shown at the door: only of a place that is paid, in a session that takes place. */
export function ticketOf(place: TicketPlace | null): Ticket | null {
  if (place?.status !== 'confirmed' || place.sessionStatus !== 'active') return null;
  const { title, startAt, endAt, mode, attendee, code, movedFrom, movedFromMode } = place;
  const from = movedFrom && movedFromMode && `${movedFrom}, ${modeNames[movedFromMode].toLowerCase()}`;
  const lines = present(
    line('Workshop', title),
    line('When', timesText(startAt, endAt)),
    line('Where', place.place),
    line('How', modeNames[mode]),
    line('Attendee', attendee),
    maybe('Moved from', from),
    line('Code', code, 'code'),
  );
  return { part: { title: 'Your place', lines }, code };
}
