import { cachedRead } from '../../platform/database/cached-read.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { measureReviewsSince } from './review-time-store.ts';

const weekMs = 7 * 24 * 3_600_000;
/** Minimum number of reviews for a meaningful median. */
const minReviews = 5;
/** Same text as `public-site/content/faq.ts`. */
const defaultText = 'A check typically takes 12-24 hours.';

const formatHours = (hours: number): string => (hours <= 1 ? 'an hour' : `${hours} hours`);

/** Returns the median review time of the last seven days (decision B7). Cached for ten minutes. */
export const loadReviewText = cachedRead(10 * 60_000, async ({ pool, clock }: Services): Promise<string> => {
  const { decided, hours } = await withSystem(pool, (tx) =>
    measureReviewsSince(tx, new Date(clock().getTime() - weekMs)),
  );
  if (decided < minReviews || hours === null) return defaultText;
  return `This week, half of all checks took ${formatHours(hours)} or less.`;
});
