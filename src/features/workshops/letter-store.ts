import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../platform/database.ts';
import type { CalendarPlace } from './calendar.ts';
import type { WorkshopLetter } from './letters.ts';
import type { Mode } from './session.ts';
import type { Waiter } from './waiting-store.ts';

const calendarColumns = sql`r.id, r.user_id "userId", s.title, r.status, r.code, s.status "sessionStatus",
  s.start_at "startAt", s.end_at "endAt", s.place, l.link, r.confirmed_at is not null "everPaid",
  greatest(s.details_at, r.moved_at, s.cancelled_at) "changedAt"`;
const rowsOfPlaces = sql`workshop_registrations r join workshop_sessions s on s.id = r.session_id
  left join workshop_links l on l.session_id = s.id and r.registration_mode = 'online' and r.status = 'confirmed'`;

type Whose = { readonly userId: string; readonly everPaid: boolean };

/** A place for the calendar, if row security lets this person see it. */
export const calendarPlace = (tx: Db, id: string) =>
  firstRow<CalendarPlace & Whose>(tx)`
    select ${calendarColumns} from ${rowsOfPlaces} where r.id = ${id}`;

/** A place as a letter tells of it. */
export type LetterPlace = CalendarPlace & {
  readonly everPaid: boolean;
  readonly name: string;
  readonly email: string;
  readonly mode: Mode;
  readonly offeredUntil: Date | null;
  readonly cancelReason: string | null;
  /** What they were given for coming, and under which hash it was sent. */
  readonly lgm: number | null;
  readonly awardHash: string | null;
};

/** A place, and whose it is; null when there is none. */
export const placeOfLetter = (tx: Db, id: string) =>
  firstRow<LetterPlace>(tx)`
    select ${calendarColumns}, p.display_name "name", p.email, r.registration_mode "mode", r.offered_until "offeredUntil",
        s.cancel_reason "cancelReason", a.lgm, a.transaction_hash "awardHash"
      from ${rowsOfPlaces} join profiles p on p.id = r.user_id left join lgm_awards a on a.registration_id = r.id where r.id = ${id}`;

type PlaceNews = Waiter & { readonly kind: Extract<WorkshopLetter, 'confirmed' | 'moved' | 'changed'> };

/** Marks places whose customer was not told yet how they stand now, each with what is new about them. */
export const placesToTell = (tx: Db, now: Date) =>
  allRows<PlaceNews>(tx)`
    with due as (
      select r.id, case when r.told_at is null then 'confirmed' when r.moved_at > r.told_at then 'moved'
          else 'changed' end kind
        from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status = 'confirmed' and s.status = 'active' and s.start_at > ${now}
         and (r.told_at is null or r.told_at < greatest(s.details_at, r.moved_at))
       order by r.id limit 200 for update of r skip locked)
    update workshop_registrations r set told_at = ${now} from due where r.id = due.id
      returning r.id, r.user_id "userId", due.kind`;

/** Marks places in sessions of a span of time whose customer was not reminded of that yet. */
export const placesToRemind = (tx: Db, { from, until, now }: { from: Date; until: Date; now: Date }) =>
  allRows<Waiter>(tx)`
    update workshop_registrations set reminded_at = ${now} where id in (
      select r.id from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status = 'confirmed' and s.status = 'active' and s.start_at >= ${from} and s.start_at < ${until}
         and (r.reminded_at is null or r.reminded_at < r.moved_at)
       order by r.id limit 500 for update of r skip locked)
      returning id, user_id "userId"`;
