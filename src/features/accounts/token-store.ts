import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, firstRow, hasRow } from '../../platform/database/database.ts';

/** `not_me` lasts as long as the session that it reports. */
const lifetimes = {
  verify: '24 hours',
  reset: '1 hour',
  not_me: '7 days',
  register: '5 minutes',
  sign_in: '5 minutes',
  confirm: '5 minutes',
} as const;

type Purpose = keyof typeof lifetimes;
type MailedPurpose = 'verify' | 'reset' | 'not_me';
export type ChallengePurpose = Exclude<Purpose, MailedPurpose>;

export const createToken = (): string => randomBytes(32).toString('hex');

/** Unsalted, which is enough for a random token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const expiresAt = (purpose: Purpose) => sql`now() + ${lifetimes[purpose]}::interval`;

/** `browser` is null in mails of an earlier version. */
type ReportedSignIn = { readonly signedInAt: Date; readonly browser: string | null };
export type Alarm = ReportedSignIn & { readonly userId: string };
type MailedToken = { readonly purpose: MailedPurpose; readonly token: string; readonly about?: ReportedSignIn };

/** False when the address has no account or is already verified. */
export const storeToken = (db: Db, email: string, { purpose, token, about }: MailedToken) =>
  hasRow(db)`
    insert into auth.one_time_token (hash, purpose, user_id, expires_at, signed_in_at, device_hash)
    select ${hashToken(token)}, ${purpose}, id, ${expiresAt(purpose)}, ${about?.signedInAt ?? null}, ${about?.browser ?? null}
      from auth."user" where email = ${email} and not (${purpose} = 'verify' and "emailVerified")
    returning hash`;

type TokenOwner = { userId: string; email: string };

/** Does not consume the token. */
export const findTokenOwner = (db: Db, purpose: 'verify' | 'reset', token: string) =>
  firstRow<TokenOwner>(db)`
    select u.id "userId", u.email from auth.one_time_token w join auth."user" u on u.id = w.user_id
     where w.hash = ${hashToken(token)} and w.purpose = ${purpose} and w.expires_at > now()`;

async function consume<Row>(tx: Db, purpose: MailedPurpose, token: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    delete from auth.one_time_token
     where hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()
    returning user_id "userId", signed_in_at "signedInAt", device_hash browser`.execute(tx);
  return rows[0];
}

export const consumeToken = (tx: Db, purpose: 'verify' | 'reset', token: string) =>
  consume<{ userId: string }>(tx, purpose, token);

export const consumeAlarm = (tx: Db, token: string) => consume<Alarm>(tx, 'not_me', token);

type Challenge = { challenge: string; purpose: ChallengePurpose; userId: string | null };

/** Open challenges per account, session and purpose. */
const maxChallenges = 10;

/** Keeps the newest challenges of a session. Other sessions of the account cannot displace them. */
export function storeChallenge(db: Db, { challenge, purpose, userId, session }: Challenge & { session?: string }) {
  const sessionId = session ?? null;
  return sql`
    with older as (delete from auth.one_time_token where hash in (
      select hash from auth.one_time_token
       where user_id = ${userId} and purpose = ${purpose} and session_id is not distinct from ${sessionId}::uuid
       order by expires_at desc offset ${maxChallenges - 1}))
    insert into auth.one_time_token (hash, purpose, user_id, expires_at, session_id)
    values (${hashToken(challenge)}, ${purpose}, ${userId}, ${expiresAt(purpose)}, ${sessionId})`.execute(db);
}

export const consumeChallenge = (db: Db, { challenge, purpose, userId }: Challenge) =>
  hasRow(db)`
    delete from auth.one_time_token where hash = ${hashToken(challenge)} and purpose = ${purpose}
       and user_id is not distinct from ${userId} and expires_at > now()
    returning hash`;

export const deleteResetTokens = (tx: Db, userId: string) =>
  sql`delete from auth.one_time_token where user_id = ${userId} and purpose = 'reset'`.execute(tx);

/** Also deletes tokens that a wrong clock made expire too late. */
export const deleteExpiredTokens = (db: Db) =>
  sql`delete from auth.one_time_token w
       using unnest(${Object.keys(lifetimes)}::text[], ${Object.values(lifetimes)}::interval[]) as l (purpose, lifetime)
       where w.purpose = l.purpose
         and w.expires_at not between now() and now() + l.lifetime + interval '1 minute'`.execute(db);
