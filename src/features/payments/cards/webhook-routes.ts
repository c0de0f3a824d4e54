import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import { mountByteBodies } from '../../../platform/http/json-body.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { canBeSigned } from '../../../platform/http/webhook-signature.ts';
import { type EventCheck, getHeader, type IncomingWebhook } from './event.ts';
import { fygaroSignature, verifyFygaroWebhook } from './fygaro-event.ts';
import type { CardProvider } from './provider.ts';
import { sandboxSignature, verifySandboxWebhook } from './sandbox-event.ts';
import { deriveSandboxSecret } from './sandbox-gateway.ts';
import { storeWebhookEvent } from './store-webhook-event.ts';

/** Real events have about 1,000 bytes. */
const maxHookBytes = 16 * 1024;

/** Requests for a provider without secrets get a 404. */
type WebhookSource = {
  readonly header: string;
  readonly secrets: (config: Config) => readonly string[];
  readonly read: (arrived: IncomingWebhook, secrets: readonly string[]) => EventCheck;
};

const webhookSources: Readonly<Record<CardProvider, WebhookSource | null>> = {
  sandbox: {
    header: sandboxSignature,
    secrets: (config) => (config.mode === 'production' ? [] : [deriveSandboxSecret(config, 'hook')]),
    read: verifySandboxWebhook,
  },
  fygaro: {
    header: fygaroSignature,
    secrets: ({ cards: { fygaro } }) => fygaro?.hookSecrets ?? [],
    read: verifyFygaroWebhook,
  },
  // WiPay sends no webhooks. Its result arrives with the customer's browser.
  wipay: null,
};
const isProvider = (name: string): name is CardProvider => Object.hasOwn(webhookSources, name);

type HookRequest = FastifyRequest<{ Params: { provider: string } }>;

function getSource({ params: { provider } }: HookRequest, config: Config) {
  const source = isProvider(provider) ? webhookSources[provider] : null;
  const secrets = source?.secrets(config) ?? [];
  return source && secrets.length > 0 ? { ...source, secrets } : null;
}

const statusByFault = { forged: 403, unreadable: 422 } as const;
const sendRefusal = (reply: FastifyReply, fault: keyof typeof statusByFault) =>
  reply.code(statusByFault[fault]).send({ code: 'general.invalid_input' });

/** Mounts the webhooks of card providers (decision A3). Stores verified events, which a job handles. */
export function mountCardHooks(app: FastifyInstance, services: Services): void {
  const { config, clock, log } = services;
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
      await storeWebhookEvent(services, check.event);
      return reply.code(200).send({ ok: true });
    });
  });
}
