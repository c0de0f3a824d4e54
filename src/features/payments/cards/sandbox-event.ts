import { z } from 'zod';
import { isSignatureValid } from '../../../platform/http/webhook-signature.ts';
import { type EventCheck, getHeader, type IncomingWebhook, optionalText, parseCardAmount, parseJson } from './event.ts';

export const SandboxWebhook = z.object({
  id: z.string().min(8).max(80),
  type: z.enum(['approved', 'declined', 'charged_back']),
  transaction: z.string().min(8).max(80),
  reference: z.string().min(8).max(64),
  amount: z.string(),
  currency: z.string(),
  name: optionalText(120),
  card: optionalText(30),
  at: z.iso.datetime(),
});

export const sandboxSignature = 'sandbox-signature';

export function verifySandboxWebhook(webhook: IncomingWebhook, secrets: readonly string[]): EventCheck {
  const { body, now } = webhook;
  if (!isSignatureValid({ header: getHeader(webhook, sandboxSignature), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = SandboxWebhook.safeParse(parseJson(body));
  const amount = read.success ? parseCardAmount(read.data.amount, read.data.currency) : null;
  if (!read.success || !amount) return { ok: false, fault: 'unreadable' };
  const { id, type, transaction, reference, name, card, at } = read.data;
  return {
    ok: true,
    event: {
      ...{ provider: 'sandbox', eventId: id, outcome: type, transactionId: transaction, reference, amount },
      ...{ nameOnCard: name ?? null, card: card ?? null, happenedAt: new Date(at) },
    },
  };
}
