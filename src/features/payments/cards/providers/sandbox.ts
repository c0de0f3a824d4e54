import { hours } from '../../../../kernel/clock.ts';
import { formatMinorUnits } from '../../../../kernel/money.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { isSignatureValid } from '../../../../platform/http/webhook-signature.ts';
import { type EventCheck, getHeader, type IncomingWebhook, parseCardAmount, parseJson } from '../event.ts';
import { type CardGateway, type CardProvider, getReturnUrl, type PageRequest } from '../provider.ts';
import { deriveSandboxSecret, mountCardSandbox, SandboxWebhook, signQuery } from './sandbox-page.ts';

/** Builds the query of the hosted page [001 §7 Card payment pages]. */
function buildQuery({ due, reference, closesAt, origin }: PageRequest): URLSearchParams {
  const { amount, title, email, kind } = due;
  const back = { transaction_id: due.id };
  return new URLSearchParams({
    amount: formatMinorUnits(amount.minor),
    currency: amount.currency,
    description: title,
    reference,
    ...(kind === 'order'
      ? { customer_email: email }
      : {
          success_url: getReturnUrl(origin, 'success', back),
          cancel_url: getReturnUrl(origin, 'cancel', back),
        }),
    expires: String(Math.floor(closesAt.getTime() / 1000)),
  });
}

const createGateway = (config: Pick<Config, 'authSecret'>): CardGateway => ({
  referenceFor: ({ id }) => id,
  pageLifetimeMs: hours(1),
  page: async (request) => {
    const query = String(buildQuery(request));
    return `${request.origin}/dev/card?${query}&signature=${signQuery(query, deriveSandboxSecret(config, 'link'))}`;
  },
});

const signatureHeader = 'sandbox-signature';

function verifySandboxWebhook(webhook: IncomingWebhook, secrets: readonly string[]): EventCheck {
  const { body, now } = webhook;
  if (!isSignatureValid({ header: getHeader(webhook, signatureHeader), body, secrets, now }))
    return { ok: false, fault: 'forged' };
  const read = SandboxWebhook.safeParse(parseJson(body));
  const amount = read.success ? parseCardAmount(read.data.amount, read.data.currency) : null;
  if (!read.success || !amount) return { ok: false, fault: 'unreadable' };
  const { id, type, transaction, reference, name, card, at } = read.data;
  return {
    ok: true,
    event: {
      eventId: id,
      outcome: type,
      transactionId: transaction,
      reference,
      amount,
      nameOnCard: name ?? null,
      card: card ?? null,
      happenedAt: new Date(at),
    },
  };
}

/** The demo's provider. It does not exist in production. */
export const sandbox: CardProvider = {
  title: null,
  gateway: (config) => (config.mode === 'production' ? null : createGateway(config)),
  webhook: {
    header: signatureHeader,
    secrets: (config) => (config.mode === 'production' ? [] : [deriveSandboxSecret(config, 'hook')]),
    read: verifySandboxWebhook,
  },
  isChargeNumber: null,
  provesCurrency: () => true,
  mount: mountCardSandbox,
};
