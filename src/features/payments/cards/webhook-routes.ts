import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { mountByteBodies } from '../../../platform/http/json-body.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { canBeSigned } from '../../../platform/http/webhook-signature.ts';
import { getHeader } from './event.ts';
import { cardProviders, findProvider } from './providers/registry.ts';
import { storeWebhookEvent } from './store-webhook-event.ts';

/** Real events have about 1,000 bytes. */
const maxHookBytes = 16 * 1024;

type HookRequest = FastifyRequest<{ Params: { provider: string } }>;

function getSource({ params: { provider } }: HookRequest, config: Config) {
  const source = findProvider(provider)?.webhook;
  const secrets = source?.secrets(config) ?? [];
  return source && secrets.length > 0 ? { ...source, secrets } : null;
}

const statusByFault = { forged: 403, unreadable: 422 } as const;
const sendRefusal = (reply: FastifyReply, fault: keyof typeof statusByFault) =>
  reply.code(statusByFault[fault]).send({ code: 'general.invalid_input' });

/** Mounts the webhooks and routes of card providers (decision A3). Stores verified events, which a job handles. */
export function mountCardHooks(app: FastifyInstance, services: Services): void {
  const { config, clock, log } = services;
  for (const provider of Object.values(cardProviders)) provider.mount?.(app, services);
  app.register(async (hooks) => {
    mountByteBodies(hooks, maxHookBytes);
    hooks.addHook<{ Params: { provider: string } }>('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const source = getSource(request, config);
      if (!source) return reply.callNotFound();
      const header = getHeader(request, source.header);
      if (!canBeSigned({ header, secrets: source.secrets, now: clock() })) return sendRefusal(reply, 'forged');
    });
    hooks.post<{ Params: { provider: string } }>('/api/hooks/card/:provider', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const source = getSource(request, config);
      if (!source) return reply.callNotFound();
      const check = source.read({ headers: request.headers, body, now: clock() }, source.secrets);
      // Operators must look at this event, because it may contain a charge.
      if (!check.ok && check.fault === 'unreadable')
        log.warn({ provider: request.params.provider }, 'a signed hook of a card provider cannot be read');
      if (!check.ok) return sendRefusal(reply, check.fault);
      await storeWebhookEvent(services, { ...check.event, provider: request.params.provider });
      return reply.code(200).send({ ok: true });
    });
  });
}
