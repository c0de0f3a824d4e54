import type { Db } from '../database/database.ts';
import { recordAttempt } from './rate-limit.ts';

/** Maximum emails to one person in 24 hours, by topic. */
export const dailyEmailLimits = {
  'new-device': 5,
  order: 40,
  payment: 20,
  workshop: 20,
  identity: 12,
  price_alert: 40,
} as const;

const daySeconds = 24 * 3600;

type Recipient = { readonly recipientId: string; readonly now: Date };

/** Claims an email. On `last`, link to the page with all news. Null: the person gets no more emails today. */
export async function claimDailyEmail(
  tx: Db,
  kind: keyof typeof dailyEmailLimits,
  { recipientId, now }: Recipient,
): Promise<'one' | 'last' | null> {
  const count = await recordAttempt(tx, `mail:${kind}:${recipientId}`, { seconds: daySeconds, now });
  if (count > dailyEmailLimits[kind]) return null;
  return count === dailyEmailLimits[kind] ? 'last' : 'one';
}
