import { sql } from 'kysely';
import { type Db, whoAsks } from '../../platform/database.ts';
import type { PaymentMethod } from '../payments/payment.ts';
import { asksToPay } from '../payments/store.ts';
import type { Mode, PlaceStatus, Seats, SessionStatus } from './session.ts';

/** A session as anybody may see it, a row of workshop_sessions [001 §3 workshop_sessions]. */
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
const read = ({ seats, ...row }: Row): Session => ({ ...row, seats: seats ?? [] });

/** The active workshop_sessions that are not over, by start_at ascending [001 §7 Reads and writes]. */
export async function announcedSessions(tx: Db, now: Date): Promise<Session[]> {
  const { rows } = await sql<Row>`
    select ${columns} from workshop_sessions s where s.status = 'active' and s.end_at > ${now}
     order by s.start_at, s.id limit 100`.execute(tx);
  return rows.map(read);
}

/** One session, if row security lets this person see it. */
export async function sessionById(tx: Db, id: string): Promise<Session | null> {
  const { rows } = await sql<Row>`select ${columns} from workshop_sessions s where s.id = ${id}`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** Whether a picture is the flyer of a session that was announced. */
export async function isFlyer(tx: Db, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from workshop_sessions where flyer_file = ${file} and status <> 'draft' limit 1`.execute(tx);
  return rows.length > 0;
}

/** A place of whoever asks. */
export type OwnPlace = {
  readonly id: string;
  readonly sessionId: string;
  readonly title: string;
  readonly mode: Mode;
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  /** Where to take part online; known once it is paid. */
  readonly link: string | null;
  /** What is shown at the door. */
  readonly code: string;
  readonly offeredUntil: Date | null;
  readonly movedAt: Date | null;
  readonly checkedInAt: Date | null;
  readonly paymentId: string | null;
  readonly toPay: boolean;
};

const ownColumns = sql`r.id, r.session_id "sessionId", s.title, r.registration_mode "mode", r.status,
  s.status "sessionStatus", s.start_at "startAt", s.end_at "endAt", s.place, l.link, r.code, r.offered_until "offeredUntil", r.moved_at "movedAt",
  r.checked_in_at "checkedInAt", p.id "paymentId", coalesce(${asksToPay}, false) "toPay"`;
const ownRows = sql`workshop_registrations r join workshop_sessions s on s.id = r.session_id
  left join workshop_links l on l.session_id = s.id and r.registration_mode = 'online' and r.status = 'confirmed'
  left join payments p on p.payable = 'workshop' and p.payable_id = r.id and p.user_id = r.user_id and p.ended is null`;

/** A place of whoever asks, however it stands; null where it is not theirs. */
export async function ownPlace(tx: Db, id: string): Promise<OwnPlace | null> {
  const { rows } = await sql<OwnPlace>`
    select ${ownColumns} from ${ownRows} where r.id = ${id} and r.user_id = ${whoAsks}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * The workshop_registrations of whoever asks that are waited for, offered, paid for or to be paid, the newest first
 * [001 §7 Reads and writes].
 */
export async function ownPlaces(tx: Db): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    select ${ownColumns} from ${ownRows}
     where r.user_id = ${whoAsks} and r.status in ('waiting', 'offered', 'pending', 'confirmed')
     order by r.created_at desc, r.id limit 100`.execute(tx);
  return rows;
}

/** A mode of a session, which somebody wants a place in. */
export type Wanted = { readonly sessionId: string; readonly mode: Mode };

/** What whoever asks has of a mode of a session, if anything holds or waits. */
export async function ownStanding(
  tx: Db,
  { sessionId, mode }: Wanted,
): Promise<{ readonly id: string; readonly status: PlaceStatus; readonly offeredUntil: Date | null } | null> {
  const { rows } = await sql<{ id: string; status: PlaceStatus; offeredUntil: Date | null }>`
    select id, status, offered_until "offeredUntil" from workshop_registrations
     where user_id = ${whoAsks} and session_id = ${sessionId} and registration_mode = ${mode}
       and status in ('waiting', 'offered', 'pending', 'confirmed')`.execute(tx);
  return rows[0] ?? null;
}

export type NewPlace = Wanted & {
  readonly attendee: string;
  readonly code: string;
  readonly method: PaymentMethod;
  readonly now: Date;
};

/**
 * Takes a place that is to be paid, a row of workshop_registrations with the status pending: its id [001 §3
 * workshop_registrations, §7 Reads and writes]. The database counts: breaks `no_seat_sold_twice` where none is left,
 * `first_come_first_served` where somebody waits. A duplicate of a person, workshop and mode breaks the index
 * `registration_once` [001 §5 Subscription and workshop].
 */
export async function insertPlace(tx: Db, { sessionId, mode, attendee, code, method, now }: NewPlace): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workshop_registrations (session_id, user_id, registration_mode, status, attendee, code, payment_method,
        created_at)
      values (${sessionId}, ${whoAsks}, ${mode}, 'pending', ${attendee}, ${code}, ${method}, ${now})
      returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Whoever was offered a place takes it, to pay for it. False where the offer ended meanwhile. */
export async function takeOffer(tx: Db, id: string, method: PaymentMethod): Promise<boolean> {
  const { rows } = await sql`update workshop_registrations set status = 'pending', payment_method = ${method}
       where id = ${id} and status = 'offered' returning id`.execute(tx);
  return rows.length > 0;
}

/** The money of a place is here. */
export async function confirmPlace(tx: Db, id: string, now: Date): Promise<void> {
  const { rows } = await sql`update workshop_registrations set status = 'confirmed', confirmed_at = ${now}
       where id = ${id} and status = 'pending' returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('what was paid for is no place');
}

/** Frees a place whose payment is over or given back. */
export const endPlace = (tx: Db, id: string, to: 'cancelled' | 'rejected') =>
  sql`update workshop_registrations set status = ${to} where id = ${id} and status in ('pending', 'confirmed')`.execute(
    tx,
  );

/** When the session of a place begins. */
export async function startOfPlace(tx: Db, id: string): Promise<Date> {
  const { rows } = await sql<{ startAt: Date }>`
    select s.start_at "startAt" from workshop_registrations r join workshop_sessions s on s.id = r.session_id
     where r.id = ${id}`.execute(tx);
  if (!rows[0]) throw new Error('what is paid for is no place');
  return rows[0].startAt;
}

/**
 * Moves a place of whoever asks, once: its seat there is free, and one here is taken. Breaks what taking a place
 * breaks. False where it moved already, or its owner was let in.
 */
export async function movePlace(
  tx: Db,
  id: string,
  { sessionId, mode, now }: Wanted & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update workshop_registrations set session_id = ${sessionId}, registration_mode = ${mode}, moved_at = ${now},
        moved_from = session_id, moved_from_mode = registration_mode
     where id = ${id} and user_id = ${whoAsks} and status = 'confirmed' and moved_at is null and checked_in_at is null
     returning id`.execute(tx);
  return rows.length > 0;
}
