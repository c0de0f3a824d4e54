import { sql } from 'kysely';
import { anyRow, type Db, firstValue } from '../../platform/database/database.ts';
import { type SessionOwner, selectDeviceHash } from './mfa-store.ts';

export const isDeviceOfAccount = (db: Db, email: string, device: string) =>
  anyRow(db)`
    select 1 from auth.known_device d join auth."user" u on u.id = d.user_id
     where u.email = ${email} and d.device_hash = ${device}`;

export const isKnownDevice = (db: Db, device: string) =>
  anyRow(db)`select 1 from auth.known_device where device_hash = ${device} limit 1`;

/** Returns true for the account's first sign-in. */
export const recordFirstSignIn = (tx: Db, userId: string) =>
  anyRow(tx)`
    update auth."user" set first_signed_in_at = now() where id = ${userId} and first_signed_in_at is null
    returning id`;

/** Returns true when the device is new to the user. */
export const rememberDevice = async (tx: Db, userId: string, device: string) =>
  (await firstValue<boolean>(tx)`
    insert into auth.known_device as d (user_id, device_hash) values (${userId}, ${device})
    on conflict (user_id, device_hash) do update set last_seen = now()
    returning first_seen = last_seen "isNew"`) ?? false;

/** Marks a device for which no mail was sent, because the day's limit was reached. */
export const skipNewDeviceMail = (tx: Db, email: string, device: string) =>
  sql`update auth.known_device d set notification_pending = true from auth."user" u
       where u.email = ${email} and d.user_id = u.id and d.device_hash = ${device}`.execute(tx);

export const getDeviceCodesKey = (userId: string, device: string): string =>
  `second-step:${userId}:password:device:${device}`;

/** Forgets all devices but `except`: their next sign-in sends a mail. Also clears the wrong-code count of each. */
export async function forgetDevices(tx: Db, userId: string, except: string | null = null): Promise<void> {
  await sql`delete from rate_limits r using auth.known_device d
     where d.user_id = ${userId} and r.key = ${getDeviceCodesKey(userId, '')} || d.device_hash`.execute(tx);
  await sql`delete from auth.known_device
     where user_id = ${userId} and device_hash is distinct from ${except}`.execute(tx);
}

export const forgetOtherDevices = (tx: Db, owner: SessionOwner) =>
  sql`delete from auth.known_device
       where user_id = ${owner.id} and device_hash is distinct from ${selectDeviceHash(owner)}`.execute(tx);
