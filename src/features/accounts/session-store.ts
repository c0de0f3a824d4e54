import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, hasRow } from '../../platform/database/database.ts';
import { type SessionOwner, selectDeviceHash } from './mfa-store.ts';
import { deleteExpiredTokens, deleteResetTokens } from './token-store.ts';

export const isDeviceOfAccount = (db: Db, email: string, device: string) =>
  hasRow(db)`
    select 1 from auth.known_device d join auth."user" u on u.id = d.user_id
     where u.email = ${email} and d.device_hash = ${device}`;

export const isKnownDevice = (db: Db, device: string) =>
  hasRow(db)`select 1 from auth.known_device where device_hash = ${device} limit 1`;

/** Returns true for the account's first sign-in. */
export const recordFirstSignIn = (tx: Db, userId: string) =>
  hasRow(tx)`
    update auth."user" set first_signed_in_at = now() where id = ${userId} and first_signed_in_at is null
    returning id`;

/** Returns true when the device is new to the user. */
export const rememberDevice = async (tx: Db, userId: string, device: string) =>
  (await firstValue<boolean>(tx)`
    insert into auth.known_device as d (user_id, device_hash) values (${userId}, ${device})
    on conflict (user_id, device_hash) do update set last_seen = now()
    returning first_seen = last_seen "isNew"`) ?? false;

/** Marks a device for which no mail was sent, because the day's limit was reached. */
export const markNewDeviceMailSkipped = (tx: Db, email: string, device: string) =>
  sql`update auth.known_device d set notification_pending = true from auth."user" u
       where u.email = ${email} and d.user_id = u.id and d.device_hash = ${device}`.execute(tx);

export const getDeviceCodesKey = (userId: string, device: string): string =>
  `second-step:${userId}:password:device:${device}`;

/** Forgets all devices but `keptDevice`: their next sign-in sends a mail. Also clears the wrong-code count of each. */
export async function forgetDevicesExcept(tx: Db, userId: string, keptDevice: string | null = null): Promise<void> {
  await sql`delete from rate_limits r using auth.known_device d
     where d.user_id = ${userId} and r.key = ${getDeviceCodesKey(userId, '')} || d.device_hash`.execute(tx);
  await sql`delete from auth.known_device
     where user_id = ${userId} and device_hash is distinct from ${keptDevice}`.execute(tx);
}

export const forgetAllButSessionDevice = (tx: Db, owner: SessionOwner) =>
  sql`delete from auth.known_device
       where user_id = ${owner.id} and device_hash is distinct from ${selectDeviceHash(owner)}`.execute(tx);

export async function addFreeze(tx: Db, userId: string): Promise<void> {
  await sql`insert into account_freezes (user_id, cause) values (${userId}, 'not_me') on conflict do nothing`.execute(
    tx,
  );
}

/** Finds a freeze by the owner's own alarm. Customers must not learn of other freezes (A7). */
export const findFrozenSince = (tx: Db, userId: string) =>
  firstValue<Date>(tx)`
    select frozen_at since from account_freezes
     where user_id = ${userId} and cause = 'not_me' and lifted_at is null`;

/** Lifts a freeze by the owner's own alarm. Returns the owner's email, or undefined when there is no such freeze. */
export const liftFreeze = (tx: Db, userId: string, details: { by: string; reason: string }) =>
  firstRow<{ email: string }>(tx)`
    update account_freezes f set lifted_at = now(), lifted_by = ${details.by}, lift_reason = ${details.reason} from profiles p
     where f.user_id = ${userId} and f.cause = 'not_me' and f.lifted_at is null and p.id = f.user_id
     returning p.email`;

/** `hash` is null when no password is set. */
export type Credential = {
  userId: string;
  hash: string | null;
  isVerified: boolean;
  hasMfa: boolean;
};

export type StaffAccount = { readonly userId: string; readonly hash: string; readonly hasMfa: boolean };

/** Skips accounts without a password: an alarm removed it, and only a reset opens them. */
export const findStaffAccount = (db: Db, email: string) =>
  firstRow<StaffAccount>(db)`
    select u.id "userId", a.password hash, u.second_factor "hasMfa"
      from auth."user" u join auth.account a on a."userId" = u.id and a.password is not null
     where u.email = ${email} and u."emailVerified" and u.signed_up_in is null and app.is_staff(u.id)`;

export async function findCredential(db: Db, email: string): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    select u.id "userId", a.password hash, u."emailVerified" and u.signed_up_in is null "isVerified",
           u.second_factor "hasMfa"
      from auth."user" u left join auth.account a on a."userId" = u.id
     where u.email = ${email}`.execute(db);
  return rows[0];
}

/** Locks the password until the transaction ends. With `hash`, returns false when the password has changed. */
export const lockPassword = (tx: Db, userId: string, hash: string | null = null) =>
  hasRow(tx)`
    select from auth.account where "userId" = ${userId}
       and (${hash}::text is null or password = ${hash}) for share`;

/** Locks the second-factor flag; false when it is no longer `hasMfa`. Call it before locking a session. */
export async function lockMfaState(tx: Db, userId: string, hasMfa: boolean): Promise<boolean> {
  await sql`select from auth.account where "userId" = ${userId} for share`.execute(tx);
  return hasRow(tx)`
    select from auth."user" where id = ${userId} and second_factor = ${hasMfa} for no key update`;
}

export const lockPasswordForChange = (tx: Db, userId: string) =>
  sql`select from auth.account where "userId" = ${userId} for update`.execute(tx);

/** Stores a stronger hash of the same password. Sessions and tokens stay valid. */
export const upgradePasswordHash = (db: Db, userId: string, { from, to }: { from: string | null; to: string }) =>
  sql`update auth.account set password = ${to} where "userId" = ${userId} and password = ${from}`.execute(db);

export const revokeApiAccess = (tx: Db, userId: string) => sql`select app.revoke_api_access(${userId})`.execute(tx);

/**
 * Sets the password, or removes it with null. Deletes reset links and API keys. Pauses webhooks and recurring buys, and
 * restarts the wait before large payouts to payees (decision F8).
 */
export async function setPassword(tx: Db, userId: string, hash: string | null): Promise<void> {
  await sql`update auth.account set password = ${hash}, "updatedAt" = now()
       where "userId" = ${userId}`.execute(tx);
  await revokeApiAccess(tx, userId);
  await sql`select app.pause_standing_instructions(${userId})`.execute(tx);
  await deleteResetTokens(tx, userId);
}

export type NewSession = {
  token: string;
  userId: string;
  userAgent: string;
  awaitsMfa: boolean;
  lifetimeSeconds: number;
  device?: string;
  /** Counts as a fresh proof (step-up). Default: true. */
  isProof?: boolean;
};

const maxSessions = 20;

/**
 * Starts a session [000 §3 Session]. Beyond 20 sessions, the least recently used session ends. A session that awaits
 * MFA ends no other session, so that a password thief cannot sign the owner out.
 */
export async function addSession(tx: Db, session: NewSession): Promise<void> {
  const { token, userId, userAgent, awaitsMfa, lifetimeSeconds, device = null, isProof = true } = session;
  await sql`insert into auth.session (token, "userId", "userAgent", awaiting_mfa, "expiresAt", device_hash, confirmed_at)
    values (${token}, ${userId}, ${userAgent}, ${awaitsMfa}, now() + make_interval(secs => ${lifetimeSeconds}),
            ${device}, case when ${isProof}::boolean then now() else now() - interval '1 day' end)`.execute(tx);
  if (awaitsMfa) return;
  await sql`delete from auth.session where id in (
    select id from auth.session where "userId" = ${userId} and not awaiting_mfa
     order by used_at desc, "createdAt" desc, id desc offset ${maxSessions})`.execute(tx);
}

export type AwaitingSession = { id: string; userId: string; email: string };

export async function findAwaitingSession(db: Db, token: string): Promise<AwaitingSession | undefined> {
  const { rows } = await sql<AwaitingSession>`
    select s.id, u.id "userId", u.email from auth.session s join auth."user" u on u.id = s."userId"
     where s.token = ${token} and s.awaiting_mfa and s."expiresAt" > now() and u."emailVerified"`.execute(db);
  return rows[0];
}

export type SessionRow = { id: string; userAgent: string | null; startedAt: Date; usedAt: Date };

export const findSessions = (db: Db, userId: string) =>
  allRows<SessionRow>(db)`
    select id, "userAgent", "createdAt" "startedAt", used_at "usedAt" from auth.session
     where "userId" = ${userId} and "expiresAt" > now() and used_at > now() - interval '24 hours'
       and not awaiting_mfa
     order by used_at desc, id desc limit 200`;

export const endSession = (db: Db, userId: string, id: string) =>
  hasRow(db)`delete from auth.session where id = ${id} and "userId" = ${userId} returning id`;

/** Ends a session. Returns the owner's id if the session was active, else null. */
export async function endSessionByToken(tx: Db, token: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string; wasActive: boolean }>`
    delete from auth.session where token = ${token} returning "userId", not awaiting_mfa
       and "expiresAt" > now() and used_at > now() - interval '24 hours' "wasActive"`.execute(tx);
  return rows[0]?.wasActive ? rows[0].userId : null;
}

export async function endSessions(db: Db, userId: string, except: string | null = null): Promise<number> {
  const { rows } = await sql`
    delete from auth.session where "userId" = ${userId} and id is distinct from ${except} returning id`.execute(db);
  return rows.length;
}

export const isStaff = async (db: Db, userId: string) =>
  (await firstValue<boolean>(db)`select app.is_staff(${userId}) staff`) ?? false;

export const markReauthenticated = (db: Db, sessionId: string) =>
  sql`update auth.session set confirmed_at = now() where id = ${sessionId}`.execute(db);

/** False when the session has ended. */
export const replaceSessionToken = (tx: Db, sessionId: string, token: string) =>
  hasRow(tx)`
    update auth.session set token = ${token}, confirmed_at = now() where id = ${sessionId} returning id`;

/** Locks the session until the transaction ends. False when it has ended. */
export const lockSession = (tx: Db, sessionId: string) =>
  hasRow(tx)`select from auth.session where id = ${sessionId} for share`;

/** Locks the password, then the session, until the transaction ends. False when the session has ended. */
export const lockCredentials = async (tx: Db, sessionId: string) =>
  (await firstValue<boolean>(tx)`select app.lock_credentials(${sessionId}) held`) ?? false;

/** Deletes expired sessions, tokens and devices, and sessions that a wrong clock made longer than seven days. */
export async function deleteExpiredAccess(db: Db): Promise<void> {
  await sql`delete from auth.session where "expiresAt" not between now() and now() + interval '7 days 1 minute'
      or used_at not between now() - interval '1 day' and now() + interval '1 minute'`.execute(db);
  await deleteExpiredTokens(db);
  await sql`delete from auth.known_device where last_seen < now() - interval '400 days'`.execute(db);
}
