import { createHash, createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { minutes, seconds } from '../../../../kernel/clock.ts';
import { formatMinorUnits, type Money } from '../../../../kernel/money.ts';
import { type Config, ConfigurationError } from '../../../../platform/config/config.ts';
import { withSystem } from '../../../../platform/database/database.ts';
import type { Services } from '../../../../platform/http/procedure.ts';
import { readTextLimited } from '../../../../platform/http/read-limited.ts';
import { constantTimeEqual } from '../../../../platform/http/webhook-signature.ts';
import type { EventCheck } from '../event.ts';
import {
  type CardGateway,
  type CardProvider,
  CardProviderDown,
  getReturnUrl,
  type PageRequest,
  readVariables,
} from '../provider.ts';
import { lockSessionByReference } from '../session-store.ts';
import { storeWebhookEvent } from '../store-webhook-event.ts';

const Variables = z.object({
  WIPAY_ACCOUNT: z
    .string()
    .trim()
    .regex(/^\d{10}$/)
    .optional(),
  WIPAY_API_KEY: z.string().optional(),
  WIPAY_ENVIRONMENT: z.enum(['sandbox', 'live']).default('sandbox'),
  WIPAY_URL: z.string().optional(),
  WIPAY_METHOD: z.string().default('credit_card_co'),
});

type Wipay = NonNullable<ReturnType<typeof readWipay>>;

function readWipay(config: Config) {
  const variables = readVariables(config, Variables);
  const {
    WIPAY_ACCOUNT: account,
    WIPAY_API_KEY: apiKey,
    WIPAY_ENVIRONMENT: environment,
    WIPAY_METHOD: method,
  } = variables;
  if (config.mode === 'production' && variables.WIPAY_URL?.startsWith('https://') === false)
    throw new ConfigurationError('WIPAY_URL: an address with https://, or none');
  if (account === undefined || apiKey === undefined) return null;
  if (config.mode === 'production' && environment !== 'live')
    throw new ConfigurationError('WIPAY_ENVIRONMENT: the sandbox charges no real cards; set it to live in production');
  const host = environment === 'live' ? 'jm' : 'jmsb';
  const url = variables.WIPAY_URL ?? `https://${host}.wipayfinancial.com/plugins/payments/request`;
  return { account, apiKey, environment, method, url, authSecret: config.authSecret };
}

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

const buildForm = ({ due, reference, origin }: PageRequest, { account, environment, method, authSecret }: Wipay) =>
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

const createGateway = (options: Wipay): CardGateway => ({
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
      eventId: transactionId,
      outcome: 'approved',
      transactionId,
      reference,
      amount,
      // The customer could edit name and card in the URL.
      nameOnCard: null,
      card: null,
      happenedAt: now,
    },
  };
}

type ReturnRequest = { Params: { reference: string; word: string }; Querystring: Record<string, string | string[]> };

const sendRefusal = (reply: FastifyReply) => reply.code(403).send({ code: 'general.invalid_input' });

/** Mounts WiPay's return URL. Stores a verified charge, then redirects with `wipay_reference` (decision B9). */
function mountReturn(app: FastifyInstance, services: Services): void {
  const { config, pool, clock } = services;
  app.get<ReturnRequest>(
    '/api/hooks/card/wipay/:reference/:word',
    async ({ params: { reference, word }, query }, reply) => {
      const wipay = readWipay(config);
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      if (!wipay || !constantTimeEqual(word, createReturnToken(config.authSecret, reference)))
        return sendRefusal(reply);
      const session = await withSystem(pool, (tx) => lockSessionByReference(tx, { provider: 'wipay', reference }));
      if (!session) return sendRefusal(reply);
      const { apiKey, environment } = wipay;
      const check = verifyWipayReturn(query, { reference, amount: session.amount, apiKey, environment, now: clock() });
      const ids = { transaction_id: session.dueId };
      if (check.ok) {
        await storeWebhookEvent(services, { ...check.event, provider: 'wipay' });
        const query = { ...ids, wipay_reference: check.event.transactionId };
        return reply.redirect(getReturnUrl(config.origin, 'success', query), 303);
      }
      return check.fault === 'not_charged'
        ? reply.redirect(getReturnUrl(config.origin, 'cancel', ids), 303)
        : sendRefusal(reply);
    },
  );
}

/** WiPay sends no webhook: its result arrives with the customer's browser. */
export const wipay: CardProvider = {
  title: 'WiPay',
  gateway: (config) => {
    const settings = readWipay(config);
    return settings && createGateway(settings);
  },
  webhook: null,
  isChargeNumber: (config, transactionId, reference) =>
    // Null if the provider changed after the page was opened.
    isWipayNumber(transactionId, { reference, environment: readWipay(config)?.environment ?? null }),
  // WiPay does not sign the currency. J$ is safe, because its pages accept no currency worth less.
  provesCurrency: (currency) => currency === 'JMD',
  mount: mountReturn,
};
