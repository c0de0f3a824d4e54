import { type HistoryEntry, type PriceDb, storedPriceAt } from './store.ts';

/** The price that was shown at a moment, as the caller's own transaction sees it; null where there was none. */
export const priceAt = (db: PriceDb, symbol: string, moment: Date): Promise<Omit<HistoryEntry, 'symbol'> | null> =>
  storedPriceAt(db, symbol, moment);
