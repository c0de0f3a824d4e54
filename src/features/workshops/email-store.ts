import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../platform/database/database.ts';
import type { CalendarSeat } from './calendar.ts';
import type { EmailSeat, WorkshopEmail } from './emails.ts';
import type { Waiter } from './waiting-store.ts';

const calendarColumns = sql`r.id, r.user_id "userId", s.title, r.status, r.code, s.status "sessionStatus",
  s.start_at "startAt", s.end_at "endAt", s.place, l.link, r.confirmed_at is not null "everPaid",
  greatest(s.details_at, r.moved_at, s.cancelled_at) "changedAt"`;
const seatRows = sql`workshop_registrations r join workshop_sessions s on s.id = r.session_id
  left join workshop_links l on l.session_id = s.id and r.registration_mode = 'online' and r.status = 'confirmed'`;

type SeatOwner = { readonly userId: string; readonly everPaid: boolean };

export const findCalendarSeat = (tx: Db, id: string) =>
  firstRow<CalendarSeat & SeatOwner>(tx)`
    select ${calendarColumns} from ${seatRows} where r.id = ${id}`;

export const findEmailSeat = (tx: Db, id: string) =>
  firstRow<EmailSeat>(tx)`
    select ${calendarColumns}, p.display_name "name", p.email, r.registration_mode "mode", r.offered_until "offeredUntil",
        s.cancel_reason "cancelReason", a.lgm, a.transaction_hash "awardHash"
      from ${seatRows} join profiles p on p.id = r.user_id left join lgm_awards a on a.registration_id = r.id where r.id = ${id}`;

type SeatUpdate = Waiter & { readonly kind: Extract<WorkshopEmail, 'confirmed' | 'moved' | 'changed'> };

/** Claims seats with an unsent email about their current state. */
export const takeSeatsToNotify = (tx: Db, now: Date) =>
  allRows<SeatUpdate>(tx)`
    with due as (
      select r.id, case when r.notified_at is null then 'confirmed' when r.moved_at > r.notified_at then 'moved'
          else 'changed' end kind
        from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status = 'confirmed' and s.status = 'active' and s.start_at > ${now}
         and (r.notified_at is null or r.notified_at < greatest(s.details_at, r.moved_at))
       order by r.id limit 200 for update of r skip locked)
    update workshop_registrations r set notified_at = ${now} from due where r.id = due.id
      returning r.id, r.user_id "userId", due.kind`;

/** Claims seats in the period that have no reminder yet. */
export const takeSeatsToRemind = (tx: Db, { from, until, now }: { from: Date; until: Date; now: Date }) =>
  allRows<Waiter>(tx)`
    update workshop_registrations set reminded_at = ${now} where id in (
      select r.id from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status = 'confirmed' and s.status = 'active' and s.start_at >= ${from} and s.start_at < ${until}
         and (r.reminded_at is null or r.reminded_at < r.moved_at)
       order by r.id limit 500 for update of r skip locked)
      returning id, user_id "userId"`;
