import { isOffPeg } from './cross-check.ts';
import { isStale } from './freshness.ts';
import { type PriceDb, type StoredPrice, storedPrice } from './store.ts';

/** The stored price and whether it may be traded on: not when stale (decision C6), nor while a jump is unconfirmed. */
export type CurrentPrice = StoredPrice & { readonly stale: boolean; readonly offPeg: boolean };

/** The price of one coin as the caller's own transaction sees it; null when there never was one. */
export async function currentPrice(db: PriceDb, symbol: string, now: Date): Promise<CurrentPrice | null> {
  const price = await storedPrice(db, symbol);
  if (!price) return null;
  const stale = price.jump !== null || isStale(price.observedAt, now);
  return { ...price, stale, offPeg: isOffPeg(symbol, price.priceUsd) };
}
