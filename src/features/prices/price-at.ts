import { isOffPeg } from './cross-check.ts';
import { type HistoryEntry, type PriceDb, storedPriceAt } from './store.ts';

/**
 * The price that was traded at a moment, as the caller's own transaction sees it; null where there was none, while a
 * jump was not believed, and of a stablecoin away from its dollar: as then no order was taken on it.
 */
export async function priceAt(db: PriceDb, symbol: string, moment: Date): Promise<Omit<HistoryEntry, 'symbol'> | null> {
  const price = await storedPriceAt(db, symbol, moment);
  return price && !isOffPeg(symbol, price.priceUsd) ? price : null;
}
