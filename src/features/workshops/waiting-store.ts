import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, newId, whoAsks } from '../../platform/database.ts';
import type { Mode } from './session.ts';
import type { Wanted } from './store.ts';

export type NewWait = Wanted & { readonly attendee: string; readonly code: string; readonly now: Date };

/** Whoever asks stands in line: the id of their place in it. Breaks `registration_once` where they have one. */
export const insertWait = (tx: Db, { sessionId, mode, attendee, code, now }: NewWait) =>
  newId(tx)`
    insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, created_at)
      values (${sessionId}, ${whoAsks}, ${mode}, 'waiting', ${attendee}, ${code}, ${now}) returning id`;

/** Whoever asks waits no more, or does not want what they were offered. False where it was neither. */
export const leaveLine = (tx: Db, id: string) =>
  anyRow(tx)`
    update workshop_registrations set status = 'cancelled'
     where id = ${id} and user_id = ${whoAsks} and status in ('waiting', 'offered') returning id`;

export type Waiter = { readonly id: string; readonly userId: string };

/** Ends offers that nobody took in time, and waiting for what has begun or of who left; a bounded number at a time. */
export const endWaits = (tx: Db, now: Date) =>
  allRows<Waiter>(tx)`
    update workshop_registrations set status = 'lapsed' where id in (
      select r.id from workshop_registrations r join workshop_sessions s on s.id = r.session_id
       where r.status in ('waiting', 'offered')
         and ((r.status = 'offered' and r.offered_until <= ${now}) or s.start_at <= ${now} or exists (
           select from profiles p where p.id = r.user_id and p.closed_at is not null))
       order by r.id limit 200 for update of r skip locked)
     returning id, user_id "userId"`;

export type Line = { readonly sessionId: string; readonly mode: Mode };

/** The lines that somebody waits in although a place is free. */
export const linesToMove = (tx: Db, now: Date) =>
  allRows<Line>(tx)`
    select t.session_id "sessionId", t.mode from workshop_seats t join workshop_sessions s on s.id = t.session_id
     where t.waiting > 0 and t.taken < t.seats and s.status = 'active' and s.start_at > ${now} limit 200`;

/**
 * Offers a place to whoever waits longest, for a day and never past the start; null where nobody waits. Breaks
 * `no_seat_sold_twice` where somebody else had the last one meanwhile.
 */
export const offerNext = (tx: Db, { sessionId, mode }: Line, now: Date) =>
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

/** A session may be put forward: no place is held unpaid for longer than its start allows (`unpaidUntil`). */
export const shortenHolds = (tx: Db) =>
  sql`update payments p set lapses_at = ${unpaidUntil}
       from workshop_registrations r join workshop_sessions s on s.id = r.session_id
      where p.payable = 'workshop' and p.payable_id = r.id and r.status = 'pending' and p.ended is null
        and p.pay_in in ('awaiting', 'claimed') and p.lapses_at > ${unpaidUntil}`.execute(tx);
