import { after, hours } from '../../kernel/clock.ts';
import { pageOf } from '../../kernel/page.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { identityActs } from './acts.ts';
import { type QueueRow, queueCounts, queueRows } from './queue-store.ts';
import { ShowIdentityQueue } from './schema.ts';
import { reviewPromise } from './tiers.ts';
import type { IdentityQueue, QueueLine } from './views.ts';

const pageSize = 50;
const promised = hours(reviewPromise.lateAfterHours);

/**
 * Until when a submission is to be looked at, and whether that has passed. What waits for the customer is never
 * late.
 */
export function dueOf({ submittedAt, waitsFor }: Pick<QueueRow, 'submittedAt' | 'waitsFor'>, now: Date) {
  const dueAt = after(submittedAt, promised);
  return { dueAt, late: waitsFor === 'staff' && dueAt < now };
}

const lineOf = (row: QueueRow, now: Date): QueueLine => ({ ...row, ...dueOf(row, now) });

/** What waits for a review, the longest first; the promise of 24 hours is on every line. */
export const showIdentityQueue = staffOnly(identityActs.look)
  .input(ShowIdentityQueue)
  .handler(async ({ context: { services, tx }, input }): Promise<IdentityQueue> => {
    const now = services.clock();
    const lateBefore = after(now, -promised);
    const [rows, counts] = await Promise.all([
      queueRows(tx, { ...input, lateBefore, limit: pageSize + 1 }),
      queueCounts(tx, lateBefore),
    ]);
    const { page, next } = pageOf(rows, pageSize, ({ submittedAt, id }) => ({ submittedAt, id }));
    return { lines: page.map((row) => lineOf(row, now)), next, counts, now };
  });
