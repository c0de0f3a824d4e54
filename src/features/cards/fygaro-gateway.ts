import { createHmac } from 'node:crypto';
import { hours } from '../../kernel/clock.ts';
import { moneyText } from '../../kernel/money.ts';
import type { CardGateway } from './provider.ts';

/** How Fygaro is reached. */
export type FygaroOptions = { readonly buttonUrl: string; readonly keyId: string; readonly secret: string };

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of HS256, as Fygaro's links carry it. */
export function fygaroToken(claims: object, { keyId, secret }: Pick<FygaroOptions, 'keyId' | 'secret'>): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A payment button of Fygaro: what is due stands signed in its link, and its hook tells what was charged. */
export const fygaroGateway = (options: FygaroOptions): CardGateway => ({
  name: 'fygaro',
  referenceFor: ({ id }) => id,
  pageLasts: hours(1),
  page: async ({ due, reference, now, closesAt }) => {
    const unix = (moment: Date) => Math.floor(moment.getTime() / 1000);
    const jwt = fygaroToken(
      {
        amount: moneyText(due.amount.minor),
        currency: due.amount.currency,
        custom_reference: reference,
        nbf: unix(now),
        exp: unix(closesAt),
      },
      options,
    );
    return `${options.buttonUrl}?${new URLSearchParams({ jwt })}`;
  },
});
