import { createHash } from 'node:crypto';
import type { Db } from './database.ts';
import { countTry } from './rate-limit.ts';

/** The fingerprint of a request, so that its key answers it again and no other (decision A9). */
export const fingerprint = (request: object): string =>
  createHash('sha256')
    .update(JSON.stringify(request, Object.keys(request).sort()))
    .digest('hex');

/** A phone may be without a line for weeks before it learns that what it sent had arrived. */
const remembered = 60 * 24 * 3600;

type Request = { readonly whose: string; readonly key: string; readonly now: Date };

/**
 * Whether a request is the first under its key, for what counts each time that it is done. Asked in the transaction
 * that does it, so that both stand or neither; of several at once the others wait for the first. The key is kept among
 * the counts of tries, as a digest that names nobody, for as long as `forgetOldTries` leaves it.
 */
export async function isFirstUnderKey(tx: Db, { whose, key, now }: Request): Promise<boolean> {
  const digest = createHash('sha256').update(`${whose} ${key}`).digest('hex');
  return (await countTry(tx, `once:${digest}`, { seconds: remembered, now })) === 1;
}
