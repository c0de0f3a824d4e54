import { after, days } from '../../kernel/clock.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { isFresh } from './freshness.ts';
import { type PriceContext, refreshPrices } from './refresh-prices.ts';
import { claimRefresh, deleteBefore, loadPrices } from './store.ts';

const historyRetentionMs = days(400);

/** Records the attempt, so that the refresh button waits a minute after the job. */
async function refresh(context: PriceContext): Promise<void> {
  const now = context.clock();
  await claimRefresh(context.db, now, now);
  await refreshPrices(context);
}

/** Deletes price history older than 400 days and old checks. */
const prune = async ({ db, clock }: PriceContext): Promise<void> => {
  await deleteBefore(db, after(clock(), -historyRetentionMs));
};

const retries = { limit: 3, delay: 60 };

/** Refreshes prices every 15 minutes [000 §9]. Deletes history older than 400 days every night. */
export const pricesJobs = (context: PriceContext): Job[] => [
  { name: 'prices.refresh', cron: '*/15 * * * *', retries, run: () => refresh(context) },
  { name: 'prices.prune', cron: '20 8 * * *', retries, run: () => prune(context) },
];

/** Called at server start. Fetches prices unless fresh prices are stored. The job retries failures. */
export async function pricesAtStart(context: PriceContext): Promise<void> {
  const stored = await loadPrices(context.db);
  if (stored.length > 0 && stored.every((price) => isFresh(price.observedAt, context.clock()))) return;
  await refresh(context).catch((error) => context.log.warn({ err: error }, 'no prices at start'));
}
