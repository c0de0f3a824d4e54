import { sql } from 'kysely';
import {
  allRows,
  anyRow,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  newId,
} from '../../platform/database/database.ts';
import type { PaymentMethod } from '../payments/payment.ts';
import { isAwaitingCustomer } from '../payments/store.ts';
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
  const { rows } = await sql<Row>`select ${columns} from workshop_sessions s where s.id = ${id}`.execute(tx);
  return rows[0] ? toSession(rows[0]) : null;
}

export const isFlyer = (tx: Db, file: string) =>
  anyRow(tx)`
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

export type SeatMode = { readonly sessionId: string; readonly mode: Mode };

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
  anyRow(tx)`update workshop_registrations set status = 'pending', payment_method = ${method}
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
  anyRow(tx)`
    update workshop_registrations set session_id = ${sessionId}, registration_mode = ${mode}, moved_at = ${now},
        moved_from = session_id, moved_from_mode = registration_mode
     where id = ${id} and user_id = ${currentUserId} and status = 'confirmed' and moved_at is null and checked_in_at is null
     returning id`;
