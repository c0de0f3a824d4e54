import type { Db } from '../../platform/database.ts';
import { sanctionsIndex, screenAddress } from '../screening/screen-wallet.ts';
import { listsNow } from './mahoni-store.ts';

/** Whether an address is clear by the lists of this moment (decision A4): nothing begins with it, nor is sent to it. */
export async function isClearNow(tx: Db, wallet: Parameters<typeof screenAddress>[1], now: Date): Promise<boolean> {
  return screenAddress(await sanctionsIndex(tx, await listsNow(tx)), wallet, now).result === 'clear';
}
