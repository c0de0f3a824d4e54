import { type Db, firstRow } from '../../platform/database/database.ts';
import type { Mode, PlaceStatus, SessionStatus } from './session.ts';

export type TicketSeat = {
  readonly title: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly mode: Mode;
  readonly attendee: string;
  readonly code: string;
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly movedFrom: string | null;
  readonly movedFromMode: Mode | null;
};

export const findTicketSeat = (tx: Db, id: string) =>
  firstRow<TicketSeat>(tx)`
    select s.title, s.start_at "startAt", s.end_at "endAt", s.place, r.registration_mode "mode", r.attendee, r.code,
        r.status, s.status "sessionStatus", f.title "movedFrom", r.moved_from_mode "movedFromMode"
      from workshop_registrations r join workshop_sessions s on s.id = r.session_id
      left join workshop_sessions f on f.id = r.moved_from where r.id = ${id}`;
