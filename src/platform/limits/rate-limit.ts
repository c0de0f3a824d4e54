import { createHmac, hkdfSync } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { RefusalError } from '../../kernel/refusal.ts';
import { getConnectionKey, getNetworkKey } from '../http/client-network.ts';

let hashKey: Buffer | null = null;

export const setRateLimitSecret = (secret: string): void => {
  hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce names of counts', 32));
};

function hashPersonal(personal: string): string {
  if (!hashKey) throw new Error('no key for rate limits: call setRateLimitSecret first');
  return createHmac('sha256', hashKey).update(personal).digest('base64url').slice(0, 22);
}

/** Replaces each email and IP address in a stored key by a keyed hash. */
export const hashPersonalParts = (key: string): string =>
  key
    .replace(
      /(:(?:address|network|from):)(?!address:|network:|browser:)(.+)$/,
      (_, name, value) => name + hashPersonal(value),
    )
    .replace(/[^:\s]+@[^:\s]+/g, hashPersonal);

export type RateLimit = { readonly tries: number; readonly seconds: number; readonly network?: number };

/** Counts across machines. Pass a `db` outside the caller's transaction, so that refused attempts count. */
export const isWithinLimit = async <T>(db: Kysely<T>, key: string, limit: RateLimit & { now: Date }) =>
  (await recordAttempt(db, key, limit)) <= limit.tries;

/** Returns the keys of a connection and of its network, which may contain 65,536 connections. */
export const getLimitKeys = (name: string, ip: string): string[] => [
  `${name}:address:${getConnectionKey(ip)}`,
  `${name}:network:${getNetworkKey(ip)}`,
];

/** Pass the narrowest key first. When a wider limit is reached, reverts the narrower counts. */
export async function isWithinLimits<T>(
  db: Kysely<T>,
  keys: readonly string[],
  { tries, network = tries * 10, ...limit }: RateLimit & { now: Date },
): Promise<boolean> {
  for (const [level, key] of keys.entries())
    if (!(await isWithinLimit(db, key, { ...limit, tries: level ? network : tries }))) {
      for (const narrowerKey of keys.slice(0, level)) await revertAttempt(db, narrowerKey);
      return false;
    }
  return true;
}

/** Counts an attempt and returns its number in the window. Restarts a window in the future (wrong clock). */
export async function recordAttempt<T>(
  db: Kysely<T>,
  key: string,
  { seconds, now }: Pick<RateLimit, 'seconds'> & { now: Date },
): Promise<number> {
  const windowStart = new Date(now.getTime() - seconds * 1000);
  const latestStart = new Date(now.getTime() + 60_000);
  const { rows } = await sql<{ tries: number }>`
    insert into rate_limits as r (key, window_start, tries) values (${hashPersonalParts(key)}, ${now}, 1)
    on conflict (key) do update set
      tries = case when r.window_start between ${windowStart} and ${latestStart} then r.tries + 1 else 1 end,
      window_start = case when r.window_start between ${windowStart} and ${latestStart} then r.window_start else ${now} end
    returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

export const deleteAttempts = <T>(db: Kysely<T>, key: string) =>
  sql`delete from rate_limits where key = ${hashPersonalParts(key)}`.execute(db);

/** Subtracts attempts. Deletes the row at zero. */
export async function revertAttempt<T>(db: Kysely<T>, key: string, tries = 1): Promise<void> {
  const hashedKey = hashPersonalParts(key);
  await sql`update rate_limits set tries = greatest(tries - ${tries}::int, 0) where key = ${hashedKey}`.execute(db);
  await sql`delete from rate_limits where key = ${hashedKey} and tries = 0`.execute(db);
}

const busyCodes: readonly string[] = ['general.busy', 'general.overloaded'];

/** Runs `work` and reverts its count when we were too busy to do it. */
export async function revertIfBusy<T, Done>(
  db: Kysely<T>,
  keys: readonly string[],
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError && busyCodes.includes(error.code))
      for (const key of keys) await revertAttempt(db, key);
    throw error;
  }
}
