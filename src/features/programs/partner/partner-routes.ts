import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refused } from '../../../kernel/refusal.ts';
import { isUnavailable } from '../../../platform/database-faults.ts';
import { answerOf, type Services } from '../../../platform/procedure.ts';
import contract from '../contract/openapi.json' with { type: 'json' };
import { refusal } from '../messages.ts';
import { partnerApi } from './partner-api.ts';
import { refusalBody, unreadBody } from './refusal-body.ts';

/** Where programs ask. Its version stands in the address: what an answer means does not change under one. */
export const partnerPrefix = '/api/partner/v1';

/** The document of the partner surface, for whoever reads it at this address. */
const documentFor = (origin: string) => ({ ...contract, servers: [{ url: `${origin}${partnerPrefix}` }] });

const say = (reply: FastifyReply, refused: Parameters<typeof answerOf>[0]) => {
  const body = refusalBody(answerOf(refused));
  return reply.code(body.status).send(body);
};

/** The partner surface and its document. Whatever is answered here is JSON, faults too. */
export async function mountPartner(app: FastifyInstance, services: Services): Promise<void> {
  const { origin } = services.config;
  const handler = new OpenAPIHandler(partnerApi, { customErrorResponseBodyEncoder: refusalBody });
  await app.register(async (partner) => {
    partner.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      if (error instanceof Refused) {
        services.meters.refused(error);
        return say(reply.header('retry-after', '60'), error);
      }
      const status = error.statusCode ?? 500;
      if (status < 500) return reply.code(status).send(unreadBody(status));
      services.logFault(error, request.id);
      return say(
        reply,
        refusal(isUnavailable(error) ? 'general.unavailable' : 'general.fault', { reference: request.id }),
      );
    });
    partner.all(`${partnerPrefix}/*`, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { matched } = await handler.handle(request, reply, {
        prefix: partnerPrefix,
        context: { services, request, reply },
      });
      return matched ? reply : say(reply, refusal('partner.nothing_here', {}));
    });
    partner.get('/api/partner/openapi.json', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(documentFor(origin)),
    );
  });
}
