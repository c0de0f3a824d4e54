import { after, minutes } from '../../kernel/clock.ts';
import { refuse } from './messages.ts';
import { NoPrices, type PriceContext, refreshPrices } from './refresh-prices.ts';
import type { Refreshed } from './schema.ts';
import { checkedInVainSince, claimRefresh, lastAttempt, type StoredPrice, storedPrices } from './store.ts';

/** However many people press the button, the providers are asked once in this time, so that no quota is burnt. */
const pauseMs = minutes(1);

const newestFirst = (a: StoredPrice, b: StoredPrice) => b.lastUpdated.getTime() - a.lastUpdated.getTime();

/** What the newest refresh brought: all prices that carry its time. */
function resultOf(prices: readonly StoredPrice[]): Refreshed | null {
  const newest = prices.toSorted(newestFirst)[0];
  if (!newest) return null;
  const same = prices.filter((price) => price.lastUpdated.getTime() === newest.lastUpdated.getTime());
  return { count: same.length, refreshedAt: newest.lastUpdated, demo: same.some((price) => price.demo) };
}

async function resultOfOthers({ db }: PriceContext): Promise<Refreshed> {
  const attemptedAt = await lastAttempt(db);
  const result = resultOf(await storedPrices(db));
  const isTheirs = result && attemptedAt && result.refreshedAt >= attemptedAt;
  if (!isTheirs && attemptedAt && (await checkedInVainSince(db, attemptedAt))) {
    return refuse('prices.fetch_failed', {});
  }
  return result ?? refuse('prices.fetch_failed', {});
}

/**
 * The refresh button, for everybody: what crypto-prices was [000 §7 Functions]. Within a minute of the last attempt,
 * whoever made it, answers what that attempt brought (or, while it still runs, what stands) and asks nobody. Refuses
 * with `prices.fetch_failed`.
 */
export async function refreshNow(context: PriceContext): Promise<Refreshed> {
  const now = context.clock();
  if (!(await claimRefresh(context.db, now, after(now, -pauseMs)))) return resultOfOthers(context);
  try {
    return await refreshPrices(context);
  } catch (error) {
    if (error instanceof NoPrices) return refuse('prices.fetch_failed', {});
    throw error;
  }
}
