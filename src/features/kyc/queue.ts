import { after, hours } from '../../kernel/clock.ts';
import { paginate } from '../../kernel/pagination.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { withSystem } from '../../platform/database/database.ts';
import { type Services, staff } from '../../platform/http/procedure.ts';
import { identityPermissions } from './permissions.ts';
import { countQueue, findQueueRows, measureReviewsSince, type QueueRow } from './queue-store.ts';
import { ShowIdentityQueue } from './schema.ts';
import { reviewPromise } from './tiers.ts';
import type { IdentityQueue, QueueLine } from './views.ts';

const pageSize = 50;
const promisedMs = hours(reviewPromise.lateAfterHours);

/** Returns the deadline, and whether the submission is late. A submission waiting for the customer is never late. */
export function getDueDate({ submittedAt, waitsFor }: Pick<QueueRow, 'submittedAt' | 'waitsFor'>, now: Date) {
  const dueAt = after(submittedAt, promisedMs);
  return { dueAt, late: waitsFor === 'staff' && dueAt < now };
}

const toQueueRow = (row: QueueRow, now: Date): QueueLine => ({ ...row, ...getDueDate(row, now) });

export const showIdentityQueue = staff(identityPermissions.look)
  .input(ShowIdentityQueue)
  .handler(async function showIdentityQueue({ context: { services, tx }, input }): Promise<IdentityQueue> {
    const now = services.clock();
    const lateBefore = after(now, -promisedMs);
    const [rows, counts] = await Promise.all([
      findQueueRows(tx, { ...input, lateBefore, limit: pageSize + 1 }),
      countQueue(tx, lateBefore),
    ]);
    const { page, next } = paginate(rows, pageSize, ({ submittedAt, id }) => ({ submittedAt, id }));
    return { lines: page.map((row) => toQueueRow(row, now)), next, counts, now };
  });

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
