import type { Db } from './database.ts';
import { countTry } from './rate-limit.ts';

/**
 * Letters a day to one person by what they are about: strange browsers, orders, payments, workshops, identity checks.
 * Far more than an ordinary day has. Each kind is counted by itself, so that none crowds out another.
 */
export const lettersADay = { 'new-device': 5, order: 20, payment: 20, workshop: 20, identity: 6 } as const;

const day = 24 * 3600;

type Whom = { readonly whom: string; readonly now: Date };

/**
 * Which of today's letters of a kind one more to somebody would be; null beyond the last that is sent. That one says
 * that it is, and where to read on: what it would have told stands there at once, so nothing is lost with a letter.
 */
export async function letterToday(
  tx: Db,
  kind: keyof typeof lettersADay,
  { whom, now }: Whom,
): Promise<'one' | 'last' | null> {
  const count = await countTry(tx, `mail:${kind}:${whom}`, { seconds: day, now });
  if (count > lettersADay[kind]) return null;
  return count === lettersADay[kind] ? 'last' : 'one';
}
