import { isOffPeg } from './cross-check.ts';
import { isStale } from './freshness.ts';
import { loadPrice, type PriceDb, type StoredPrice } from './store.ts';

/** `stale`: not tradable, by age (decision C6) or an unconfirmed jump. */
export type CurrentPrice = StoredPrice & { readonly stale: boolean; readonly offPeg: boolean };

export async function findCurrentPrice(db: PriceDb, symbol: string, now: Date): Promise<CurrentPrice | null> {
  const price = await loadPrice(db, symbol);
  if (!price) return null;
  const stale = price.jump !== null || isStale(price.observedAt, now);
  return { ...price, stale, offPeg: isOffPeg(symbol, price.priceUsd) };
}
