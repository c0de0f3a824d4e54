import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { whoseOf } from '../../platform/connection.ts';
import { asPerson } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { comerOf } from '../../platform/session.ts';
import { currentSettings } from '../settings/store.ts';
import { type Certificate, groupedCode } from './certificate.ts';
import { certificatePdfApart } from './certificate-apart.ts';
import { keySet, signedCredential } from './credential.ts';
import { refuse } from './messages.ts';
import { ownCertificate } from './store.ts';

type Ask = { readonly services: Services; readonly request: FastifyRequest };

/** A certificate of whoever asks, with the name of the company that issued it. */
async function asked({ services, request }: Ask, id: string) {
  const found = await asPerson(services.pool, comerOf(request, services.config), async (tx, person) => {
    keepPace(services, 'receipt', person.id);
    const certificate = isUuid(id) ? await ownCertificate(tx, id) : null;
    const { company } = await currentSettings(tx);
    return { certificate, company: company.name, whose: whoseOf(request.ip, person.id) };
  });
  if (!found) return refuse('accounts.sign_in_required', {});
  const { certificate, ...rest } = found.value;
  if (!certificate) return refuse('certificates.unknown', {});
  if (certificate.revokedAt) return refuse('certificates.revoked', {});
  return { certificate, ...rest };
}

/** Private, kept nowhere on the way, and saved under the code. */
const asFile = (reply: FastifyReply, { code }: Certificate, kind: string): FastifyReply =>
  reply.headers({
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="certificate-${groupedCode(code)}.${kind}"`,
  });

/** A certificate to save, for its owner: on paper and as a credential; and the keys by which others check that. */
export function mountCertificates(app: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      // For programs on other pages too: it is meant for strangers, and says nothing of anybody.
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('application/jwk-set+json')
      .send(JSON.stringify(await keySet(config.credentialKeys()))),
  );
  app.get<{ Params: { id: string } }>('/api/certificates/:id/paper', async (request, reply) => {
    const { certificate, company, whose } = await asked({ services, request }, request.params.id);
    const bytes = await certificatePdfApart(whose, { certificate, company, origin: config.origin, now: clock() });
    return asFile(reply, certificate, 'pdf').type('application/pdf').send(bytes);
  });
  app.get<{ Params: { id: string } }>('/api/certificates/:id/credential', async (request, reply) => {
    const { certificate, company: name } = await asked({ services, request }, request.params.id);
    const issuer = { origin: config.origin, name };
    const token = await signedCredential(certificate, issuer, config.credentialKeys());
    return asFile(reply, certificate, 'jwt').type('application/vc+jwt').send(token);
  });
}
