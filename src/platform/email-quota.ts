import type { Db } from './database.ts';
import { recordAttempt } from './rate-limit.ts';

/** E-mails a day to one person, counted by topic. */
export const dailyEmailLimits = { 'new-device': 5, order: 40, payment: 20, workshop: 20, identity: 12 } as const;

const daySeconds = 24 * 3600;

type Recipient = { readonly recipientId: string; readonly now: Date };

/** Claims one of today's e-mails. `last` links to the page with the rest; null means none is left. */
export async function claimDailyEmail(
  tx: Db,
  kind: keyof typeof dailyEmailLimits,
  { recipientId, now }: Recipient,
): Promise<'one' | 'last' | null> {
  const count = await recordAttempt(tx, `mail:${kind}:${recipientId}`, { seconds: daySeconds, now });
  if (count > dailyEmailLimits[kind]) return null;
  return count === dailyEmailLimits[kind] ? 'last' : 'one';
}
