import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { mountByteBodies } from '../../platform/json-body.ts';
import type { Services } from '../../platform/procedure.ts';
import { mayBeSigned } from '../../platform/signed.ts';
import { type ArrivedHook, type EventCheck, headerOf } from './event.ts';
import { fygaroSignature, readFygaroHook } from './fygaro-event.ts';
import type { CardProvider } from './provider.ts';
import { readSandboxHook, sandboxSignature } from './sandbox-event.ts';
import { sandboxSecret } from './sandbox-gateway.ts';
import { takeEvent } from './take-event.ts';

/** What providers tell is about a thousand bytes. */
const largestHook = 16 * 1024;

/** How a provider's hooks are known. Without a secret this process does not know the provider. */
type Door = {
  readonly header: string;
  readonly secrets: (config: Config) => readonly string[];
  readonly read: (arrived: ArrivedHook, secrets: readonly string[]) => EventCheck;
};

const doors: Readonly<Record<CardProvider, Door | null>> = {
  sandbox: {
    header: sandboxSignature,
    secrets: (config) => (config.mode === 'production' ? [] : [sandboxSecret(config, 'hook')]),
    read: readSandboxHook,
  },
  fygaro: {
    header: fygaroSignature,
    secrets: ({ cards: { fygaro } }) => fygaro?.hookSecrets ?? [],
    read: readFygaroHook,
  },
  // It tells nothing by itself: whoever comes back from its page brings word.
  wipay: null,
};
const isProvider = (name: string): name is CardProvider => Object.hasOwn(doors, name);

type HookRequest = FastifyRequest<{ Params: { provider: string } }>;

/** The door at which a hook came, and the secrets that count there; null where there is none. */
function doorOf({ params: { provider } }: HookRequest, config: Config) {
  const door = isProvider(provider) ? doors[provider] : null;
  const secrets = door?.secrets(config) ?? [];
  return door && secrets.length > 0 ? { ...door, secrets } : null;
}

const answers = { forged: 403, unreadable: 422 } as const;
const refused = (reply: FastifyReply, fault: keyof typeof answers) =>
  reply.code(answers[fault]).send({ code: 'general.invalid_input' });

/**
 * Where card providers tell what happened, signed (decision A3). The bytes are checked as they came and written down;
 * what follows from them is a job's. What cannot be signed, by its head, is not read.
 */
export function mountCardHooks(app: FastifyInstance, services: Services): void {
  const { config, clock, log } = services;
  app.register(async (hooks) => {
    mountByteBodies(hooks, largestHook);
    hooks.addHook<{ Params: { provider: string } }>('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const door = doorOf(request, config);
      if (!door) return reply.callNotFound();
      const header = headerOf(request, door.header);
      if (!mayBeSigned({ header, secrets: door.secrets, now: clock() })) return refused(reply, 'forged');
    });
    hooks.post<{ Params: { provider: string } }>('/api/hooks/card/:provider', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const door = doorOf(request, config);
      if (!door) return reply.callNotFound();
      const check = door.read({ headers: request.headers, body, now: clock() }, door.secrets);
      // Theirs, and not as we know it: a charge may be in it that nobody sees.
      if (!check.ok && check.fault === 'unreadable')
        log.warn({ provider: request.params.provider }, 'a signed hook of a card provider cannot be read');
      if (!check.ok) return refused(reply, check.fault);
      await takeEvent(services, check.event);
      return reply.code(200).send({ ok: true });
    });
  });
}
