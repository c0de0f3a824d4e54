import { sql } from 'kysely';
import { type Db, whoAsks } from '../../platform/database.ts';
import type { SessionView } from './desk-schema.ts';
import type { Mode, PlaceStatus, SessionStatus } from './session.ts';
import type { Session } from './store.ts';

/** A session as staff see it. */
export type DeskSession = Session & {
  readonly link: string | null;
  readonly updatedAt: Date;
  readonly madeBy: string;
  readonly confirmed: number;
  readonly checkedIn: number;
};

const columns = sql`s.id, s.title, s.description, s.flyer_file "flyerFile", s.flyer_alt "flyerAlt", s.start_at "startAt",
  s.end_at "endAt", s.place, l.link, s.status, s.updated_at "updatedAt", s.made_by "madeBy",
  (select json_agg(json_build_object('mode', t.mode, 'seats', t.seats, 'taken', t.taken, 'waiting', t.waiting)
     order by t.mode) from workshop_seats t where t.session_id = s.id) seats,
  (select count(*)::int from workshop_registrations r where r.session_id = s.id and r.status = 'confirmed') confirmed,
  (select count(*)::int from workshop_registrations r where r.session_id = s.id and r.checked_in_at is not null) "checkedIn"`;
const from = sql`workshop_sessions s left join workshop_links l on l.session_id = s.id`;

type Key = { readonly startAt: Date; readonly id: string };
type Page = { readonly view: SessionView; readonly after: Key | null; readonly now: Date; readonly limit: number };

/** The sessions of a view, paged by key: what is to come the soonest first, what is over the latest first. */
export async function sessionsOfDesk(tx: Db, { view, after, now, limit }: Page): Promise<DeskSession[]> {
  const within = {
    coming: sql`s.status = 'active' and s.end_at > ${now}`,
    drafts: sql`s.status = 'draft'`,
    past: sql`s.status = 'active' and s.end_at <= ${now}`,
    cancelled: sql`s.status = 'cancelled'`,
  }[view];
  const rising = view === 'coming' || view === 'drafts';
  const [beyond, order] = rising ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await sql<DeskSession>`
    select ${columns} from ${from}
     where ${within} ${after === null ? sql`` : sql`and (s.start_at, s.id) ${beyond} (${after.startAt}, ${after.id})`}
     order by s.start_at ${order}, s.id ${order} limit ${limit}`.execute(tx);
  return rows;
}

/** One session; with `lock` nobody else changes it, nor takes one of its places, until the transaction ends. */
export async function sessionOfDesk(tx: Db, id: string, lock = false): Promise<DeskSession | null> {
  if (lock) {
    await sql`select from workshop_sessions where id = ${id} for update`.execute(tx);
    await sql`select from workshop_seats where session_id = ${id} order by mode for update`.execute(tx);
  }
  const { rows } = await sql<DeskSession>`select ${columns} from ${from} where s.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** What staff write of a session. */
export type SessionFacts = {
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

async function writeAround(tx: Db, id: string, { link, seats }: SessionFacts): Promise<void> {
  await sql`insert into workshop_seats (session_id, mode, seats)
      values (${id}, 'in_person', ${seats.in_person}), (${id}, 'online', ${seats.online})
      on conflict (session_id, mode) do update set seats = excluded.seats`.execute(tx);
  if (link === '') await sql`delete from workshop_links where session_id = ${id}`.execute(tx);
  else
    await sql`insert into workshop_links (session_id, link) values (${id}, ${link})
        on conflict (session_id) do update set link = excluded.link`.execute(tx);
}

/** A new session, not announced yet, a row of workshop_sessions: its id [001 §3 workshop_sessions]. */
export async function insertSession(tx: Db, facts: SessionFacts, now: Date): Promise<string> {
  const { title, description, startAt, endAt, place, flyerFile, flyerAlt } = facts;
  const { rows } = await sql<{ id: string }>`
    insert into workshop_sessions (title, description, start_at, end_at, place, flyer_file, flyer_alt, status, made_by,
        created_at, updated_at, details_at)
      values (${title}, ${description}, ${startAt}, ${endAt}, ${place}, ${flyerFile}, ${flyerAlt}, 'draft', ${whoAsks},
        ${now}, ${now}, ${now}) returning id`.execute(tx);
  const id = rows[0]?.id ?? '';
  await writeAround(tx, id, facts);
  return id;
}

type Change = { readonly facts: SessionFacts; readonly told: boolean; readonly now: Date };

/** Writes a session anew. Breaks `no_seat_sold_twice` where more places are taken. `told`: who comes is told again. */
export async function updateSession(tx: Db, id: string, { facts, told, now }: Change): Promise<void> {
  const { title, description, startAt, endAt, place, flyerFile, flyerAlt } = facts;
  await sql`update workshop_sessions set title = ${title}, description = ${description}, start_at = ${startAt},
      end_at = ${endAt}, place = ${place}, flyer_file = ${flyerFile}, flyer_alt = ${flyerAlt}, updated_at = ${now}
      ${told ? sql`, details_at = ${now}` : sql``} where id = ${id}`.execute(tx);
  await writeAround(tx, id, facts);
}

export const setStatus = (tx: Db, id: string, { to, now }: { to: SessionStatus; now: Date }) =>
  sql`update workshop_sessions set status = ${to}, updated_at = ${now} where id = ${id}`.execute(tx);

/** Somebody who comes, with the name as on a ticket and no more. */
export type Participant = {
  readonly id: string;
  readonly attendee: string;
  readonly mode: Mode;
  readonly status: PlaceStatus;
  readonly code: string;
  readonly createdAt: Date;
  readonly checkedInAt: Date | null;
};

const person = sql`id, attendee, registration_mode "mode", status, code, created_at "createdAt",
  checked_in_at "checkedInAt"`;

/** Who comes, is about to or waits, by name, as a list at the door is looked through; paged by key. */
export async function participantsOf(
  tx: Db,
  sessionId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select ${person} from workshop_registrations
     where session_id = ${sessionId} and status in ('waiting', 'offered', 'pending', 'confirmed')
       ${
         after === null
           ? sql``
           : sql`and (attendee, id) > (select o.attendee, o.id from workshop_registrations o where o.id = ${after})`
       } order by attendee, id limit ${limit}`.execute(tx);
  return rows;
}

/** The place of a session under a code, locked, and whose it is. */
export async function placeUnder(
  tx: Db,
  sessionId: string,
  code: string,
): Promise<(Participant & { readonly userId: string }) | null> {
  const { rows } = await sql<Participant & { userId: string }>`
    select ${person}, user_id "userId" from workshop_registrations
     where session_id = ${sessionId} and code = ${code} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The workshop that a code is for, whichever. */
export async function sessionUnder(tx: Db, code: string): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select s.title from workshop_registrations r join workshop_sessions s on s.id = r.session_id
     where r.code = ${code}`.execute(tx);
  return rows[0]?.title ?? null;
}

export const noteCame = (tx: Db, id: string, now: Date) =>
  sql`update workshop_registrations set checked_in_at = ${now}, checked_in_by = ${whoAsks}
       where id = ${id} and checked_in_at is null`.execute(tx);
