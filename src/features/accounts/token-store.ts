import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyRow, type Db } from '../../platform/database.ts';

/** What a token is for, and how long it is good: an alarm as long as the session that it is about can last. */
const lasting = {
  verify: '24 hours',
  reset: '1 hour',
  not_me: '7 days',
  register: '5 minutes',
  sign_in: '5 minutes',
  confirm: '5 minutes',
} as const;

type Purpose = keyof typeof lasting;
type MailedPurpose = 'verify' | 'reset' | 'not_me';
export type ChallengePurpose = Exclude<Purpose, MailedPurpose>;

/** A token for a mail: 256 bits of chance. It stands in the mail alone. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** The stored form of a drawn token: it has more chance in it than anybody can try, so a plain hash will do. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

const ends = (purpose: Purpose) => sql`now() + ${lasting[purpose]}::interval`;

/** Which sign-in an alarm is about; one that was mailed by an earlier version names no browser. */
type SignIn = { readonly signedInAt: Date; readonly browser: string | null };
export type Alarm = SignIn & { readonly userId: string };
type Mailed = { readonly purpose: MailedPurpose; readonly token: string; readonly about?: SignIn };

/**
 * Keeps the token of a mail for the account of an address. False when nobody has that address, or when there is nothing
 * left to verify.
 */
export const keepToken = (db: Db, email: string, { purpose, token, about }: Mailed) =>
  anyRow(db)`
    insert into auth.one_use_word (hash, purpose, user_id, expires_at, signed_in_at, device_hash)
    select ${tokenHash(token)}, ${purpose}, id, ${ends(purpose)}, ${about?.signedInAt ?? null}, ${about?.browser ?? null}
      from auth."user" where email = ${email} and not (${purpose} = 'verify' and "emailVerified")
    returning hash`;

type Owner = { userId: string; email: string };

/** Whose token of a reset mail this is, while it is good. */
export async function ownerOfReset(db: Db, token: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select u.id "userId", u.email from auth.one_use_word w join auth."user" u on u.id = w.user_id
     where w.hash = ${tokenHash(token)} and w.purpose = 'reset' and w.expires_at > now()`.execute(db);
  return rows[0];
}

async function take<Row>(tx: Db, purpose: MailedPurpose, token: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    delete from auth.one_use_word
     where hash = ${tokenHash(token)} and purpose = ${purpose} and expires_at > now()
    returning user_id "userId", signed_in_at "signedInAt", device_hash browser`.execute(tx);
  return rows[0];
}

/** Takes the token of a mail, once: whose it is. */
export const takeToken = (tx: Db, purpose: 'verify' | 'reset', token: string) =>
  take<{ userId: string }>(tx, purpose, token);

/** Takes the token of an alarm, once: whose it is, and which sign-in it is about. */
export const takeAlarm = (tx: Db, token: string) => take<Alarm>(tx, 'not_me', token);

type Challenge = { challenge: string; purpose: ChallengePurpose; userId: string | null };

/** So many of one account, session and purpose are kept: as many windows may ask at a time. */
const mostChallenges = 10;

/**
 * Keeps what a passkey is asked to sign; the newest of those that the same session asked for. Whoever else is in an
 * account asks away nothing of its owner's, who is about to show theirs.
 */
export function keepChallenge(db: Db, { challenge, purpose, userId, session }: Challenge & { session?: string }) {
  const asker = session ?? null;
  return sql`
    with older as (delete from auth.one_use_word where hash in (
      select hash from auth.one_use_word
       where user_id = ${userId} and purpose = ${purpose} and session_id is not distinct from ${asker}::uuid
       order by expires_at desc offset ${mostChallenges - 1}))
    insert into auth.one_use_word (hash, purpose, user_id, expires_at, session_id)
    values (${tokenHash(challenge)}, ${purpose}, ${userId}, ${ends(purpose)}, ${asker})`.execute(db);
}

/** Takes a challenge, once, for the purpose and the person that it was drawn for. */
export const takeChallenge = (db: Db, { challenge, purpose, userId }: Challenge) =>
  anyRow(db)`
    delete from auth.one_use_word where hash = ${tokenHash(challenge)} and purpose = ${purpose}
       and user_id is not distinct from ${userId} and expires_at > now()
    returning hash`;

/** Every reset mail of an account is worth nothing from here on. */
export const forgetResets = (tx: Db, userId: string) =>
  sql`delete from auth.one_use_word where user_id = ${userId} and purpose = 'reset'`.execute(tx);

/** Removes what is over, and what would live too long because a clock that ran ahead gave it its end. */
export const sweepTokens = (db: Db) =>
  sql`delete from auth.one_use_word w
       using unnest(${Object.keys(lasting)}::text[], ${Object.values(lasting)}::interval[]) as l (purpose, lasting)
       where w.purpose = l.purpose
         and w.expires_at not between now() and now() + l.lasting + interval '1 minute'`.execute(db);
