import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** The stored form of a drawn word: it has more chance in it than anybody can try, so a plain hash will do. */
export const wordHash = (word: string): string => createHash('sha256').update(word).digest('hex');

/** Whether the account of an address was signed in to from this browser before. */
export async function knowsDevice(db: Db, email: string, device: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.known_device d join auth."user" u on u.id = d.user_id
     where u.email = ${email} and d.device_hash = ${device}`.execute(db);
  return rows.length > 0;
}

/** Whether any account was signed in to from this browser before. */
export async function isKnownDevice(db: Db, device: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth.known_device where device_hash = ${device} limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes that an account is signed in to; true for the first time ever. */
export async function firstSignIn(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update auth."user" set first_signed_in_at = now() where id = ${userId} and first_signed_in_at is null
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Remembers a browser for an account; true when it was not known. */
export async function rememberDevice(tx: Db, userId: string, device: string): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    insert into auth.known_device as d (user_id, device_hash) values (${userId}, ${device})
    on conflict (user_id, device_hash) do update set last_seen = now()
    returning first_seen = last_seen fresh`.execute(tx);
  return rows[0]?.fresh ?? false;
}

/** Notes that no letter went about a browser, since those of the day were spent. */
export const leaveUntold = (tx: Db, email: string, device: string) =>
  sql`update auth.known_device d set untold = true from auth."user" u
       where u.email = ${email} and d.user_id = u.id and d.device_hash = ${device}`.execute(tx);

/** Forgets every browser of an account, except one if that is asked: the next sign-in from any is told to the owner. */
export const forgetDevices = (tx: Db, userId: string, except: string | null = null) =>
  sql`delete from auth.known_device where user_id = ${userId} and device_hash is distinct from ${except}`.execute(tx);

/** Which sign-in an alarm is about; one that was mailed by an earlier version names no browser. */
export type Alarm = { userId: string; signedInAt: Date; browser: string | null };

/**
 * Keeps the word of a mailed alarm for the account of the address that it is mailed to, for as long as the session that
 * it is about can last. False when nobody has that address.
 */
export async function keepAlarm(db: Db, word: string, alarm: Omit<Alarm, 'userId'> & { email: string }) {
  const { email, signedInAt, browser } = alarm;
  const { rows } = await sql`
    insert into auth.alarm (hash, user_id, signed_in_at, device_hash, expires_at)
    select ${wordHash(word)}, id, ${signedInAt}, ${browser}, now() + interval '7 days'
      from auth."user" where email = ${email} returning hash`.execute(db);
  return rows.length === 1;
}

/** Takes the word of an alarm, once: whose it is, and which sign-in it is about. */
export async function takeAlarm(tx: Db, word: string): Promise<Alarm | undefined> {
  const { rows } = await sql<Alarm>`
    update auth.alarm set used_at = now()
     where hash = ${wordHash(word)} and used_at is null and expires_at > now()
    returning user_id "userId", signed_in_at "signedInAt", device_hash browser`.execute(tx);
  return rows[0];
}
