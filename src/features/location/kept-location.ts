import type { Db } from '../../platform/database.ts';
import { historyOf, keepAnswer, removeHistory } from './store.ts';

/**
 * Forgets where a person was: place, sightings and alerts; their answer is no from now on. Runs in a transaction of
 * that person: for withdrawn consent, and for an account that is closed (decision A12).
 */
export async function forgetLocation(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ sightings: number; alerts: number }> {
  const removed = await removeHistory(tx, userId);
  await keepAnswer(tx, false, now);
  return removed;
}

/**
 * Where a person was seen and from where to where they moved, for the copy of their own record. The place itself stands
 * in their profile.
 */
export const locationRecord = (tx: Db, userId: string) => historyOf(tx, userId);
