import type { Db } from '../../platform/database/database.ts';
import { loadSanctionsIndex, screenAddress } from '../screening/screen-wallet.ts';
import { findListsVersion } from './store.ts';

/** Screens an address against the current lists (decision A4). True only for the result `clear`. */
export async function isAddressClearNow(
  tx: Db,
  wallet: Parameters<typeof screenAddress>[1],
  now: Date,
): Promise<boolean> {
  return screenAddress(await loadSanctionsIndex(tx, await findListsVersion(tx)), wallet, now).result === 'clear';
}
