import { sql } from 'kysely';
import { allRows, anyRow, type Db, onlyRow } from '../../platform/database.ts';
import type { Sealed } from './sealing.ts';
import type { Alarm } from './token-store.ts';

export type Authenticator = Sealed & { confirmedAt: Date | null };

/** The authenticator app of an account, confirmed or still to be. */
export async function authenticatorOf(db: Db, userId: string): Promise<Authenticator | undefined> {
  const { rows } = await sql<Authenticator>`
    select sealed, key_id "keyId", confirmed_at "confirmedAt"
      from auth.authenticator where user_id = ${userId}`.execute(db);
  return rows[0];
}

export type KeptSecret = Sealed & { readonly userId: string };

/** Secrets that another key than this sealed, after a given owner in the order of ids. */
export const sealedOtherwise = (db: Db, keyId: string, after: string) =>
  allRows<KeptSecret>(db)`
    select user_id "userId", sealed, key_id "keyId" from auth.authenticator
     where key_id <> ${keyId} and user_id > ${after} order by user_id limit 100`;

/** Puts a secret that was sealed anew in place of itself; false when another stands there by now. */
export const replaceSealed = (db: Db, kept: KeptSecret, { sealed, keyId }: Sealed) =>
  anyRow(db)`
    update auth.authenticator set sealed = ${sealed}, key_id = ${keyId}
     where user_id = ${kept.userId} and sealed = ${kept.sealed} returning user_id`;

/** Whoever changes a factor, and in which session: what comes is of the browser of that session. */
export type Holder = { readonly id: string; readonly sessionId: string };

/** The browser in which somebody sets a factor up. */
export const browserOf = ({ sessionId }: Holder) =>
  sql`(select s.device_hash from auth.session s where s.id = ${sessionId})`;

/** Keeps a secret that waits for its first code, in place of another that waits. False when one is in use already. */
export const keepPending = (tx: Db, holder: Holder, { sealed, keyId }: Sealed) =>
  anyRow(tx)`
    insert into auth.authenticator as a (user_id, sealed, key_id, device_hash)
    values (${holder.id}, ${sealed}, ${keyId}, ${browserOf(holder)})
    on conflict (user_id) do update set sealed = excluded.sealed, key_id = excluded.key_id, created_at = now(),
        last_step = 0, device_hash = excluded.device_hash
      where a.confirmed_at is null
    returning user_id`;

/** Takes the code of a half minute, if no code of it or of a later one was taken. */
export const takeStep = (tx: Db, userId: string, step: number) =>
  anyRow(tx)`
    update auth.authenticator set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`;

/** Puts exactly this secret into use. False where another waits by now, which another session drew. */
export const confirmAuthenticator = (tx: Db, holder: Holder, sealed: Buffer) =>
  anyRow(tx)`
    update auth.authenticator set confirmed_at = now(), device_hash = ${browserOf(holder)}
     where user_id = ${holder.id} and sealed = ${sealed} and confirmed_at is null returning user_id`;

/** Takes the app away; false when there was none in use. */
export const removeAuthenticator = (tx: Db, userId: string) =>
  anyRow(tx)`
    delete from auth.authenticator where user_id = ${userId} and confirmed_at is not null returning user_id`;

/** Puts new recovery codes in place of all old ones. */
export async function replaceCodes(tx: Db, holder: Holder, hashes: readonly string[]): Promise<void> {
  await sql`delete from auth.recovery_code where user_id = ${holder.id}`.execute(tx);
  await sql`insert into auth.recovery_code (user_id, hash, device_hash)
    select ${holder.id}, unnest(${hashes}::text[]), ${browserOf(holder)}`.execute(tx);
}

/** Takes a recovery code, once. */
export const takeRecoveryCode = (tx: Db, userId: string, hash: string) =>
  anyRow(tx)`
    update auth.recovery_code set used_at = now() where user_id = ${userId} and hash = ${hash} and used_at is null
    returning id`;

export type Factors = { app: boolean; passkeys: number; codes: number };

/** Which factors an account has beside its password. */
export const factorsOf = (db: Db, userId: string) =>
  onlyRow<Factors>(db)`
    select exists (select from auth.authenticator where user_id = ${userId} and confirmed_at is not null) app,
           (select count(*)::int from auth.passkey where user_id = ${userId}) passkeys,
           (select count(*)::int from auth.recovery_code
              where user_id = ${userId} and used_at is null) codes`;

/** Sets the mark that the session check reads as the factors are; without any, recovery codes recover nothing. */
export async function settleFactor(tx: Db, userId: string): Promise<boolean> {
  const { app, passkeys } = await factorsOf(tx, userId);
  const has = app || passkeys > 0;
  await sql`update auth."user" set second_factor = ${has} where id = ${userId}`.execute(tx);
  if (!has) await sql`delete from auth.recovery_code where user_id = ${userId}`.execute(tx);
  return has;
}

/**
 * Takes away, on the token of a mail alone, the factors that were set up in the browser of a sign-in, in any that came
 * after it, and in any about which no letter went; those of browsers that were forgotten since, where they are younger
 * than the sign-in. Whoever has the password comes in from as many browsers as they like. What stands from before
 * factors named their browser stays. Of staff it takes none: a mailbox must not be a way to the desk, and their roles
 * go to another account by two people. To be asked before browsers are forgotten.
 */
export async function removeFactorsOf(tx: Db, { userId, signedInAt, browser }: Alarm): Promise<void> {
  for (const table of ['passkey', 'recovery_code', 'authenticator'])
    await sql`delete from auth.${sql.ref(table)} f
       where f.user_id = ${userId} and not app.is_staff(${userId}) and (f.device_hash = ${browser}
          or exists (select from auth.known_device d where d.user_id = f.user_id and d.device_hash = f.device_hash
               and (d.untold or d.first_seen >= ${signedInAt}))
          or f.device_hash is not null and f.created_at >= ${signedInAt} and not exists (select from auth.known_device d
               where d.user_id = f.user_id and d.device_hash = f.device_hash))`.execute(tx);
  await settleFactor(tx, userId);
}
