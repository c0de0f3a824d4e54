import { sql } from 'kysely';
import { anyRow, type Db } from '../../platform/database.ts';
import type { Agreed } from '../agreements/papers.ts';
import { setPassword } from './session-store.ts';

/** A new customer as the sign-up form gave it, with the password already hashed. */
export type NewAccount = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  countryOfResidence: string;
  nationality: string;
  occupation: string;
  isPep: boolean;
  /** The browser that signs up: the password stands once it follows the mail's link too. */
  browser: string;
  /** The texts they agreed to, each with the version in force. */
  agreed: readonly Agreed[];
};

/**
 * Creates person, password, profile and agreements in one statement: display name and declared country follow from what
 * was given [000 §3 User metadata sent at sign-up]. False when the address already has an account.
 */
export async function createAccount(tx: Db, a: NewAccount): Promise<boolean> {
  const name = `${a.firstName} ${a.lastName}`;
  return anyRow(tx)`
    with person as (
      insert into auth."user" (name, email, signed_up_in) values (${name}, ${a.email}, ${a.browser})
      on conflict (email) do nothing returning id, email
    ), credential as (
      insert into auth.account ("userId", password) select id, ${a.passwordHash} from person
    ), profile as (
    insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
      country_of_residence, declared_country, nationality, occupation, is_pep)
    select id, email, ${a.firstName}, ${a.lastName}, ${name}, ${a.phoneNumber}, ${a.dateOfBirth},
      ${a.countryOfResidence}, ${a.countryOfResidence}, ${a.nationality}, ${a.occupation}, ${a.isPep}
    from person
    ), agreed as (
      insert into agreements (user_id, document, version)
      select person.id, given.document, given.version
        from person, jsonb_to_recordset(${JSON.stringify(a.agreed)}::jsonb) as given (document text, version text))
    select id from person`;
}

/**
 * An address was given again before anybody proved to read it. With the same password, by its stored form, it is the
 * same sign-up, in this browser now, whose answer was lost: true. Else no password of before opens the account.
 */
export async function signedUpAgain(tx: Db, { email, passwordHash, browser }: NewAccount): Promise<boolean> {
  const { rows } = await sql<{ id: string; same: boolean }>`
    with known as (
      select u.id, coalesce(a.password = ${passwordHash}, false) same
        from auth."user" u left join auth.account a on a."userId" = u.id
       where u.email = ${email} and not u."emailVerified"
    ), here as (update auth."user" u set signed_up_in = ${browser} from known where u.id = known.id and known.same)
    select id, same from known`.execute(tx);
  if (rows[0] && !rows[0].same) await setPassword(tx, rows[0].id, null);
  return rows[0]?.same ?? false;
}

/** Whoever chose a password with a token from our mail reads the address. A closed account stays closed. */
export const markVerified = (db: Db, email: string) =>
  sql`update auth."user" set "emailVerified" = true, signed_up_in = null, "updatedAt" = now()
       where email = ${email} and email not like 'closed-%@closed.invalid'`.execute(db);

/** Whether an address has an account that was never verified. */
export async function accountState(tx: Db, email: string): Promise<'none' | 'unverified' | 'verified'> {
  const { rows } = await sql<{ verified: boolean }>`
    select "emailVerified" verified from auth."user" where email = ${email}`.execute(tx);
  if (!rows[0]) return 'none';
  return rows[0].verified ? 'verified' : 'unverified';
}

/**
 * Removes counts of tries that no allowance looks back to any more. None looks back further than a day, but for the
 * keys of requests (once.ts), for codes, counted until the password is another one, and for proofs, counted as long as
 * their session lives.
 */
export const forgetOldTries = (tx: Db) =>
  sql`delete from rate_limits
      where window_start not between now() - case
          when key like 'once:%' then interval '60 days'
          when key like 'second-step:%:password%' then interval '365 days'
          when key like 'confirm:%:session:%' then interval '7 days'
          else interval '1 day' end and now() + interval '1 minute'`.execute(tx);

/** The account that an address had at a moment, if it still has it. */
export async function ownerAt(db: Db, { email, at }: { email: string; at: Date }): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from auth."user"
     where email = ${email} and "createdAt" < ${at}::timestamptz + interval '1 second'`.execute(db);
  return rows[0]?.id;
}

type Proved = { email: string; own: boolean };

/**
 * The mail's link was followed: the address is read by its owner. Undefined where there is nothing left to prove, so
 * that what lies about of older tokens opens no account whose password was taken since. `own` says whether the password
 * of the sign-up stands: where the browser that signed up follows the link, if there is one by now; else it may be that
 * of a stranger, and opens nothing any more.
 */
export async function proveAddress(tx: Db, userId: string, browser: string | null): Promise<Proved | undefined> {
  const { rows } = await sql<Proved>`
    update auth."user" u set "emailVerified" = true, signed_up_in = null, "updatedAt" = now()
     where id = ${userId} and not ("emailVerified" and signed_up_in is null)
    returning email, coalesce(old.signed_up_in = ${browser}, old.signed_up_in is null)
      and exists (select from auth.account a where a."userId" = u.id and a.password is not null) own`.execute(tx);
  if (rows[0] && !rows[0].own) await setPassword(tx, userId, null);
  return rows[0];
}
