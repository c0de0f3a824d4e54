import { createHmac, hkdfSync } from 'node:crypto';
import { hours } from '../../../kernel/clock.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import type { Config } from '../../../platform/config/config.ts';
import { constantTimeEqual } from '../../../platform/http/webhook-signature.ts';
import { type CardGateway, getReturnUrl, type PageRequest } from './provider.ts';

/** Derives separate secrets for links and webhooks. */
export const deriveSandboxSecret = ({ authSecret }: Pick<Config, 'authSecret'>, use: 'link' | 'hook'): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `cryptocommerce card sandbox ${use}`, 32)).toString('hex');

const signQuery = (query: string, secret: string): string => createHmac('sha256', secret).update(query).digest('hex');

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

export const sandboxGateway = (config: Pick<Config, 'authSecret'>): CardGateway => ({
  name: 'sandbox',
  referenceFor: ({ id }) => id,
  pageLifetimeMs: hours(1),
  page: async (request) => {
    const query = String(buildQuery(request));
    return `${request.origin}/dev/card?${query}&signature=${signQuery(query, deriveSandboxSecret(config, 'link'))}`;
  },
});

/** Returns null unless the link is signed by us and not expired. */
export function verifySandboxLink(query: string, secret: string, now: Date): URLSearchParams | null {
  const [signedPart = '', signature = ''] = query.split('&signature=');
  if (!constantTimeEqual(signQuery(signedPart, secret), signature)) return null;
  const read = new URLSearchParams(signedPart);
  return Number(read.get('expires')) * 1000 > now.getTime() ? read : null;
}
