import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { z } from 'zod';
import { minutes, seconds } from '../../kernel/clock.ts';
import { moneyText } from '../../kernel/money.ts';
import { textWithin } from '../../platform/text-within.ts';
import { type CardGateway, CardProviderDown, type ToPay } from './provider.ts';

/** How WiPay is reached. */
export type WipayOptions = {
  readonly url: string;
  readonly account: string;
  readonly environment: 'sandbox' | 'live';
  readonly method: string;
  /** Makes the word in the address that a browser comes back to. */
  readonly authSecret: string;
};

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Sixteen signs: the most that one of WiPay's banks takes. Each once. */
const newReference = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');

/** The word beside a reference in the address to come back to: MD5 is weak, and a reference stands on receipts. */
export const returnWord = (authSecret: string, reference: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', authSecret, '', 'cryptocommerce card return', 32)))
    .update(reference)
    .digest('hex')
    .slice(0, 32);

/** What it answers is a few hundred bytes. */
const largestAnswer = 16 * 1024;

const tooLong = () => new CardProviderDown('wipay sends more than an answer is long');

const Answer = z.object({ url: z.url({ protocol: /^https?$/ }), transaction_id: z.string().optional() });

const formFor = ({ due, reference, origin }: ToPay, { account, environment, method, authSecret }: WipayOptions) =>
  new URLSearchParams({
    account_number: account,
    country_code: 'JM',
    currency: due.amount.currency,
    environment,
    // What is charged is what is due.
    fee_structure: 'merchant_absorb',
    method,
    order_id: reference,
    origin: 'cryptocommerce',
    response_url: `${origin}/api/hooks/card/wipay/${reference}/${returnWord(authSecret, reference)}`,
    total: moneyText(due.amount.minor),
  });

/** WiPay's hosted page: asked for by our server, for the amount of the record. Its pages last three minutes. */
export const wipayGateway = (options: WipayOptions): CardGateway => ({
  name: 'wipay',
  referenceFor: newReference,
  pageLasts: minutes(3),
  page: async (asked) => {
    try {
      const answer = await fetch(options.url, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: formFor(asked, options),
        redirect: 'error',
        signal: AbortSignal.timeout(seconds(10)),
      });
      const read = Answer.safeParse(answer.ok ? JSON.parse(await textWithin(answer, largestAnswer, tooLong)) : null);
      const isSafe = options.environment === 'sandbox' || read.data?.url.startsWith('https://');
      if (read.success && isSafe) return read.data.url;
    } catch {
      // Told below, with nothing of what was sent.
    }
    throw new CardProviderDown('wipay gave no page');
  },
});
