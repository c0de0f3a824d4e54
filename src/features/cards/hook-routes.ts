import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../platform/config.ts';
import type { Services } from '../../platform/procedure.ts';
import type { ArrivedHook, EventCheck } from './event.ts';
import { readFygaroHook } from './fygaro-event.ts';
import type { CardProvider } from './provider.ts';
import { readSandboxHook } from './sandbox-event.ts';
import { sandboxSecret } from './sandbox-gateway.ts';
import { takeEvent } from './take-event.ts';

/** What providers tell is about a thousand bytes. */
const largestHook = 16 * 1024;

type Check = (config: Config, arrived: ArrivedHook) => EventCheck | null;

/** What each provider's hook must be like; null where this process does not know the provider. */
const checks: Readonly<Record<CardProvider, Check>> = {
  sandbox: (config, arrived) =>
    config.mode === 'production' ? null : readSandboxHook(arrived, sandboxSecret(config, 'hook')),
  fygaro: ({ cards: { fygaro } }, arrived) => (fygaro ? readFygaroHook(arrived, fygaro.hookSecrets) : null),
  // It tells nothing by itself: whoever comes back from its page brings word.
  wipay: () => null,
};
const isProvider = (name: string): name is CardProvider => Object.hasOwn(checks, name);

const answers = { forged: 403, unreadable: 422 } as const;

type CheckedHook = { readonly provider: string; readonly check: EventCheck | null };

async function answer(services: Services, reply: FastifyReply, { provider, check }: CheckedHook) {
  reply.header('cache-control', 'no-store');
  if (!check) return reply.callNotFound();
  // Theirs, and not as we know it: a charge may be in it that nobody sees.
  if (!check.ok && check.fault === 'unreadable')
    services.log.warn({ provider }, 'a signed hook of a card provider cannot be read');
  if (!check.ok) return reply.code(answers[check.fault]).send({ code: 'general.invalid_input' });
  await takeEvent(services, check.event);
  return reply.code(200).send({ ok: true });
}

/**
 * Where card providers tell what happened. The bytes are checked as they came and written down; what follows from them
 * is a job's.
 */
export function mountCardHooks(app: FastifyInstance, services: Services): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestHook }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post<{ Params: { provider: string } }>('/api/hooks/card/:provider', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const arrived = { headers: request.headers, body, now: services.clock() };
      const { provider } = request.params;
      const check = isProvider(provider) ? checks[provider](services.config, arrived) : null;
      return answer(services, reply, { provider, check });
    });
  });
}
