import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../kernel/uuid.ts';
import type { Config } from '../../platform/config/config.ts';
import { isKind, isMandatory, type OptionalKind } from './kinds.ts';

/** The token allows nothing but unsubscribing from one kind of mail. */
export type Unsubscription = { readonly person: string; readonly kind: OptionalKind };

type Secrets = Pick<Config, 'authSecret' | 'formerSecrets'>;

const signature = (secret: string, { person, kind }: Unsubscription): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce unsubscription mails', 32)))
    .update(`${person}.${kind}`)
    .digest();

/** Valid as long as the secret is configured. */
export const formatUnsubscribeToken = ({ authSecret }: Secrets, unsubscription: Unsubscription): string =>
  `${unsubscription.person}.${unsubscription.kind}.${signature(authSecret, unsubscription).toString('base64url')}`;

/** Null for an invalid token. */
export function parseUnsubscribeToken({ authSecret, formerSecrets }: Secrets, token: string): Unsubscription | null {
  const [person = '', kind = '', signed = ''] = token.split('.');
  if (!isUuid(person) || !isKind(kind) || isMandatory(kind)) return null;
  const unsubscription = { person, kind };
  const actual = Buffer.from(signed, 'base64url');
  const isValid = [authSecret, ...formerSecrets].some((secret) => {
    const expected = signature(secret, unsubscription);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  return isValid ? unsubscription : null;
}
