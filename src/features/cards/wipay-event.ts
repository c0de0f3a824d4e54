import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatMinorUnits, type Money } from '../../kernel/money.ts';
import { constantTimeEqual } from '../../platform/webhook-signature.ts';
import type { EventCheck } from './event.ts';

/** The browser brings this back and may change it. Only the hash is WiPay's. */
const WipayReturn = z.object({
  status: z.string(),
  transaction_id: z.string().min(1).max(120),
  order_id: z.string(),
  currency: z.string(),
  hash: z.string(),
});

/** Covers the requested total, not the returned one, which may include their fee. */
export const hashWipay = (transactionId: string, total: string, apiKey: string): string =>
  createHash('md5').update(`${transactionId}${total}${apiKey}`).digest('hex');

type ExpectedCharge = {
  readonly reference: string;
  readonly amount: Money;
  readonly apiKey: string;
  readonly environment: 'sandbox' | 'live';
  readonly now: Date;
};

type NumberContext = { readonly reference: string; readonly environment: ExpectedCharge['environment'] | null };

/** Sandbox mark, random number, account number, our reference, time. */
const numberShape = /^(SB-)?\d+-\d+-(.+)-\d{14}$/;

/** Matches the whole number: the hash has no separator, so a shorter number could mean a larger total. */
export function isWipayNumber(transactionId: string, { reference, environment }: NumberContext): boolean {
  const [, sandbox, order] = numberShape.exec(transactionId) ?? [];
  return order === reference && (environment === null || (sandbox !== undefined) === (environment === 'sandbox'));
}

/** Anyone could forge a decline, so it moves nothing. */
export type WipayCheck = EventCheck | { readonly ok: false; readonly fault: 'not_charged' };

/**
 * The hash covers only number and total, so status, currency and order are compared with the session. For the currency
 * see `provesCurrency`.
 */
export function verifyWipayReturn(query: unknown, awaited: ExpectedCharge): WipayCheck {
  const { reference, amount, apiKey, environment, now } = awaited;
  const read = WipayReturn.safeParse(query);
  if (!read.success) return { ok: false, fault: 'not_charged' };
  const { status, transaction_id: transactionId, order_id: order, currency, hash } = read.data;
  const isSigned = constantTimeEqual(hash, hashWipay(transactionId, formatMinorUnits(amount.minor), apiKey));
  if (!isSigned) return { ok: false, fault: status === 'success' ? 'forged' : 'not_charged' };
  const isOfSession = order === reference && currency === amount.currency;
  if (status !== 'success' || !isOfSession || !isWipayNumber(transactionId, { reference, environment }))
    return { ok: false, fault: 'forged' };
  return {
    ok: true,
    event: {
      ...{ provider: 'wipay', eventId: transactionId, outcome: 'approved', transactionId, reference, amount },
      // The payer could write name and card into the URL.
      ...{ nameOnCard: null, card: null, happenedAt: now },
    },
  };
}
