import { sql } from 'kysely';
import { after, days } from '../../kernel/clock.ts';
import {
  allRows,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  hasRow,
  newId,
  requireRow,
} from '../../platform/database/database.ts';
import type { IpPseudonyms } from '../../platform/http/ip-pseudonyms.ts';
import type { PaymentMethod } from '../payments/payment.ts';
import { isAwaitingCustomer } from '../payments/store.ts';
import type { CalendarSeat } from './calendar.ts';
import type { EmailSeat, WorkshopEmail } from './emails.ts';
import type { Mode, PlaceStatus, Seats, SessionStatus } from './session.ts';

/** Public columns of a session [001 §3 workshop_sessions]. */
export type Session = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly flyerFile: string | null;
  readonly flyerAlt: string | null;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly status: SessionStatus;
  readonly seats: readonly Seats[];
};

const columns = sql`s.id, s.title, s.description, s.flyer_file "flyerFile", s.flyer_alt "flyerAlt", s.start_at "startAt",
  s.end_at "endAt", s.place, s.status,
  (select json_agg(json_build_object('mode', t.mode, 'seats', t.seats, 'taken', t.taken, 'waiting', t.waiting)
     order by t.mode) from workshop_seats t where t.session_id = s.id and t.seats > 0) seats`;

type Row = Omit<Session, 'seats'> & { readonly seats: Seats[] | null };
const toSession = ({ seats, ...row }: Row): Session => ({ ...row, seats: seats ?? [] });

/** Finds active sessions that have not ended, by start_at ascending [001 §7 Reads and writes]. */
export async function findAnnouncedSessions(tx: Db, now: Date): Promise<Session[]> {
  const { rows } = await sql<Row>`
    select ${columns} from workshop_sessions s where s.status = 'active' and s.end_at > ${now}
     order by s.start_at, s.id limit 100`.execute(tx);
  return rows.map(toSession);
}

export async function findPublicSession(tx: Db, id: string): Promise<Session | null> {
  const row = await firstRow<Row>(tx)`select ${columns} from workshop_sessions s where s.id = ${id}`;
  return row && toSession(row);
}

export const isFlyer = (tx: Db, file: string) =>
  hasRow(tx)`
    select from workshop_sessions where flyer_file = ${file} and status <> 'draft' limit 1`;

export type OwnSeat = {
  readonly id: string;
  readonly sessionId: string;
  readonly title: string;
  readonly mode: Mode;
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly link: string | null;
  readonly code: string;
  readonly offeredUntil: Date | null;
  readonly movedAt: Date | null;
  readonly checkedInAt: Date | null;
  readonly paymentId: string | null;
  readonly toPay: boolean;
};

const ownColumns = sql`r.id, r.session_id "sessionId", s.title, r.registration_mode "mode", r.status,
  s.status "sessionStatus", s.start_at "startAt", s.end_at "endAt", s.place, l.link, r.code, r.offered_until "offeredUntil", r.moved_at "movedAt",
  r.checked_in_at "checkedInAt", p.id "paymentId", coalesce(${isAwaitingCustomer}, false) "toPay"`;
const ownRows = sql`workshop_registrations r join workshop_sessions s on s.id = r.session_id
  left join workshop_links l on l.session_id = s.id and r.registration_mode = 'online' and r.status = 'confirmed'
  left join payments p on p.payable = 'workshop' and p.payable_id = r.id and p.user_id = r.user_id and p.ended is null`;

export const findOwnSeat = (tx: Db, id: string) =>
  firstRow<OwnSeat>(tx)`
    select ${ownColumns} from ${ownRows} where r.id = ${id} and r.user_id = ${currentUserId}`;

/** Finds the user's seats, newest first [001 §7 Reads and writes]. */
export const findOwnSeats = (tx: Db) =>
  allRows<OwnSeat>(tx)`
    select ${ownColumns} from ${ownRows}
     where r.user_id = ${currentUserId} and r.status in ('waiting', 'offered', 'pending', 'confirmed')
     order by r.created_at desc, r.id limit 100`;

type SeatMode = { readonly sessionId: string; readonly mode: Mode };

export const findOwnRegistration = (tx: Db, { sessionId, mode }: SeatMode) =>
  firstRow<{ readonly id: string; readonly status: PlaceStatus; readonly offeredUntil: Date | null }>(tx)`
    select id, status, offered_until "offeredUntil" from workshop_registrations
     where user_id = ${currentUserId} and session_id = ${sessionId} and registration_mode = ${mode}
       and status in ('waiting', 'offered', 'pending', 'confirmed')`;

export type NewSeat = SeatMode & {
  readonly attendee: string;
  readonly code: string;
  readonly method: PaymentMethod;
  readonly now: Date;
};

/**
 * Inserts a pending seat [001 §3 workshop_registrations, §7 Reads and writes]. Violates `no_seat_sold_twice`,
 * `first_come_first_served` or `registration_once` [001 §5 Subscription and workshop].
 */
export const insertSeat = (tx: Db, { sessionId, mode, attendee, code, method, now }: NewSeat) =>
  newId(tx)`
    insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at)
      values (${sessionId}, ${currentUserId}, ${mode}, 'pending', ${attendee}, ${code}, ${method}, ${now})
      returning id`;

/** Accepts an offer. Returns false when it has ended. */
export const acceptOffer = (tx: Db, id: string, method: PaymentMethod) =>
  hasRow(tx)`update workshop_registrations set status = 'pending', payment_method = ${method}
       where id = ${id} and status = 'offered' returning id`;

export async function confirmSeat(tx: Db, id: string, now: Date): Promise<void> {
  const { rows } = await sql`update workshop_registrations set status = 'confirmed', confirmed_at = ${now}
       where id = ${id} and status = 'pending' returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('what was paid for is no place');
}

export const endSeat = (tx: Db, id: string, to: 'cancelled' | 'rejected') =>
  sql`update workshop_registrations set status = ${to} where id = ${id} and status in ('pending', 'confirmed')`.execute(
    tx,
  );

export async function findSessionStart(tx: Db, id: string): Promise<Date> {
  const startAt = await firstValue<Date>(tx)`
    select s.start_at "startAt" from workshop_registrations r join workshop_sessions s on s.id = r.session_id
     where r.id = ${id}`;
  if (startAt === null) throw new Error('what is paid for is no place');
  return startAt;
}

/** Moves the user's seat. Violates the constraints of a new seat. Returns false if already moved or checked in. */
export const moveSeat = (tx: Db, id: string, { sessionId, mode, now }: SeatMode & { now: Date }) =>
  hasRow(tx)`
    update workshop_registrations set session_id = ${sessionId}, registration_mode = ${mode}, moved_at = ${now},
        moved_from = session_id, moved_from_mode = registration_mode
     where id = ${id} and user_id = ${currentUserId} and status = 'confirmed' and moved_at is null and checked_in_at is null
     returning id`;

/** `own`: the user's expired holds. `near` and `around`: seats held from this connection and network. */
export type Holds = { readonly own: number; readonly near: number; readonly around: number };

type HoldQuery = { readonly sessionId: string; readonly from: IpPseudonyms; readonly now: Date };

export const countHolds = (tx: Db, { sessionId, from, now }: HoldQuery) =>
  requireRow<Holds>(tx)`
    select own, near, around from app.seat_hold_counts(${sessionId}, ${from.connection}, ${from.network}, ${now})`;

export const countWaits = (tx: Db, { sessionId, from }: Omit<HoldQuery, 'now'>) =>
  requireRow<Omit<Holds, 'own'>>(tx)`
    select near, around from app.waitlist_counts(${sessionId}, ${from.connection}, ${from.network})`;

/** True for a customer with an approved identity or a received payment. */
export const isKnownCustomer = async (tx: Db) =>
  (await firstValue<boolean>(tx)`
    select exists (select from kyc_submissions k where k.user_id = app.user_id() and k.status = 'approved')
        or exists (select from payments p where p.user_id = app.user_id() and p.pay_in = 'received') known`) ?? false;

export const insertHold = (tx: Db, placeId: string, { from, now }: Pick<HoldQuery, 'from' | 'now'>) =>
  sql`insert into workshop_holds (registration_id, connection, network, held_at)
      values (${placeId}, ${from.connection}, ${from.network}, ${now}) on conflict do nothing`.execute(tx);

/** Deletes holds older than `before`, except of seats that are offered or on a waiting list. */
export const deleteHolds = (tx: Db, before: Date) =>
  sql`delete from workshop_holds h where held_at < ${before} and not exists (
    select from workshop_registrations r where r.id = h.registration_id
      and (r.status in ('waiting', 'offered') or r.offered_until >= ${before}))`.execute(tx);

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

type NewWait = SeatMode & { readonly attendee: string; readonly code: string; readonly now: Date };

/** Inserts a waiting list entry. Violates `registration_once` when the user is already registered. */
export const insertWait = (tx: Db, { sessionId, mode, attendee, code, now }: NewWait) =>
  newId(tx)`
    insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, created_at)
      values (${sessionId}, ${currentUserId}, ${mode}, 'waiting', ${attendee}, ${code}, ${now}) returning id`;

export const leaveWaitingList = (tx: Db, id: string) =>
  hasRow(tx)`
    update workshop_registrations set status = 'cancelled'
     where id = ${id} and user_id = ${currentUserId} and status in ('waiting', 'offered') returning id`;

export type Waiter = { readonly id: string; readonly userId: string };

/** Ends up to 200 entries: expired offers, and entries for started sessions or closed accounts. */
export const endExpiredWaits = (tx: Db, now: Date) =>
  allRows<Waiter>(tx)`
    update workshop_registrations set status = 'lapsed' where id in (
      select r.id from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status in ('waiting', 'offered')
         and ((r.status = 'offered' and r.offered_until <= ${now}) or s.start_at <= ${now} or exists (
           select from profiles p where p.id = r.user_id and p.closed_at is not null))
       order by r.id limit 200 for update of r skip locked)
     returning id, user_id "userId"`;

export type WaitingList = { readonly sessionId: string; readonly mode: Mode };

export const findListsWithFreeSeats = (tx: Db, now: Date) =>
  allRows<WaitingList>(tx)`
    select t.session_id "sessionId", t.mode from workshop_seats t join workshop_sessions s on s.id = t.session_id
     where t.waiting > 0 and t.taken < t.seats and s.status = 'active' and s.start_at > ${now} limit 200`;

/** Offers a seat to the first user on the list for a day, at most until the start. Violates `no_seat_sold_twice`. */
export const offerNextSeat = (tx: Db, { sessionId, mode }: WaitingList, now: Date) =>
  firstRow<Waiter>(tx)`
    update workshop_registrations r set status = 'offered',
        offered_until = least(${now}::timestamptz + interval '24 hours', s.start_at)
      from workshop_sessions s
     where s.id = r.session_id and r.status = 'waiting' and r.id = (
       select w.id from workshop_registrations w
        where w.session_id = ${sessionId} and w.registration_mode = ${mode} and w.status = 'waiting'
        order by w.created_at, w.id limit 1 for update)
      returning r.id, r.user_id "userId"`;

const unpaidUntil = sql`case when s.start_at - interval '4 hours' >= p.created_at then s.start_at - interval '3 hours'
  else s.start_at end`;

/** Shortens unpaid holds after a session was moved to an earlier time. */
export const shortenHolds = (tx: Db) =>
  sql`update payments p set lapses_at = ${unpaidUntil}
       from workshop_registrations r join workshop_sessions s on s.id = r.session_id
      where p.payable = 'workshop' and p.payable_id = r.id and r.status = 'pending' and p.ended is null
        and p.pay_in in ('awaiting', 'claimed') and p.lapses_at > ${unpaidUntil}`.execute(tx);

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

/** Claims seats in the period without a reminder for it. Reminders of an earlier date do not count. */
export const takeSeatsToRemind = (tx: Db, { from, until, now }: { from: Date; until: Date; now: Date }) =>
  allRows<Waiter>(tx)`
    update workshop_registrations set reminded_at = ${now} where id in (
      select r.id from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status = 'confirmed' and s.status = 'active' and s.start_at >= ${from} and s.start_at < ${until}
         and (r.reminded_at is null or r.reminded_at < greatest(r.moved_at, ${after(from, -days(1))}))
       order by r.id limit 500 for update of r skip locked)
      returning id, user_id "userId"`;
