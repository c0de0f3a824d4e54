import { isOffPeg } from './cross-check.ts';
import { isStale } from './freshness.ts';
import { loadPrice, type PriceDb, type StoredPrice } from './store.ts';

/** `stale` prices are too old (decision C6) or have an unconfirmed jump. Orders cannot use them. */
export type CurrentPrice = StoredPrice & { readonly stale: boolean; readonly offPeg: boolean };

export async function findCurrentPrice(db: PriceDb, symbol: string, now: Date): Promise<CurrentPrice | null> {
  const price = await loadPrice(db, symbol);
  if (!price) return null;
  const stale = price.jump !== null || isStale(price.observedAt, now);
  return { ...price, stale, offPeg: isOffPeg(symbol, price.priceUsd) };
}
