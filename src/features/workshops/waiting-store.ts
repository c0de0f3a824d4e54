import { sql } from 'kysely';
import { allRows, anyRow, currentUserId, type Db, firstRow, newId } from '../../platform/database/database.ts';
import type { Mode } from './session.ts';
import type { SeatMode } from './store.ts';

export type NewWait = SeatMode & { readonly attendee: string; readonly code: string; readonly now: Date };

/** Inserts a waiting list entry. Violates `registration_once` when the user is already registered. */
export const insertWait = (tx: Db, { sessionId, mode, attendee, code, now }: NewWait) =>
  newId(tx)`
    insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, created_at)
      values (${sessionId}, ${currentUserId}, ${mode}, 'waiting', ${attendee}, ${code}, ${now}) returning id`;

export const leaveWaitingList = (tx: Db, id: string) =>
  anyRow(tx)`
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
