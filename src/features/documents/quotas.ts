import type { Db } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Quota } from '../../platform/limits/quotas.ts';
import { recordAttempt } from '../../platform/limits/rate-limit.ts';
import { refuse } from './messages.ts';

/** Customer documents that one staff member may open per hour. */
export const readQuota = { work: 'papers-read', most: 120, seconds: 60 * 60 } as const;

export type ReadsExceeded = { readonly userId: string; readonly most: number };

/** Counts one opened document. Alerts compliance at the limit, and throws above it. */
export async function countDocumentRead({ clock, jobs }: Services, tx: Db, userId: string): Promise<void> {
  const { work, most, seconds } = readQuota;
  const reads = await recordAttempt(tx, `${work}:${userId}`, { seconds, now: clock() });
  if (reads > most) refuse('documents.too_many_reads', {});
  if (reads === most) await jobs.enqueue(tx, 'compliance.papers_read', { userId, most } satisfies ReadsExceeded);
}

const hour = 60 * 60;

/** Limits all uploads, also rejected ones: a check occupies a CPU core. */
export const uploadQuotas: readonly Quota[] = [
  { work: 'upload-hour', tries: 100, seconds: hour, refuse: () => refuse('documents.too_many_now', {}) },
  { work: 'upload', tries: 200, seconds: 24 * hour, refuse: () => refuse('documents.too_many_files', {}) },
];

/** Limits the upload tests of one user (decision C3). */
export const storageTestQuota: Quota = {
  work: 'documents:test',
  tries: 5,
  seconds: 60,
  refuse: () => refuse('documents.too_many_tests', {}),
};
