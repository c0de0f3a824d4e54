import { sql } from 'kysely';
import { allRows, anyRow, type Db, onlyRow } from '../../platform/database/database.ts';
import type { EncryptedSecret } from './field-encryption.ts';
import type { Alarm } from './token-store.ts';

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
  anyRow(db)`
    update auth.authenticator set secret_encrypted = ${encrypted}, key_id = ${keyId}
     where user_id = ${stored.userId} and secret_encrypted = ${stored.encrypted} returning user_id`;

export type SessionOwner = { readonly id: string; readonly sessionId: string };

export const selectDeviceHash = ({ sessionId }: SessionOwner) =>
  sql`(select s.device_hash from auth.session s where s.id = ${sessionId})`;

/** Stores a pending secret. False when an authenticator is already confirmed. */
export const storePendingAuthenticator = (tx: Db, owner: SessionOwner, { encrypted, keyId }: EncryptedSecret) =>
  anyRow(tx)`
    insert into auth.authenticator as a (user_id, secret_encrypted, key_id, device_hash)
    values (${owner.id}, ${encrypted}, ${keyId}, ${selectDeviceHash(owner)})
    on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted, key_id = excluded.key_id, created_at = now(),
        last_step = 0, device_hash = excluded.device_hash
      where a.confirmed_at is null
    returning user_id`;

/** False when this code or a later one was already used. */
export const claimTotpStep = (tx: Db, userId: string, step: number) =>
  anyRow(tx)`
    update auth.authenticator set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`;

/** False when another session has replaced the pending secret. */
export const confirmAuthenticator = (tx: Db, owner: SessionOwner, encrypted: Buffer) =>
  anyRow(tx)`
    update auth.authenticator set confirmed_at = now(), device_hash = ${selectDeviceHash(owner)}
     where user_id = ${owner.id} and secret_encrypted = ${encrypted} and confirmed_at is null returning user_id`;

export const removeAuthenticator = (tx: Db, userId: string) =>
  anyRow(tx)`
    delete from auth.authenticator where user_id = ${userId} and confirmed_at is not null returning user_id`;

export async function replaceRecoveryCodes(tx: Db, owner: SessionOwner, hashes: readonly string[]): Promise<void> {
  await sql`delete from auth.recovery_code where user_id = ${owner.id}`.execute(tx);
  await sql`insert into auth.recovery_code (user_id, hash, device_hash)
    select ${owner.id}, unnest(${hashes}::text[]), ${selectDeviceHash(owner)}`.execute(tx);
}

export const claimRecoveryCode = (tx: Db, userId: string, hash: string) =>
  anyRow(tx)`
    update auth.recovery_code set used_at = now() where user_id = ${userId} and hash = ${hash} and used_at is null
    returning id`;

export type Factors = { app: boolean; passkeys: number; codes: number };

export const loadFactors = (db: Db, userId: string) =>
  onlyRow<Factors>(db)`
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
 * it before `forgetDevices`. Keeps the factors of staff, as a stolen mailbox must not open the back office.
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
