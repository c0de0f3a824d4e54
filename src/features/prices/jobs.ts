import { after, days } from '../../kernel/clock.ts';
import type { Job } from '../../platform/jobs.ts';
import { isFresh } from './freshness.ts';
import { type PriceContext, refreshPrices } from './refresh-prices.ts';
import { claimRefresh, pruneBefore, storedPrices } from './store.ts';

const historyKept = days(400);

/** Always refreshes, and counts as an attempt, so that a button pressed right after it asks nobody again. */
async function refresh(context: PriceContext): Promise<void> {
  const now = context.clock();
  await claimRefresh(context.db, now, now);
  await refreshPrices(context);
}

/** Forgets prices and checks that are too old to be shown. */
const prune = async ({ db, clock }: PriceContext): Promise<void> => {
  await pruneBefore(db, after(clock(), -historyKept));
};

const retries = { limit: 3, delay: 60 };

/** What runs by itself: prices every 15 minutes [000 §9]; once a night, history older than 400 days is forgotten. */
export const pricesJobs = (context: PriceContext): Job[] => [
  { name: 'prices.refresh', cron: '*/15 * * * *', retries, run: () => refresh(context) },
  { name: 'prices.prune', cron: '20 8 * * *', retries, run: () => prune(context) },
];

/** Before the first page is served: prices, unless there are fresh ones. Without any provider the job tries on. */
export async function pricesAtStart(context: PriceContext): Promise<void> {
  const stored = await storedPrices(context.db);
  if (stored.length > 0 && stored.every((price) => isFresh(price.observedAt, context.clock()))) return;
  await refresh(context).catch((error) => context.log.warn({ err: error }, 'no prices at start'));
}
