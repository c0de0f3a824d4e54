import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue, newId } from '../../platform/database/database.ts';
import type { Mode, PlaceStatus, SessionStatus } from './session.ts';
import type { SessionView } from './staff-schema.ts';
import type { Session } from './store.ts';

export type StaffSession = Session & {
  readonly link: string | null;
  readonly updatedAt: Date;
  readonly madeBy: string;
  readonly confirmed: number;
  readonly checkedIn: number;
};

const columns = sql`s.id, s.title, s.description, s.flyer_file "flyerFile", s.flyer_alt "flyerAlt", s.start_at "startAt",
  s.end_at "endAt", s.place, l.link, s.status, s.updated_at "updatedAt", s.created_by "madeBy",
  (select json_agg(json_build_object('mode', t.mode, 'seats', t.seats, 'taken', t.taken, 'waiting', t.waiting)
     order by t.mode) from workshop_seats t where t.session_id = s.id) seats,
  (select count(*)::int from workshop_registrations r where r.session_id = s.id and r.status = 'confirmed') confirmed,
  (select count(*)::int from workshop_registrations r where r.session_id = s.id and r.checked_in_at is not null) "checkedIn"`;
const from = sql`workshop_sessions s left join workshop_links l on l.session_id = s.id`;

type Key = { readonly startAt: Date; readonly id: string };
type Page = { readonly view: SessionView; readonly after: Key | null; readonly now: Date; readonly limit: number };

/** Finds sessions of a view with keyset pagination: upcoming ones soonest first, past ones latest first. */
export async function findSessions(tx: Db, { view, after, now, limit }: Page): Promise<StaffSession[]> {
  const within = {
    coming: sql`s.status = 'active' and s.end_at > ${now}`,
    drafts: sql`s.status = 'draft'`,
    past: sql`s.status = 'active' and s.end_at <= ${now}`,
    cancelled: sql`s.status = 'cancelled'`,
  }[view];
  const rising = view === 'coming' || view === 'drafts';
  const [beyond, order] = rising ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return allRows<StaffSession>(tx)`
    select ${columns} from ${from}
     where ${within} ${after === null ? sql`` : sql`and (s.start_at, s.id) ${beyond} (${after.startAt}, ${after.id})`}
     order by s.start_at ${order}, s.id ${order} limit ${limit}`;
}

/** Finds a session. `lock` locks it and its seats until the transaction ends. */
export async function findSession(tx: Db, id: string, lock = false): Promise<StaffSession | null> {
  if (lock) {
    await sql`select from workshop_sessions where id = ${id} for update`.execute(tx);
    await sql`select from workshop_seats where session_id = ${id} order by mode for update`.execute(tx);
  }
  return firstRow<StaffSession>(tx)`select ${columns} from ${from} where s.id = ${id}`;
}

export type SessionValues = {
  readonly title: string;
  readonly description: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly link: string;
  readonly flyerFile: string | null;
  readonly flyerAlt: string | null;
  readonly seats: Readonly<Record<Mode, number>>;
};

async function storeSeatsAndLink(tx: Db, id: string, { link, seats }: SessionValues): Promise<void> {
  await sql`insert into workshop_seats (session_id, mode, seats)
      values (${id}, 'in_person', ${seats.in_person}), (${id}, 'online', ${seats.online})
      on conflict (session_id, mode) do update set seats = excluded.seats`.execute(tx);
  if (link === '') await sql`delete from workshop_links where session_id = ${id}`.execute(tx);
  else
    await sql`insert into workshop_links (session_id, link) values (${id}, ${link})
        on conflict (session_id) do update set link = excluded.link`.execute(tx);
}

/** Inserts a draft session [001 §3 workshop_sessions]. */
export async function insertSession(tx: Db, values: SessionValues, now: Date): Promise<string> {
  const { title, description, startAt, endAt, place, flyerFile, flyerAlt } = values;
  const id = await newId(tx)`
    insert into workshop_sessions (title, description, start_at, end_at, place, flyer_file, flyer_alt, status, created_by,
        created_at, updated_at, details_at)
      values (${title}, ${description}, ${startAt}, ${endAt}, ${place}, ${flyerFile}, ${flyerAlt}, 'draft', ${currentUserId},
        ${now}, ${now}, ${now}) returning id`;
  await storeSeatsAndLink(tx, id, values);
  return id;
}

type Change = { readonly values: SessionValues; readonly isNotified: boolean; readonly now: Date };

/** Updates a session. Violates `no_seat_sold_twice` for too few seats. `isNotified`: attendees get an email. */
export async function updateSession(tx: Db, id: string, { values, isNotified, now }: Change): Promise<void> {
  const { title, description, startAt, endAt, place, flyerFile, flyerAlt } = values;
  await sql`update workshop_sessions set title = ${title}, description = ${description}, start_at = ${startAt},
      end_at = ${endAt}, place = ${place}, flyer_file = ${flyerFile}, flyer_alt = ${flyerAlt}, updated_at = ${now}
      ${isNotified ? sql`, details_at = ${now}` : sql``} where id = ${id}`.execute(tx);
  await storeSeatsAndLink(tx, id, values);
}

export const setStatus = (tx: Db, id: string, { to, now }: { to: SessionStatus; now: Date }) =>
  sql`update workshop_sessions set status = ${to}, updated_at = ${now} where id = ${id}`.execute(tx);

export type Participant = {
  readonly id: string;
  readonly attendee: string;
  readonly mode: Mode;
  readonly status: PlaceStatus;
  readonly code: string;
  readonly createdAt: Date;
  readonly checkedInAt: Date | null;
};

const participantColumns = sql`id, attendee, registration_mode "mode", status, code, created_at "createdAt",
  checked_in_at "checkedInAt"`;

export const findParticipants = (
  tx: Db,
  sessionId: string,
  { after, limit }: { after: string | null; limit: number },
) =>
  allRows<Participant>(tx)`
    select ${participantColumns} from workshop_registrations
     where session_id = ${sessionId} and status in ('waiting', 'offered', 'pending', 'confirmed')
       ${
         after === null
           ? sql``
           : sql`and (attendee, id) > (select o.attendee, o.id from workshop_registrations o where o.id = ${after})`
       } order by attendee, id limit ${limit}`;

/** Locks the seat with this code in the session. */
export const lockSeatByCode = (tx: Db, sessionId: string, code: string) =>
  firstRow<Participant & { readonly userId: string }>(tx)`
    select ${participantColumns}, user_id "userId" from workshop_registrations
     where session_id = ${sessionId} and code = ${code} for update`;

/** Returns the title of the session to which the code belongs. */
export const findSessionTitle = (tx: Db, code: string) =>
  firstValue<string>(tx)`
    select s.title from workshop_registrations r join workshop_sessions s on s.id = r.session_id
     where r.code = ${code}`;

export const recordCheckIn = (tx: Db, id: string, now: Date) =>
  sql`update workshop_registrations set checked_in_at = ${now}, checked_in_by = ${currentUserId}
       where id = ${id} and checked_in_at is null`.execute(tx);

type Cancellation = { readonly reason: string; readonly now: Date };

/** Cancels a session. Throws when row security blocks the update. */
export async function setCancelled(tx: Db, id: string, { reason, now }: Cancellation): Promise<void> {
  const { rows } = await sql`
    update workshop_sessions set status = 'cancelled', cancelled_at = ${now}, cancel_reason = ${reason},
        updated_at = ${now} where id = ${id} returning id`.execute(tx);
  if (rows.length !== 1) throw new Error('a session was not cancelled');
}

export type SeatToEnd = {
  readonly id: string;
  readonly userId: string;
  readonly status: PlaceStatus;
  readonly paymentId: string | null;
};

/** Finds seats that are held, offered or on the waiting list. */
export const findSeatsToEnd = (tx: Db, sessionId: string) =>
  allRows<SeatToEnd>(tx)`
    select r.id, r.user_id "userId", r.status, p.id "paymentId" from workshop_registrations r
      left join payments p on p.payable = 'workshop' and p.payable_id = r.id and p.ended is null
     where r.session_id = ${sessionId} and r.status in ('waiting', 'offered', 'pending', 'confirmed')
     order by r.id`;

export const endWait = (tx: Db, id: string) =>
  sql`update workshop_registrations set status = 'cancelled'
       where id = ${id} and status in ('waiting', 'offered')`.execute(tx);
