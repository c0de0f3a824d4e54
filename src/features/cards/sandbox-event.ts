import { z } from 'zod';
import { isSigned } from '../../platform/signed.ts';
import { type ArrivedHook, beside, type EventCheck, headerOf, readCardAmount, readJson } from './event.ts';

/** What the sandbox tells us, as a real provider would: signed, and nothing else is believed. */
export const SandboxHook = z.object({
  id: z.string().min(8).max(80),
  type: z.enum(['approved', 'declined', 'charged_back']),
  transaction: z.string().min(8).max(80),
  reference: z.string().min(8).max(64),
  amount: z.string(),
  currency: z.string(),
  name: beside(120),
  card: beside(30),
  at: z.iso.datetime(),
});

export const sandboxSignature = 'sandbox-signature';

/** Checks a hook of the sandbox. */
export function readSandboxHook(arrived: ArrivedHook, secrets: readonly string[]): EventCheck {
  const { body, now } = arrived;
  if (!isSigned({ header: headerOf(arrived, sandboxSignature), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = SandboxHook.safeParse(readJson(body));
  const amount = read.success ? readCardAmount(read.data.amount, read.data.currency) : null;
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
