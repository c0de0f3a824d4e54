import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { z } from 'zod';
import { minutes, seconds } from '../../../kernel/clock.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import { readTextLimited } from '../../../platform/http/read-limited.ts';
import { type CardGateway, CardProviderDown, type PageRequest } from './provider.ts';

export type WipayOptions = {
  readonly url: string;
  readonly account: string;
  readonly environment: 'sandbox' | 'live';
  readonly method: string;
  readonly authSecret: string;
};

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** WiPay accepts references of at most 16 characters. */
const createReference = (): string => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Signs our return URL, because WiPay's MD5 hash is weak and receipts show the reference. */
export const createReturnToken = (authSecret: string, reference: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', authSecret, '', 'cryptocommerce card return', 32)))
    .update(reference)
    .digest('hex')
    .slice(0, 32);

const maxAnswerBytes = 16 * 1024;

const createTooLongError = () => new CardProviderDown('wipay sends more than an answer is long');

const Answer = z.object({ url: z.url({ protocol: /^https?$/ }), transaction_id: z.string().optional() });

const buildForm = (
  { due, reference, origin }: PageRequest,
  { account, environment, method, authSecret }: WipayOptions,
) =>
  new URLSearchParams({
    account_number: account,
    country_code: 'JM',
    currency: due.amount.currency,
    environment,
    // We pay WiPay's fee.
    fee_structure: 'merchant_absorb',
    method,
    order_id: reference,
    origin: 'cryptocommerce',
    response_url: `${origin}/api/hooks/card/wipay/${reference}/${createReturnToken(authSecret, reference)}`,
    total: formatMinorUnits(due.amount.minor),
  });

export const wipayGateway = (options: WipayOptions): CardGateway => ({
  name: 'wipay',
  referenceFor: createReference,
  pageLifetimeMs: minutes(3),
  page: async (request) => {
    try {
      const answer = await fetch(options.url, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: buildForm(request, options),
        redirect: 'error',
        signal: AbortSignal.timeout(seconds(10)),
      });
      const read = Answer.safeParse(
        answer.ok ? JSON.parse(await readTextLimited(answer, maxAnswerBytes, createTooLongError)) : null,
      );
      const isSafe = options.environment === 'sandbox' || read.data?.url.startsWith('https://');
      if (read.success && isSafe) return read.data.url;
    } catch {
      // The error may contain request data. The error thrown below does not.
    }
    throw new CardProviderDown('wipay gave no page');
  },
});
