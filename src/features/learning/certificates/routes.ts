import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../../kernel/uuid.ts';
import { withUser } from '../../../platform/database/database.ts';
import { getQueueKeys } from '../../../platform/http/client-network.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refuse } from '../messages.ts';
import { type Certificate, formatCode } from './certificate.ts';
import { generateCertificatePdf } from './certificate-pdf-worker.ts';
import { getKeySet, signCredential } from './credential.ts';
import { findMyCertificate } from './store.ts';

type CertificateRequest = { readonly services: Services; readonly request: FastifyRequest };

async function loadCertificate({ services, request }: CertificateRequest, id: string) {
  const result = await withUser(services.pool, credentialsOf(request, services.config), async (tx, person) => {
    checkRateLimit(services, 'receipt', person.id);
    const certificate = isUuid(id) ? await findMyCertificate(tx, id) : null;
    const { company } = await loadCurrentSettings(tx);
    return { certificate, company: company.name, queueKeys: getQueueKeys(request.ip, person.id) };
  });
  if (!result) return refuse('accounts.sign_in_required', {});
  const { certificate, ...rest } = result.value;
  if (!certificate) return refuse('certificates.unknown', {});
  if (certificate.revokedAt) return refuse('certificates.revoked', {});
  return { certificate, ...rest };
}

const asDownload = (reply: FastifyReply, { code }: Certificate, kind: string): FastifyReply =>
  reply.headers({
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="certificate-${formatCode(code)}.${kind}"`,
  });

export function mountCertificates(app: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      // Other sites may read the public keys.
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('application/jwk-set+json')
      .send(JSON.stringify(await getKeySet(config.credentialKeys()))),
  );
  app.get<{ Params: { id: string } }>('/api/certificates/:id/paper', async (request, reply) => {
    const { certificate, company, queueKeys } = await loadCertificate({ services, request }, request.params.id);
    const bytes = await generateCertificatePdf(queueKeys, {
      certificate,
      company,
      origin: config.origin,
      now: clock(),
    });
    return asDownload(reply, certificate, 'pdf').type('application/pdf').send(bytes);
  });
  app.get<{ Params: { id: string } }>('/api/certificates/:id/credential', async (request, reply) => {
    const { certificate, company: name } = await loadCertificate({ services, request }, request.params.id);
    const issuer = { origin: config.origin, name };
    const token = await signCredential(certificate, issuer, config.credentialKeys());
    return asDownload(reply, certificate, 'jwt').type('application/vc+jwt').send(token);
  });
}
