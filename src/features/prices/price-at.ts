import { isOffPeg } from './cross-check.ts';
import { type HistoryEntry, loadPriceAt, type PriceDb } from './store.ts';

/** Returns the price at which orders could trade at that time. Null without one, and for a stablecoin off its peg. */
export async function findPriceAt(
  db: PriceDb,
  symbol: string,
  moment: Date,
): Promise<Omit<HistoryEntry, 'symbol'> | null> {
  const price = await loadPriceAt(db, symbol, moment);
  return price && !isOffPeg(symbol, price.priceUsd) ? price : null;
}
