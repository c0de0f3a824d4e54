import { createHmac } from 'node:crypto';
import { hours } from '../../../kernel/clock.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import type { CardGateway } from './provider.ts';

export type FygaroOptions = { readonly buttonUrl: string; readonly keyId: string; readonly secret: string };

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a JWT with HS256. */
export function signFygaroToken(claims: object, { keyId, secret }: Pick<FygaroOptions, 'keyId' | 'secret'>): string {
  const signed = `${encodePart({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${encodePart(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export const fygaroGateway = (options: FygaroOptions): CardGateway => ({
  name: 'fygaro',
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
