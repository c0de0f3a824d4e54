import { z } from 'zod';
import { isSignatureValid } from '../../../platform/http/webhook-signature.ts';
import { type EventCheck, getHeader, type IncomingWebhook, optionalText, parseCardAmount, parseJson } from './event.ts';

/** Fygaro sends webhooks for charges only. Amounts are strings or numbers. */
const FygaroWebhook = z.object({
  transactionId: z.string().min(1).max(120),
  customReference: z.string().min(1).max(120),
  amount: z.union([z.string(), z.number()]).transform(String),
  currency: z.string(),
  createdAt: optionalText(60),
  client: z
    .object({ name: optionalText(200) })
    .nullish()
    .catch(null),
});

function parseMoment(text: string | null | undefined, now: Date): Date {
  const read = new Date(text ?? '');
  return Number.isNaN(read.getTime()) ? now : read;
}

export const fygaroSignature = 'fygaro-signature';

/** Verifies HMAC-SHA256 over time and body, within 300 seconds, by any current secret. */
export function verifyFygaroWebhook(webhook: IncomingWebhook, secrets: readonly string[]): EventCheck {
  const { body, now } = webhook;
  if (!isSignatureValid({ header: getHeader(webhook, fygaroSignature), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = FygaroWebhook.safeParse(parseJson(body));
  const amount = read.success ? parseCardAmount(read.data.amount, read.data.currency) : null;
  if (!read.success || !amount) return { ok: false, fault: 'unreadable' };
  const { transactionId, customReference, createdAt, client } = read.data;
  return {
    ok: true,
    event: {
      ...{ provider: 'fygaro', eventId: transactionId, outcome: 'approved', transactionId, amount },
      ...{ reference: customReference, nameOnCard: client?.name ?? null, card: null },
      happenedAt: parseMoment(createdAt, now),
    },
  };
}
