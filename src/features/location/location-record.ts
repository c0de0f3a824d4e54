import type { Db } from '../../platform/database/database.ts';
import { deleteHistory, loadHistory, storeConsent } from './store.ts';

/** Deletes place, sightings and alerts, and withdraws consent. Also called when an account closes (decision A12). */
export async function deleteLocation(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ sightings: number; alerts: number }> {
  const removed = await deleteHistory(tx, userId);
  await storeConsent(tx, false, now);
  return removed;
}

/** Loads the history for the export of a customer's data. The profile has the place. */
export const loadLocationRecord = (tx: Db, userId: string) => loadHistory(tx, userId);
