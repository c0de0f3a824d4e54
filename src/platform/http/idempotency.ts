import { createHash } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { recordAttempt } from '../limits/rate-limit.ts';

/** Hashes a request. An idempotency key may repeat only the same request (decision A9). */
export const hashRequest = (request: object): string =>
  createHash('sha256')
    .update(JSON.stringify(request, Object.keys(request).sort()))
    .digest('hex');

/** A phone may be offline for weeks before it retries. */
const retentionSeconds = 60 * 24 * 3600;

type IdempotentRequest = { readonly scope: string; readonly key: string; readonly now: Date };

/** Claims a key in the caller's transaction. False for a repetition. Concurrent requests with the key wait. */
export async function claimIdempotencyKey(tx: Db, { scope, key, now }: IdempotentRequest): Promise<boolean> {
  const digest = createHash('sha256').update(`${scope} ${key}`).digest('hex');
  return (await recordAttempt(tx, `once:${digest}`, { seconds: retentionSeconds, now })) === 1;
}
