import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { hours } from '../../../../kernel/clock.ts';
import { formatMinorUnits } from '../../../../kernel/money.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { ConfigurationError, isTlsOrLocal, parseSecrets } from '../../../../platform/config/config-validators.ts';
import { isSignatureValid } from '../../../../platform/http/webhook-signature.ts';
import {
  type EventCheck,
  getHeader,
  type IncomingWebhook,
  optionalText,
  parseCardAmount,
  parseJson,
} from '../event.ts';
import { type CardGateway, type CardProvider, readVariables } from '../provider.ts';

const Variables = z.object({
  FYGARO_BUTTON_URL: z.string().optional(),
  FYGARO_KEY_ID: z.string().optional(),
  FYGARO_SECRET: z.string().optional(),
  FYGARO_HOOK_SECRETS: z.string().optional(),
});

type Fygaro = NonNullable<ReturnType<typeof readFygaro>>;

function readFygaro(config: Config) {
  const variables = readVariables(config, Variables);
  const { FYGARO_BUTTON_URL: buttonUrl, FYGARO_KEY_ID: keyId, FYGARO_SECRET: secret } = variables;
  const hookSecrets = parseSecrets(variables.FYGARO_HOOK_SECRETS, 'FYGARO_HOOK_SECRETS');
  if (config.mode === 'production' && buttonUrl !== undefined && !isTlsOrLocal(buttonUrl))
    throw new ConfigurationError('FYGARO_BUTTON_URL: an address with https://');
  if (!buttonUrl || !keyId || !secret || hookSecrets.length === 0) return null;
  return { buttonUrl, keyId, secret, hookSecrets };
}

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a JWT with HS256. */
export function signFygaroToken(claims: object, { keyId, secret }: Pick<Fygaro, 'keyId' | 'secret'>): string {
  const signed = `${encodePart({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${encodePart(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const createGateway = (options: Fygaro): CardGateway => ({
  referenceFor: ({ id }) => id,
  pageLifetimeMs: hours(1),
  page: async ({ due, reference, now, closesAt }) => {
    const toUnixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
    const jwt = signFygaroToken(
      {
        amount: formatMinorUnits(due.amount.minor),
        currency: due.amount.currency,
        custom_reference: reference,
        nbf: toUnixSeconds(now),
        exp: toUnixSeconds(closesAt),
      },
      options,
    );
    return `${options.buttonUrl}?${new URLSearchParams({ jwt })}`;
  },
});

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

const signatureHeader = 'fygaro-signature';

/** Verifies HMAC-SHA256 over time and body, within 300 seconds, by any current secret. */
export function verifyFygaroWebhook(webhook: IncomingWebhook, secrets: readonly string[]): EventCheck {
  const { body, now } = webhook;
  if (!isSignatureValid({ header: getHeader(webhook, signatureHeader), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = FygaroWebhook.safeParse(parseJson(body));
  const amount = read.success ? parseCardAmount(read.data.amount, read.data.currency) : null;
  if (!read.success || !amount) return { ok: false, fault: 'unreadable' };
  const { transactionId, customReference, createdAt, client } = read.data;
  return {
    ok: true,
    event: {
      eventId: transactionId,
      outcome: 'approved',
      transactionId,
      amount,
      reference: customReference,
      nameOnCard: client?.name ?? null,
      card: null,
      happenedAt: parseMoment(createdAt, now),
    },
  };
}

export const fygaro: CardProvider = {
  title: 'Fygaro',
  gateway: (config) => {
    const settings = readFygaro(config);
    return settings && createGateway(settings);
  },
  webhook: {
    header: signatureHeader,
    secrets: (config) => readFygaro(config)?.hookSecrets ?? [],
    read: verifyFygaroWebhook,
  },
  isChargeNumber: null,
  provesCurrency: () => true,
};
