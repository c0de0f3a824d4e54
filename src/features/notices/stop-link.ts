import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../kernel/ids.ts';
import type { Config } from '../../platform/config.ts';
import { type ChoiceKind, isKind, mustBeTold } from './kinds.ts';

/** Mails of which kind stop, and whose: by the link alone, without signing in. It opens nothing else. */
export type Stop = { readonly person: string; readonly kind: ChoiceKind };

type Secrets = Pick<Config, 'authSecret' | 'formerSecrets'>;

const signature = (secret: string, { person, kind }: Stop): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce stop mails', 32)))
    .update(`${person}.${kind}`)
    .digest();

/** The word that ends mails of a kind to somebody. It lasts as long as the secret, as mails do. */
export const stopToken = ({ authSecret }: Secrets, stop: Stop): string =>
  `${stop.person}.${stop.kind}.${signature(authSecret, stop).toString('base64url')}`;

/** What a word ends; null where it is none of ours. */
export function readStop({ authSecret, formerSecrets }: Secrets, token: string): Stop | null {
  const [person = '', kind = '', signed = ''] = token.split('.');
  if (!isUuid(person) || !isKind(kind) || mustBeTold(kind)) return null;
  const stop = { person, kind };
  const given = Buffer.from(signed, 'base64url');
  const isOurs = [authSecret, ...formerSecrets].some((secret) => {
    const right = signature(secret, stop);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isOurs ? stop : null;
}
