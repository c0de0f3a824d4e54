import { sql } from 'kysely';
import { allRows, anyRow, type Db, firstRow, firstValue } from '../../../platform/database.ts';
import type { Scope } from '../scopes.ts';

/** Keys of one person at the same time. */
export const mostKeys = 10;

/** A key as its owner sees it. */
export type KeyLine = {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly lastFour: string;
  readonly madeAt: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date | null;
  /** Until when the secret before it is good too. */
  readonly formerUntil: Date | null;
};

/** The keys of an account that are good, and those that ended by themselves lately. */
export const keysOf = (db: Db, userId: string) =>
  allRows<KeyLine>(db)`
    select id, name, scopes, last_four "lastFour", made_at "madeAt", last_used_at "lastUsedAt",
           renewed_at + make_interval(days => lasts_days) "endsAt",
           case when former_until > now() then former_until end "formerUntil"
      from auth.program_key where user_id = ${userId} order by id`;

export type NewKeyRow = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly hash: string;
  readonly lastFour: string;
};

/** Keeps a new key; null where its owner has as many as one may. The caller holds the account's factors still. */
export const addKey = (tx: Db, userId: string, key: NewKeyRow) =>
  firstValue<string>(tx)`
    insert into auth.program_key (user_id, name, scopes, lasts_days, hash, last_four)
    select ${userId}, ${key.name}, ${key.scopes}::text[], ${key.days}, ${key.hash}, ${key.lastFour}
     where (select count(*) from auth.program_key where user_id = ${userId}) < ${mostKeys} returning id`;

type Rotation = { readonly id: string; readonly hash: string; readonly lastFour: string; readonly hours: number };

/** Puts another secret in place of a key's; the old one is good for so many hours. False when there is no such key. */
export async function rotateKeyOf(tx: Db, userId: string, { id, hash, lastFour, hours }: Rotation): Promise<boolean> {
  // What is over stays over: the secret of before comes back to life for nobody.
  const overlaps = sql`${hours}::int > 0 and renewed_at + make_interval(days => lasts_days) > now()`;
  return anyRow(tx)`
    update auth.program_key set hash = ${hash}, last_four = ${lastFour}, renewed_at = now(),
           former_hash = case when ${overlaps} then hash end,
           former_until = case when ${overlaps} then now() + make_interval(hours => ${hours}::int) end
     where id = ${id} and user_id = ${userId} returning id`;
}

/** Ends a key; false when there is no such key. */
export const endKeyOf = (tx: Db, userId: string, id: string) =>
  anyRow(tx)`
    delete from auth.program_key where id = ${id} and user_id = ${userId} returning id`;

/** Forgets keys that ended by themselves a month ago, and secrets that were replaced. */
export async function sweepKeys(db: Db): Promise<void> {
  await sql`delete from auth.program_key
    where renewed_at + make_interval(days => lasts_days) < now() - interval '30 days'`.execute(db);
  await sql`update auth.program_key set former_hash = null, former_until = null where former_until < now()`.execute(db);
}

/** What a key opens, and for whom. */
export type KnownKey = {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly scopes: string[];
  /** Seconds since its last use was written down; null where none was. */
  readonly usedAgo: number | null;
};

/** Writes down that a key is in use. */
export const noteKeyUse = (db: Db, hash: string) => sql`select app.note_key_use(${hash})`.execute(db);

/** Whose key has this hash; null for one that is over or nobody's. */
export const knownKey = (db: Db, hash: string) =>
  firstRow<KnownKey>(db)`
    select id, user_id "userId", email, scopes, used_ago "usedAgo" from app.key_of(${hash})`;
