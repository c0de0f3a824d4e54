import { sql } from 'kysely';
import { allRows, anyRow, type Db } from '../../platform/database.ts';
import { browserOf, type Holder } from './factor-store.ts';

export type Passkey = {
  id: string;
  userId: string;
  email: string;
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
};

/** A passkey by the id that the browser knows it by, with whose it is. */
export async function passkeyBy(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    select p.id, p.user_id "userId", u.email, p.credential_id "credentialId", p.public_key "publicKey", p.counter, p.transports
      from auth.passkey p join auth."user" u on u.id = p.user_id
     where p.credential_id = ${credentialId} and u."emailVerified"`.execute(db);
  return rows[0];
}

/** Holds a passkey still until the transaction ends; false when it was taken away. */
export const holdPasskey = (tx: Db, id: string) => anyRow(tx)`select from auth.passkey where id = ${id} for share`;

export type PasskeyLine = {
  id: string;
  credentialId: string;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

export const passkeysOf = (db: Db, userId: string) =>
  allRows<PasskeyLine>(db)`
    select id, credential_id "credentialId", transports, name, created_at "createdAt", used_at "usedAt"
      from auth.passkey where user_id = ${userId} order by id`;

/** Writes down a use. False when the counter did not grow: somebody else used a copy meanwhile. */
export const takeUse = (tx: Db, id: string, counter: number) =>
  anyRow(tx)`
    update auth.passkey set counter = ${counter}, used_at = now()
     where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`;

export type NewPasskey = {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
};

/** Passkeys of one account: far more than anybody has devices, and few enough to be named to a browser each time. */
export const mostPasskeys = 20;

/** Keeps a passkey. It is `taken` when it is somebody's already, `too_many` where an account has as many as it may. */
export async function addPasskey(tx: Db, holder: Holder, passkey: NewPasskey): Promise<'kept' | 'taken' | 'too_many'> {
  const { credentialId, publicKey, counter, transports, name } = passkey;
  // One after the other: of two at once, each would not see the other.
  await sql`select from auth."user" where id = ${holder.id} for no key update`.execute(tx);
  const { rows } = await sql<{ room: boolean; kept: boolean }>`
    with room as (select count(*) < ${mostPasskeys} room from auth.passkey where user_id = ${holder.id}),
    kept as (
      insert into auth.passkey (user_id, credential_id, public_key, counter, transports, name, device_hash)
      select ${holder.id}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name},
             ${browserOf(holder)} from room where room
      on conflict do nothing returning id)
    select room, exists (select from kept) kept from room`.execute(tx);
  if (rows[0]?.kept) return 'kept';
  return rows[0]?.room ? 'taken' : 'too_many';
}

export const renamePasskeyOf = (db: Db, userId: string, { id, name }: { id: string; name: string }) =>
  anyRow(db)`
    update auth.passkey set name = ${name} where id = ${id} and user_id = ${userId} returning id`;

export const removePasskeyOf = (db: Db, userId: string, id: string) =>
  anyRow(db)`delete from auth.passkey where id = ${id} and user_id = ${userId} returning id`;
