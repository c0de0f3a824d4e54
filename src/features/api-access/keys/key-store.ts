import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, hasRow } from '../../../platform/database/database.ts';
import type { Scope } from '../scopes.ts';

export const maxKeys = 10;

export type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly lastFour: string;
  readonly madeAt: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date | null;
  /** The old secret stays valid until this time. */
  readonly formerUntil: Date | null;
};

export const findKeys = (db: Db, userId: string) =>
  allRows<KeyRow>(db)`
    select id, name, scopes, last_four "lastFour", created_at "madeAt", last_used_at "lastUsedAt",
           renewed_at + make_interval(days => lasts_days) "endsAt",
           case when previous_valid_until > now() then previous_valid_until end "formerUntil"
      from auth.api_key where user_id = ${userId} order by id`;

export type NewKeyRow = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly hash: string;
  readonly lastFour: string;
};

/** Returns null when the user has the maximum number of keys. The caller must lock the account's factors. */
export const addKey = (tx: Db, userId: string, key: NewKeyRow) =>
  firstValue<string>(tx)`
    insert into auth.api_key (user_id, name, scopes, lasts_days, hash, last_four)
    select ${userId}, ${key.name}, ${key.scopes}::text[], ${key.days}, ${key.hash}, ${key.lastFour}
     where (select count(*) from auth.api_key where user_id = ${userId}) < ${maxKeys} returning id`;

type Rotation = { readonly id: string; readonly hash: string; readonly lastFour: string; readonly hours: number };

/** Replaces the secret. The old secret stays valid for `hours`. Returns false when the key does not exist. */
export async function rotateSecret(tx: Db, userId: string, { id, hash, lastFour, hours }: Rotation): Promise<boolean> {
  // An expired secret never becomes valid again.
  const overlaps = sql`${hours}::int > 0 and renewed_at + make_interval(days => lasts_days) > now()`;
  return hasRow(tx)`
    update auth.api_key set hash = ${hash}, last_four = ${lastFour}, renewed_at = now(),
           previous_hash = case when ${overlaps} then hash end,
           previous_valid_until = case when ${overlaps} then now() + make_interval(hours => ${hours}::int) end
     where id = ${id} and user_id = ${userId} returning id`;
}

export const deleteKey = (tx: Db, userId: string, id: string) =>
  hasRow(tx)`
    delete from auth.api_key where id = ${id} and user_id = ${userId} returning id`;

/** Deletes keys a month after expiry, and old secrets after the overlap. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await sql`delete from auth.api_key
    where renewed_at + make_interval(days => lasts_days) < now() - interval '30 days'`.execute(db);
  await sql`update auth.api_key set previous_hash = null, previous_valid_until = null where previous_valid_until < now()`.execute(
    db,
  );
}

export type ApiKey = {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly scopes: string[];
  /** Seconds since the last recorded use. Null for an unused key. */
  readonly usedAgo: number | null;
};

export const recordKeyUse = (db: Db, hash: string) => sql`select app.record_api_key_use(${hash})`.execute(db);

export const findKeyByHash = (db: Db, hash: string) =>
  firstRow<ApiKey>(db)`
    select id, user_id "userId", email, scopes, used_ago "usedAgo" from app.find_api_key(${hash})`;
