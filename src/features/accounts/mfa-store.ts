import { sql } from 'kysely';
import { allRows, type Db, hasRow, requireRow } from '../../platform/database/database.ts';
import type { EncryptedSecret } from './field-encryption.ts';
import type { Alarm } from './token-store.ts';

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
export const lockPasskey = (tx: Db, id: string) => hasRow(tx)`select from auth.passkey where id = ${id} for share`;

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
  hasRow(tx)`
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
  hasRow(db)`
    update auth.passkey set name = ${name} where id = ${id} and user_id = ${userId} returning id`;

export const deletePasskey = (db: Db, userId: string, id: string) =>
  hasRow(db)`delete from auth.passkey where id = ${id} and user_id = ${userId} returning id`;

export type Authenticator = EncryptedSecret & { confirmedAt: Date | null };

export async function findAuthenticator(db: Db, userId: string): Promise<Authenticator | undefined> {
  const { rows } = await sql<Authenticator>`
    select secret_encrypted "encrypted", key_id "keyId", confirmed_at "confirmedAt"
      from auth.authenticator where user_id = ${userId}`.execute(db);
  return rows[0];
}

export type StoredSecret = EncryptedSecret & { readonly userId: string };

export const findSecretsOfOtherKeys = (db: Db, keyId: string, after: string) =>
  allRows<StoredSecret>(db)`
    select user_id "userId", secret_encrypted "encrypted", key_id "keyId" from auth.authenticator
     where key_id <> ${keyId} and user_id > ${after} order by user_id limit 100`;

/** False when the secret has changed meanwhile. */
export const replaceSecret = (db: Db, stored: StoredSecret, { encrypted, keyId }: EncryptedSecret) =>
  hasRow(db)`
    update auth.authenticator set secret_encrypted = ${encrypted}, key_id = ${keyId}
     where user_id = ${stored.userId} and secret_encrypted = ${stored.encrypted} returning user_id`;

export type SessionOwner = { readonly id: string; readonly sessionId: string };

export const selectDeviceHash = ({ sessionId }: SessionOwner) =>
  sql`(select s.device_hash from auth.session s where s.id = ${sessionId})`;

/** Stores a pending secret. False when an authenticator is already confirmed. */
export const storePendingAuthenticator = (tx: Db, owner: SessionOwner, { encrypted, keyId }: EncryptedSecret) =>
  hasRow(tx)`
    insert into auth.authenticator as a (user_id, secret_encrypted, key_id, device_hash)
    values (${owner.id}, ${encrypted}, ${keyId}, ${selectDeviceHash(owner)})
    on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted, key_id = excluded.key_id, created_at = now(),
        last_step = 0, device_hash = excluded.device_hash
      where a.confirmed_at is null
    returning user_id`;

/** False when this code or a later one was already used. */
export const claimTotpStep = (tx: Db, userId: string, step: number) =>
  hasRow(tx)`
    update auth.authenticator set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`;

/** False when another session has replaced the pending secret. */
export const confirmAuthenticator = (tx: Db, owner: SessionOwner, encrypted: Buffer) =>
  hasRow(tx)`
    update auth.authenticator set confirmed_at = now(), device_hash = ${selectDeviceHash(owner)}
     where user_id = ${owner.id} and secret_encrypted = ${encrypted} and confirmed_at is null returning user_id`;

export const removeAuthenticator = (tx: Db, userId: string) =>
  hasRow(tx)`
    delete from auth.authenticator where user_id = ${userId} and confirmed_at is not null returning user_id`;

export async function replaceRecoveryCodes(tx: Db, owner: SessionOwner, hashes: readonly string[]): Promise<void> {
  await sql`delete from auth.recovery_code where user_id = ${owner.id}`.execute(tx);
  await sql`insert into auth.recovery_code (user_id, hash, device_hash)
    select ${owner.id}, unnest(${hashes}::text[]), ${selectDeviceHash(owner)}`.execute(tx);
}

export const claimRecoveryCode = (tx: Db, userId: string, hash: string) =>
  hasRow(tx)`
    update auth.recovery_code set used_at = now() where user_id = ${userId} and hash = ${hash} and used_at is null
    returning id`;

export type Factors = { app: boolean; passkeys: number; codes: number };

export const loadFactors = (db: Db, userId: string) =>
  requireRow<Factors>(db)`
    select exists (select from auth.authenticator where user_id = ${userId} and confirmed_at is not null) app,
           (select count(*)::int from auth.passkey where user_id = ${userId}) passkeys,
           (select count(*)::int from auth.recovery_code
              where user_id = ${userId} and used_at is null) codes`;

/** Updates the flag that the session check reads. Deletes recovery codes once no factor is left. */
export async function updateMfaFlag(tx: Db, userId: string): Promise<boolean> {
  const { app, passkeys } = await loadFactors(tx, userId);
  const hasMfa = app || passkeys > 0;
  await sql`update auth."user" set second_factor = ${hasMfa} where id = ${userId}`.execute(tx);
  if (!hasMfa) await sql`delete from auth.recovery_code where user_id = ${userId}`.execute(tx);
  return hasMfa;
}

/**
 * Removes factors set up in the reported browser, in browsers first seen later, or in browsers that sent no mail. Call
 * it before `forgetDevicesExcept`. Keeps the factors of staff, as a stolen mailbox must not open the back office.
 */
export async function removeFactorsSince(tx: Db, { userId, signedInAt, browser }: Alarm): Promise<void> {
  for (const table of ['passkey', 'recovery_code', 'authenticator'])
    await sql`delete from auth.${sql.ref(table)} f
       where f.user_id = ${userId} and not app.is_staff(${userId}) and (f.device_hash = ${browser}
          or exists (select from auth.known_device d where d.user_id = f.user_id and d.device_hash = f.device_hash
               and (d.notification_pending or d.first_seen >= ${signedInAt}))
          or f.device_hash is not null and f.created_at >= ${signedInAt} and not exists (select from auth.known_device d
               where d.user_id = f.user_id and d.device_hash = f.device_hash))`.execute(tx);
  await updateMfaFlag(tx, userId);
}
