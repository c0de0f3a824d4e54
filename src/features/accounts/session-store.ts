import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstValue } from '../../platform/database.ts';
import { forgetResets, sweepTokens } from './token-store.ts';

/** What signing in must know of an account. `hash` is null where no password opens it. */
export type Credential = {
  userId: string;
  hash: string | null;
  verified: boolean;
  factor: boolean;
};

/** The account of an address. */
export async function credentialOf(db: Db, email: string): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    select u.id "userId", a.password hash, u."emailVerified" and u.signed_up_in is null verified, u.second_factor factor
      from auth."user" u left join auth.account a on a."userId" = u.id
     where u.email = ${email}`.execute(db);
  return rows[0];
}

/**
 * Holds the password of an account still until the transaction ends, so that no session begins beside its change.
 * With `hash`: false when another stands there by now.
 */
export const holdPassword = (tx: Db, userId: string, hash: string | null = null) =>
  anyRow(tx)`
    select from auth.account where "userId" = ${userId}
       and (${hash}::text is null or password = ${hash}) for share`;

/**
 * Whether the account asks for a second factor as it did when something slow began, such as looking at a password; then
 * it does so until the end of this transaction. To be asked before a session is held: whoever ends sessions holds the
 * password first.
 */
export async function factorStands(tx: Db, userId: string, factor: boolean): Promise<boolean> {
  await sql`select from auth.account where "userId" = ${userId} for share`.execute(tx);
  return anyRow(tx)`
    select from auth."user" where id = ${userId} and second_factor = ${factor} for no key update`;
}

/** Holds the password still for whoever changes it: of two at one moment the second finds what the first left. */
export const holdForChange = (tx: Db, userId: string) =>
  sql`select from auth.account where "userId" = ${userId} for update`.execute(tx);

/** The same password in a newer form. Who may come in stays as it was, so that no line is written and no token ends. */
export const keepAnew = (db: Db, userId: string, { from, to }: { from: string | null; to: string }) =>
  sql`update auth.account set password = ${to} where "userId" = ${userId} and password = ${from}`.execute(db);

/** No key of a program opens anything any more, and no address is told anything until its owner says so. */
export const endPrograms = (tx: Db, userId: string) => sql`select app.end_programs(${userId})`.execute(tx);

/**
 * Another password, or none that opens anything. Every reset mail of before is worth nothing from here on, nor is a key
 * of a program, and no address of theirs is told anything until its owner says so.
 */
export async function setPassword(tx: Db, userId: string, hash: string | null): Promise<void> {
  await sql`update auth.account set password = ${hash}, "updatedAt" = now()
       where "userId" = ${userId}`.execute(tx);
  await endPrograms(tx, userId);
  await forgetResets(tx, userId);
}

export type NewSession = {
  token: string;
  userId: string;
  userAgent: string;
  waits: boolean;
  seconds: number;
  /** The browser that it is of; a factor set up in it is of that browser too. */
  device?: string;
};

/** Sessions of an account that are open at the same time. */
const mostSessions = 20;

/**
 * Lays down a session: whose, until when [000 §3 Session]. One that waits for its second step opens nothing until it is
 * replaced, and ends no other: whoever has the password alone would end what the owner has begun. Their budget bounds
 * them (`signedIn`), and each lives for some minutes. Where an account has as many open ones as it may, those that were
 * used longest ago end.
 */
export async function addSession(tx: Db, session: NewSession): Promise<void> {
  const { token, userId, userAgent, waits, seconds, device = null } = session;
  await sql`insert into auth.session (token, "userId", "userAgent", waits_for_factor, "expiresAt", device_hash)
    values (${token}, ${userId}, ${userAgent}, ${waits}, now() + make_interval(secs => ${seconds}), ${device})`.execute(
    tx,
  );
  if (waits) return;
  await sql`delete from auth.session where id in (
    select id from auth.session where "userId" = ${userId} and not waits_for_factor
     order by used_at desc, "createdAt" desc, id desc offset ${mostSessions})`.execute(tx);
}

export type Waiting = { id: string; userId: string; email: string };

/** Who gave the right password in the session of this token and still owes the second step. */
export async function waitingSession(db: Db, token: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select s.id, u.id "userId", u.email from auth.session s join auth."user" u on u.id = s."userId"
     where s.token = ${token} and s.waits_for_factor and s."expiresAt" > now() and u."emailVerified"`.execute(db);
  return rows[0];
}

export type SessionLine = { id: string; userAgent: string | null; startedAt: Date; usedAt: Date };

/** The sessions of an account that are open now, the newest use first. */
export const sessionsOf = (db: Db, userId: string) =>
  allRows<SessionLine>(db)`
    select id, "userAgent", "createdAt" "startedAt", used_at "usedAt" from auth.session
     where "userId" = ${userId} and "expiresAt" > now() and used_at > now() - interval '24 hours'
       and not waits_for_factor
     order by used_at desc, id desc limit 200`;

/** Ends one session of an account; false when it has none by that id. */
export const endSession = (db: Db, userId: string, id: string) =>
  anyRow(db)`delete from auth.session where id = ${id} and "userId" = ${userId} returning id`;

/** Ends the session of a token, whatever its state. Answers whose it was, if somebody was in by it. */
export async function endSessionOf(tx: Db, token: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string; wasIn: boolean }>`
    delete from auth.session where token = ${token} returning "userId", not waits_for_factor
       and "expiresAt" > now() and used_at > now() - interval '24 hours' "wasIn"`.execute(tx);
  return rows[0]?.wasIn ? rows[0].userId : null;
}

/** Ends every session of an account, except one if that is asked. Answers how many. */
export async function endSessions(db: Db, userId: string, except: string | null = null): Promise<number> {
  const { rows } = await sql`
    delete from auth.session where "userId" = ${userId} and id is distinct from ${except} returning id`.execute(db);
  return rows.length;
}

/** Whether an account holds any role. */
export const isStaff = async (db: Db, userId: string) =>
  (await firstValue<boolean>(db)`select app.is_staff(${userId}) staff`) ?? false;

/** Whoever is signed in elsewhere has to prove themselves anew before what asks for it. */
export const forgetProofsBeside = (tx: Db, { id, sessionId }: { readonly id: string; readonly sessionId: string }) =>
  sql`update auth.session set confirmed_at = 'epoch' where "userId" = ${id} and id <> ${sessionId}`.execute(tx);

/** The person of a session has just proved to be there. */
export const markConfirmed = (db: Db, sessionId: string) =>
  sql`update auth.session set confirmed_at = now() where id = ${sessionId}`.execute(db);

/** Another token for a session that goes on: who knew the old one is out. False when the session has ended. */
export const renewSession = (tx: Db, sessionId: string, token: string) =>
  anyRow(tx)`
    update auth.session set token = ${token}, confirmed_at = now() where id = ${sessionId} returning id`;

/** Holds a session still until the transaction ends, so that what ends it finds what it did; false when it ended. */
export const holdSession = (tx: Db, sessionId: string) =>
  anyRow(tx)`select from auth.session where id = ${sessionId} for share`;

/**
 * The same for an act of the person of a session, and first their password: 'This was not me' and a new password find
 * what was done, or it is not done. False when the session ended meanwhile.
 */
export const holdWayIn = async (tx: Db, sessionId: string) =>
  (await firstValue<boolean>(tx)`select app.hold_way_in(${sessionId}) held`) ?? false;

/**
 * Removes what has ended by itself, and what would live too long because a clock that ran ahead gave it its end: nobody
 * gives a session more than seven days.
 */
export async function sweepAccounts(db: Db): Promise<void> {
  await sql`delete from auth.session where "expiresAt" not between now() and now() + interval '7 days 1 minute'
      or used_at not between now() - interval '1 day' and now() + interval '1 minute'`.execute(db);
  await sweepTokens(db);
  await sql`delete from auth.known_device where last_seen < now() - interval '400 days'`.execute(db);
}
