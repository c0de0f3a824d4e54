import { sql } from 'kysely';
import { allRows, anyRow, type Db } from '../../platform/database/database.ts';
import { type SessionOwner, selectDeviceHash } from './mfa-store.ts';

export type Passkey = {
  id: string;
  userId: string;
  email: string;
  credentialId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
};

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    select p.id, p.user_id "userId", u.email, p.credential_id "credentialId", p.public_key "publicKey", p.counter, p.transports
      from auth.passkey p join auth."user" u on u.id = p.user_id
     where p.credential_id = ${credentialId} and u."emailVerified"`.execute(db);
  return rows[0];
}

/** Locks the passkey until the transaction ends. False when it was deleted. */
export const lockPasskey = (tx: Db, id: string) => anyRow(tx)`select from auth.passkey where id = ${id} for share`;

export type PasskeyRow = {
  id: string;
  credentialId: string;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

export const findPasskeys = (db: Db, userId: string) =>
  allRows<PasskeyRow>(db)`
    select id, credential_id "credentialId", transports, name, created_at "createdAt", used_at "usedAt"
      from auth.passkey where user_id = ${userId} order by id`;

/** False when the counter did not grow, which means that the passkey was copied. */
export const recordPasskeyUse = (tx: Db, id: string, counter: number) =>
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

/** Limited because every passkey is sent to the browser. */
export const maxPasskeys = 20;

/** `taken`: the credential already exists. `too_many`: the account has 20 passkeys. */
export async function addPasskey(
  tx: Db,
  owner: SessionOwner,
  passkey: NewPasskey,
): Promise<'added' | 'taken' | 'too_many'> {
  const { credentialId, publicKey, counter, transports, name } = passkey;
  // Serializes concurrent inserts of one account.
  await sql`select from auth."user" where id = ${owner.id} for no key update`.execute(tx);
  const { rows } = await sql<{ hasSlot: boolean; isAdded: boolean }>`
    with slot as (select count(*) < ${maxPasskeys} "hasSlot" from auth.passkey where user_id = ${owner.id}),
    added as (
      insert into auth.passkey (user_id, credential_id, public_key, counter, transports, name, device_hash)
      select ${owner.id}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name},
             ${selectDeviceHash(owner)} from slot where "hasSlot"
      on conflict do nothing returning id)
    select "hasSlot", exists (select from added) "isAdded" from slot`.execute(tx);
  if (rows[0]?.isAdded) return 'added';
  return rows[0]?.hasSlot ? 'taken' : 'too_many';
}

export const updatePasskeyName = (db: Db, userId: string, { id, name }: { id: string; name: string }) =>
  anyRow(db)`
    update auth.passkey set name = ${name} where id = ${id} and user_id = ${userId} returning id`;

export const deletePasskey = (db: Db, userId: string, id: string) =>
  anyRow(db)`delete from auth.passkey where id = ${id} and user_id = ${userId} returning id`;
