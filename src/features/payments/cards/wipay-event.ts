import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatMinorUnits, type Money } from '../../../kernel/money.ts';
import { constantTimeEqual } from '../../../platform/http/webhook-signature.ts';
import type { EventCheck } from './event.ts';

/** Query of the return URL, which the customer can edit. Only `hash` proves that WiPay sent it. */
const WipayReturn = z.object({
  status: z.string(),
  transaction_id: z.string().min(1).max(120),
  order_id: z.string(),
  currency: z.string(),
  hash: z.string(),
});

/** Hashes the total that we requested. The returned total may include WiPay's fee. */
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

/** Parts: `SB-` in the sandbox, random number, account number, our reference, time. */
const numberShape = /^(SB-)?\d+-\d+-(.+)-\d{14}$/;

/** Matches the full number. The hash has no separator, so a shorter number would verify with a larger total. */
export function isWipayNumber(transactionId: string, { reference, environment }: NumberContext): boolean {
  const [, sandbox, order] = numberShape.exec(transactionId) ?? [];
  return order === reference && (environment === null || (sandbox !== undefined) === (environment === 'sandbox'));
}

/** `not_charged`: WiPay signs no declines, so a decline changes nothing. */
export type WipayCheck = EventCheck | { readonly ok: false; readonly fault: 'not_charged' };

/** Verifies the hash, which covers number and total. Compares status, currency and order with the session. */
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
      // The customer could edit name and card in the URL.
      ...{ nameOnCard: null, card: null, happenedAt: now },
    },
  };
}
