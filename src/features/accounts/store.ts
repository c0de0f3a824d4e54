import { sql } from 'kysely';
import { type Db, firstRow, hasRow } from '../../platform/database/database.ts';
import type { Agreed } from './agreements/legal-documents.ts';
import { emptyProfile, fillProfile, getAccountName, type SavedProfile } from './profile-store.ts';
import { setPassword } from './session-store.ts';

/** Returns the reference of an order or payment in transit. Ignores unpaid orders, which would reveal a hold (A7). */
export async function findMoneyInTransit(tx: Db, userId: string): Promise<string | undefined> {
  // Placing an order takes the same lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 0))`.execute(tx);
  const { rows } = await sql<{ reference: string }>`
    (select reference from transactions where user_id = ${userId} and awaits_staff and pay_in <> 'awaiting'
      order by id limit 1)
    union all select app.payments_in_progress(${userId}) limit 1`.execute(tx);
  return rows[0]?.reference;
}

export const wasClosedSince = (tx: Db, email: string, since: Date) =>
  hasRow(tx)`select from profiles where email = ${email} and closed_at >= ${since} limit 1`;

/** Ends all access, frees the email and deletes data that no law retains. `until` is YYYY-MM-DD (decision A12). */
export async function closeAccountData(tx: Db, userId: string, { at, until }: { at: Date; until: string }) {
  const assignments = sql`closed_at = ${at}, erase_after = ${until}, avatar_url = null, updated_at = ${at}`;
  await sql`update profiles set ${assignments} where id = ${userId}`.execute(tx);
  await sql`delete from sell_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from kyc_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from payees where user_id = ${userId}`.execute(tx);
  await sql`delete from recurring_buys where user_id = ${userId}`.execute(tx);
  await sql`delete from price_alerts where user_id = ${userId}`.execute(tx);
  await sql`delete from proven_wallets where user_id = ${userId}`.execute(tx);
  await sql`delete from holding_checks where user_id = ${userId}`.execute(tx);
  await sql`delete from entered_codes where user_id = ${userId}`.execute(tx);
  await sql`delete from launch_drafts where user_id = ${userId}`.execute(tx);
  await sql`update launch_submissions set status = 'withdrawn', waits_since = ${at}
    where user_id = ${userId} and status in ('submitted', 'waiting_for_founder')`.execute(tx);
  await sql`delete from scam_drafts where user_id = ${userId}`.execute(tx);
  await sql`delete from quotes where user_id = ${userId}`.execute(tx);
  await sql`select app.close_account(${at})`.execute(tx);
}

export type NewAccount = SavedProfile & {
  email: string;
  passwordHash: string;
  dateOfBirth: string;
  /** Hash of the sign-up browser, in which verifying needs no password. */
  browser: string;
  agreed: readonly Agreed[];
};

/** Returns false when the email already has an account [000 §3 User metadata sent at sign-up]. */
export async function createAccount(tx: Db, account: NewAccount): Promise<boolean> {
  const profile = fillProfile(emptyProfile, account);
  const name = getAccountName(profile);
  return hasRow(tx)`
    with person as (
      insert into auth."user" (name, email, signed_up_in) values (${name}, ${account.email}, ${account.browser})
      on conflict (email) do nothing returning id, email
    ), credential as (
      insert into auth.account ("userId", password) select id, ${account.passwordHash} from person
    ), profile as (
    insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
      country_of_residence, declared_country, nationality, occupation, is_pep)
    select id, email, ${profile.firstName}, ${profile.lastName}, ${name}, ${profile.phoneNumber}, ${account.dateOfBirth},
      ${profile.countryOfResidence}, ${profile.countryOfResidence}, ${profile.nationality}, ${profile.occupation}, ${profile.isPep}
    from person
    ), agreed as (
      insert into agreements (user_id, document, version)
      select person.id, accepted.document, accepted.version
        from person, jsonb_to_recordset(${JSON.stringify(account.agreed)}::jsonb) as accepted (document text, version text))
    select id from person`;
}

/** Returns true for the same password. A different password removes the stored one, as neither owner is verified. */
export async function recordRepeatedSignUp(tx: Db, { email, passwordHash, browser }: NewAccount): Promise<boolean> {
  const { rows } = await sql<{ id: string; same: boolean }>`
    with existing as (
      select u.id, coalesce(a.password = ${passwordHash}, false) same
        from auth."user" u left join auth.account a on a."userId" = u.id
       where u.email = ${email} and not u."emailVerified"
    ), updated as (update auth."user" u set signed_up_in = ${browser} from existing where u.id = existing.id and existing.same)
    select id, same from existing`.execute(tx);
  if (rows[0] && !rows[0].same) await setPassword(tx, rows[0].id, null);
  return rows[0]?.same ?? false;
}

/** Marks an address as verified after a mailed token was used. A closed account stays closed. */
export const markVerified = (db: Db, email: string) =>
  sql`update auth."user" set "emailVerified" = true, signed_up_in = null, "updatedAt" = now()
       where email = ${email} and email not like 'closed-%@closed.invalid'`.execute(db);

export async function findAccountState(tx: Db, email: string): Promise<'none' | 'unverified' | 'verified'> {
  const { rows } = await sql<{ verified: boolean }>`
    select "emailVerified" verified from auth."user" where email = ${email}`.execute(tx);
  if (!rows[0]) return 'none';
  return rows[0].verified ? 'verified' : 'unverified';
}

/** Deletes old counts: codes after a year, idempotency keys after 60 days, session proofs after 7, others after 1. */
export const deleteOldAttempts = (tx: Db) =>
  sql`delete from rate_limits
      where window_start not between now() - case
          when key like 'once:%' then interval '60 days'
          when key like 'second-step:%:password%' then interval '365 days'
          when key like 'confirm:%:session:%' then interval '7 days'
          else interval '1 day' end and now() + interval '1 minute'`.execute(tx);

export async function findOwnerAt(db: Db, { email, at }: { email: string; at: Date }): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from auth."user"
     where email = ${email} and "createdAt" < ${at}::timestamptz + interval '1 second'`.execute(db);
  return rows[0]?.id;
}

type UnverifiedAddress = {
  readonly email: string;
  /** Null when two people signed up with the address. */
  readonly hash: string | null;
  readonly browser: string | null;
  /** Signed up within the last 24 hours. */
  readonly isRecent: boolean;
};

export const findUnverifiedAddress = (db: Db, userId: string) =>
  firstRow<UnverifiedAddress>(db)`
    select u.email, a.password hash, u.signed_up_in browser, u."createdAt" > now() - interval '24 hours' "isRecent"
      from auth."user" u left join auth.account a on a."userId" = u.id
     where u.id = ${userId} and not (u."emailVerified" and u.signed_up_in is null)`;

export type AddressProof = { readonly userId: string; readonly browser: string | null; readonly hash: string | null };

/** Undefined when already verified, or when neither browser nor password match the sign-up. */
export const verifyAddress = (tx: Db, { userId, browser, hash }: AddressProof) =>
  firstRow<{ email: string; hasPassword: boolean }>(tx)`
    update auth."user" u set "emailVerified" = true, signed_up_in = null, "updatedAt" = now()
      from (select u.id, a.password from auth."user" u left join auth.account a on a."userId" = u.id) stored
     where u.id = ${userId} and stored.id = u.id and not (u."emailVerified" and u.signed_up_in is null)
       and (u.signed_up_in is null or u.signed_up_in = ${browser} or stored.password is not distinct from ${hash})
    returning u.email, stored.password is not null "hasPassword"`;
