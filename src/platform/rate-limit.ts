import { type Kysely, sql } from 'kysely';
import { Refused } from '../kernel/refusal.ts';
import { connectionOf, networkOf } from './connection.ts';

/** So many tries in so many seconds; of the network around a connection ten times as many, or as many as it says. */
export type Allowance = { readonly tries: number; readonly seconds: number; readonly network?: number };

/**
 * Counts one try under `key` and says whether it is still within the allowance. Kept in the database, so that it
 * holds whichever machine answers; counted outside the caller's transaction, so that a refusal counts too. A count that
 * began in the future, when a clock ran ahead, begins anew: it would else shut somebody out until then.
 */
export const withinLimit = async <T>(db: Kysely<T>, key: string, allowed: Allowance & { now: Date }) =>
  (await countTry(db, key, allowed)) <= allowed.tries;

/**
 * Under what is counted where somebody asks from: the connection, and the network around it, in which one customer of a
 * provider may have 65,536 connections to themselves.
 */
export const limitKeysAt = (name: string, ip: string): string[] => [
  `${name}:address:${connectionOf(ip)}`,
  `${name}:network:${networkOf(ip)}`,
];

/**
 * Whether a try is within the allowance under each of these keys, the narrowest first. Where a wider one is used up the
 * narrower have not counted it: each of the connections within it would else leave a row that says nothing.
 */
export async function withinLimits<T>(
  db: Kysely<T>,
  keys: readonly string[],
  { tries, network = tries * 10, ...allowed }: Allowance & { now: Date },
): Promise<boolean> {
  for (const [wider, key] of keys.entries())
    if (!(await withinLimit(db, key, { ...allowed, tries: wider ? network : tries }))) {
      for (const narrower of keys.slice(0, wider)) await takeBackTry(db, narrower);
      return false;
    }
  return true;
}

/** Counts one try under `key` and says the how manieth within the allowance's time it is. */
export async function countTry<T>(
  db: Kysely<T>,
  key: string,
  { seconds, now }: Pick<Allowance, 'seconds'> & { now: Date },
): Promise<number> {
  const edge = new Date(now.getTime() - seconds * 1000);
  const ahead = new Date(now.getTime() + 60_000);
  const { rows } = await sql<{ tries: number }>`
    insert into rate_limits as r (key, window_start, tries) values (${key}, ${now}, 1)
    on conflict (key) do update set
      tries = case when r.window_start between ${edge} and ${ahead} then r.tries + 1 else 1 end,
      window_start = case when r.window_start between ${edge} and ${ahead} then r.window_start else ${now} end
    returning tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

/** Forgets the tries under a key, after a success. */
export const forgetTries = <T>(db: Kysely<T>, key: string) =>
  sql`delete from rate_limits where key = ${key}`.execute(db);

/** Takes back tries that were counted before they turned out to be none. What comes to nothing leaves no row. */
export async function takeBackTry<T>(db: Kysely<T>, key: string, tries = 1): Promise<void> {
  await sql`update rate_limits set tries = greatest(tries - ${tries}::int, 0) where key = ${key}`.execute(db);
  await sql`delete from rate_limits where key = ${key} and tries = 0`.execute(db);
}

/**
 * Does what was counted as a try under these keys. Where there was no room for it (`general.busy`) nothing was tried,
 * and it counts as none: a crowd before the work must not use up the tries of those whom it crowded out.
 */
export async function unlessCrowdedOut<T, Done>(
  db: Kysely<T>,
  keys: readonly string[],
  act: () => Promise<Done>,
): Promise<Done> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refused && error.code === 'general.busy') for (const key of keys) await takeBackTry(db, key);
    throw error;
  }
}
