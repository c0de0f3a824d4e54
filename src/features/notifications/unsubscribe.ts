import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../kernel/uuid.ts';
import type { Config } from '../../platform/config/config.ts';
import { withSystem } from '../../platform/database/database.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { kindLabels, marketingConsent } from './customer-messages.ts';
import { isKind, isMandatory, kinds, type OptionalKind } from './kinds.ts';
import { hasConsent, insertConsent, savePreference } from './store.ts';

/** The body of a one-click request (RFC 8058, 3.2) is ignored. */
const maxBodyBytes = 1024;

/** One-click unsubscribe without a session (RFC 8058). GET, which link scanners use, only redirects to the page. */
export function mountUnsubscribe(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null, null),
    );
    scope.post<{ Querystring: { token?: string } }>('/api/notices/stop', async (request, reply) => {
      checkRateLimit(services, 'unsubscribe', getConnectionKey(request.ip));
      const name = await unsubscribe(services, String(request.query.token ?? '').slice(0, 300));
      return reply
        .header('cache-control', 'no-store')
        .code(name ? 200 : 404)
        .send({ stopped: name !== null });
    });
  });
  app.get<{ Querystring: { token?: string } }>('/api/notices/stop', async (request, reply) => {
    const token = encodeURIComponent(String(request.query.token ?? '').slice(0, 300));
    return reply.header('cache-control', 'no-store').redirect(`/stop-mails#token=${token}`);
  });
}

/** The token allows nothing but unsubscribing from one kind of mail. */
type Unsubscription = { readonly person: string; readonly kind: OptionalKind };

type Secrets = Pick<Config, 'authSecret' | 'formerSecrets'>;

const signature = (secret: string, { person, kind }: Unsubscription): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'cryptocommerce unsubscription mails', 32)))
    .update(`${person}.${kind}`)
    .digest();

/** Valid as long as the secret is configured. */
export const formatUnsubscribeToken = ({ authSecret }: Secrets, unsubscription: Unsubscription): string =>
  `${unsubscription.person}.${unsubscription.kind}.${signature(authSecret, unsubscription).toString('base64url')}`;

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

/** Returns the name of the stopped kind; null for an invalid token. */
export async function unsubscribe({ config, pool, clock }: Services, token: string): Promise<string | null> {
  const unsubscription = parseUnsubscribeToken(config, token);
  if (!unsubscription) return null;
  const { person, kind } = unsubscription;
  const now = clock();
  await withSystem(pool, async (tx) => {
    await savePreference(tx, { kind, channel: 'mail', wanted: false }, { person, now });
    if (kinds[kind] === 'marketing' && (await hasConsent(tx, person)))
      await insertConsent(tx, person, { given: false, version: marketingConsent.version, source: 'link', at: now });
  });
  return kindLabels[kind].title;
}
