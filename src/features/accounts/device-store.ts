import { sql } from 'kysely';
import { anyRow, type Db, firstValue } from '../../platform/database.ts';
import { browserOf, type Holder } from './factor-store.ts';

/** Whether the account of an address was signed in to from this browser before. */
export const knowsDevice = (db: Db, email: string, device: string) =>
  anyRow(db)`
    select 1 from auth.known_device d join auth."user" u on u.id = d.user_id
     where u.email = ${email} and d.device_hash = ${device}`;

/** Whether any account was signed in to from this browser before. */
export const isKnownDevice = (db: Db, device: string) =>
  anyRow(db)`select 1 from auth.known_device where device_hash = ${device} limit 1`;

/** Notes that an account is signed in to; true for the first time ever. */
export const firstSignIn = (tx: Db, userId: string) =>
  anyRow(tx)`
    update auth."user" set first_signed_in_at = now() where id = ${userId} and first_signed_in_at is null
    returning id`;

/** Remembers a browser for an account; true when it was not known. */
export const rememberDevice = async (tx: Db, userId: string, device: string) =>
  (await firstValue<boolean>(tx)`
    insert into auth.known_device as d (user_id, device_hash) values (${userId}, ${device})
    on conflict (user_id, device_hash) do update set last_seen = now()
    returning first_seen = last_seen fresh`) ?? false;

/** Notes that no letter went about a browser, since those of the day were spent. */
export const leaveUntold = (tx: Db, email: string, device: string) =>
  sql`update auth.known_device d set untold = true from auth."user" u
       where u.email = ${email} and d.user_id = u.id and d.device_hash = ${device}`.execute(tx);

/** Under which the wrong codes of a browser that an account knows are counted until the password is another one. */
export const ownCodesKey = (userId: string, device: string): string =>
  `second-step:${userId}:password:device:${device}`;

/**
 * Forgets every browser of an account, except one if that is asked: the next sign-in from any is told to the owner. The
 * password is another one, so wrong codes behind the one of before keep none of them out any more.
 */
export async function forgetDevices(tx: Db, userId: string, except: string | null = null): Promise<void> {
  await sql`delete from rate_limits r using auth.known_device d
     where d.user_id = ${userId} and r.key = ${ownCodesKey(userId, '')} || d.device_hash`.execute(tx);
  await sql`delete from auth.known_device
     where user_id = ${userId} and device_hash is distinct from ${except}`.execute(tx);
}

/** Forgets every browser of an account but the one of this session. */
export const forgetDevicesBeside = (tx: Db, holder: Holder) =>
  sql`delete from auth.known_device
       where user_id = ${holder.id} and device_hash is distinct from ${browserOf(holder)}`.execute(tx);
