import { createHmac, hkdfSync } from 'node:crypto';
import { hours } from '../../kernel/clock.ts';
import { moneyText } from '../../kernel/money.ts';
import type { Config } from '../../platform/config.ts';
import { sameText } from '../../platform/signed.ts';
import { backTo, type CardGateway, type ToPay } from './provider.ts';

/** The secrets that the sandbox and we share: one for links to its page, one for what it tells us. */
export const sandboxSecret = ({ authSecret }: Pick<Config, 'authSecret'>, use: 'link' | 'hook'): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `cryptocommerce card sandbox ${use}`, 32)).toString('hex');

/** The part of a link that is signed: all of it before the signature, as it is written. */
const signed = (query: string, secret: string): string => createHmac('sha256', secret).update(query).digest('hex');

/**
 * The query of the hosted page: amount, currency, description, reference, customer_email or success_url and cancel_url
 * [001 §7 Card payment pages]. A trade leads back to where the page always does.
 */
function queryFor({ due, reference, closesAt, origin }: ToPay): URLSearchParams {
  const { amount, title, email, kind } = due;
  const back = { transaction_id: due.id };
  return new URLSearchParams({
    amount: moneyText(amount.minor),
    currency: amount.currency,
    description: title,
    reference,
    ...(kind === 'order'
      ? { customer_email: email }
      : { success_url: backTo(origin, 'success', back), cancel_url: backTo(origin, 'cancel', back) }),
    expires: String(Math.floor(closesAt.getTime() / 1000)),
  });
}

/** Our own page that stands in for a provider's: for the demo alone. */
export const sandboxGateway = (config: Pick<Config, 'authSecret'>): CardGateway => ({
  name: 'sandbox',
  referenceFor: ({ id }) => id,
  pageLasts: hours(1),
  page: async (asked) => {
    const query = String(queryFor(asked));
    return `${asked.origin}/dev/card?${query}&signature=${signed(query, sandboxSecret(config, 'link'))}`;
  },
});

/** What a link to the page says, if we wrote it and it still counts. */
export function readSandboxLink(query: string, secret: string, now: Date): URLSearchParams | null {
  const [asked = '', given = ''] = query.split('&signature=');
  if (!sameText(signed(asked, secret), given)) return null;
  const read = new URLSearchParams(asked);
  return Number(read.get('expires')) * 1000 > now.getTime() ? read : null;
}
