import { after, minutes } from '../../kernel/clock.ts';
import { refuse } from './messages.ts';
import { NoPrices, type PriceContext, refreshPrices } from './refresh-prices.ts';
import type { Refreshed } from './schema.ts';
import { claimRefresh, haveAllChecksFailedSince, loadLastAttempt, loadPrices, type StoredPrice } from './store.ts';

const pauseMs = minutes(1);

const compareNewestFirst = (a: StoredPrice, b: StoredPrice) => b.lastUpdated.getTime() - a.lastUpdated.getTime();

function toRefreshResult(prices: readonly StoredPrice[]): Refreshed | null {
  const newestPrice = prices.toSorted(compareNewestFirst)[0];
  if (!newestPrice) return null;
  const updatedTogether = prices.filter((price) => price.lastUpdated.getTime() === newestPrice.lastUpdated.getTime());
  return {
    count: updatedTogether.length,
    refreshedAt: newestPrice.lastUpdated,
    demo: updatedTogether.some((price) => price.demo),
  };
}

async function loadLastResult({ db }: PriceContext): Promise<Refreshed> {
  const attemptedAt = await loadLastAttempt(db);
  const result = toRefreshResult(await loadPrices(db));
  const isFromLastAttempt = result && attemptedAt && result.refreshedAt >= attemptedAt;
  if (!isFromLastAttempt && attemptedAt && (await haveAllChecksFailedSince(db, attemptedAt))) {
    return refuse('prices.fetch_failed', {});
  }
  return result ?? refuse('prices.fetch_failed', {});
}

/** Refreshes at most once a minute for all users, else returns the last result [000 §7 Functions]. */
export async function refreshNow(context: PriceContext): Promise<Refreshed> {
  const now = context.clock();
  if (!(await claimRefresh(context.db, now, after(now, -pauseMs)))) return loadLastResult(context);
  try {
    return await refreshPrices(context);
  } catch (error) {
    if (error instanceof NoPrices) return refuse('prices.fetch_failed', {});
    throw error;
  }
}
