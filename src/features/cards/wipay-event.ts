import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Money, moneyText } from '../../kernel/money.ts';
import { sameText } from '../../platform/signed.ts';
import type { EventCheck } from './event.ts';

/** What the browser brings back from WiPay. Anybody can type it: the hash alone is theirs, and it covers little. */
const WipayReturn = z.object({
  status: z.string(),
  transaction_id: z.string().min(1).max(120),
  order_id: z.string(),
  currency: z.string(),
  hash: z.string(),
});

/** As WiPay makes it: over the total that we asked for, never the one that comes back, which may hold their fee. */
export const wipayHash = (transactionId: string, total: string, apiKey: string): string =>
  createHash('md5').update(`${transactionId}${total}${apiKey}`).digest('hex');

type Awaited = {
  readonly reference: string;
  readonly amount: Money;
  readonly apiKey: string;
  readonly environment: 'sandbox' | 'live';
  readonly now: Date;
};

type NumberOf = { readonly reference: string; readonly environment: Awaited['environment'] | null };

/** Their mark of the sandbox, a number by chance, one of our account, our reference, when the page was asked for. */
const numberShape = /^(SB-)?\d+-\d+-(.+)-\d{14}$/;

/**
 * Whether WiPay numbers a charge of this page so, from its first sign to its last. The hash is over number and total
 * with nothing in between: of a number that may end sooner, the rest would make the total a larger one.
 */
export function isWipayNumber(transactionId: string, { reference, environment }: NumberOf): boolean {
  const [, sandbox, order] = numberShape.exec(transactionId) ?? [];
  return order === reference && (environment === null || (sandbox !== undefined) === (environment === 'sandbox'));
}

/** `declined` is what anybody could type, so it moves nothing: the payment stays open. */
export type WipayCheck = EventCheck | { readonly ok: false; readonly fault: 'not_charged' };

/**
 * Checks what came back for a session. The hash covers neither status, currency nor order, so each is compared: with
 * the session, and the order with the number of the charge, which the hash does cover. The currency stays what anybody
 * could type: see `vouchesFor`.
 */
export function readWipayReturn(query: unknown, awaited: Awaited): WipayCheck {
  const { reference, amount, apiKey, environment, now } = awaited;
  const read = WipayReturn.safeParse(query);
  if (!read.success) return { ok: false, fault: 'not_charged' };
  const { status, transaction_id: transactionId, order_id: order, currency, hash } = read.data;
  const isTheirs = sameText(hash, wipayHash(transactionId, moneyText(amount.minor), apiKey));
  if (!isTheirs) return { ok: false, fault: status === 'success' ? 'forged' : 'not_charged' };
  const isOfSession = order === reference && currency === amount.currency;
  if (status !== 'success' || !isOfSession || !isWipayNumber(transactionId, { reference, environment }))
    return { ok: false, fault: 'forged' };
  return {
    ok: true,
    event: {
      ...{ provider: 'wipay', eventId: transactionId, outcome: 'approved', transactionId, reference, amount },
      // Who pays writes the rest of the address themselves: the name and the card are looked up with WiPay.
      ...{ nameOnCard: null, card: null, happenedAt: now },
    },
  };
}
