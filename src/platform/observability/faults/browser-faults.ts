import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getConnectionKey } from '../../http/client-network.ts';
import { mountJsonBodies } from '../../http/json-body.ts';
import type { Services } from '../../http/procedure.ts';
import { checkRateLimit } from '../../limits/memory-rate-limit.ts';
import { toLoggable } from '../log.ts';
import { scrubText } from './scrub.ts';

const maxBodyBytes = 16 * 1024;

const BrowserFault = z.object({
  name: z.string().regex(/^\w{1,60}$/),
  message: z.string().max(2_000),
  stack: z.string().max(10_000),
  path: z.string().max(2_000),
  reference: z
    .string()
    .regex(/^[\da-f]{8}-[\da-f]{4}$/)
    .optional(),
});

/** A frame in a script of ours, as V8, Firefox and Safari write it. A frame in the page may contain its URL. */
const ownFrame =
  /^\s*(?:at )?(?:async )?([\w$.<>[\]/ ]{0,100}?)(?:@| ?\(|)https?:\/\/[^/\s]+\/(assets\/[\w.-]+:\d+:\d+)\)?$/;

const toServerStack = (stack: string): string =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name, place] = ownFrame.exec(line) ?? [];
      return place ? [`    at ${name || '<anonymous>'} (${place})`] : [];
    })
    .join('\n');

/** Logs and reports faults of pages. `findScreen` returns the pattern of a path. */
export async function mountBrowserFaults(
  app: FastifyInstance,
  services: Services,
  findScreen: (path: string) => string | undefined,
): Promise<void> {
  await app.register(async (scope) => {
    mountJsonBodies(scope, maxBodyBytes);
    scope.post('/api/faults', async (request, reply) => {
      checkRateLimit(services, 'fault', getConnectionKey(request.ip));
      reply.code(204);
      const sent = BrowserFault.safeParse(request.body);
      if (!sent.success) return;
      const { name, message, stack, path, reference = request.id } = sent.data;
      const err = toLoggable({ name, message: scrubText(message), stack: toServerStack(stack) });
      // The router writes a malformed path to the console.
      const screen = /^\/[\w\-.~/]*$/.test(path) ? findScreen(path) : undefined;
      const procedure = `page ${screen ?? 'unknown'}`;
      services.meters.countBrowserFault();
      services.log.warn({ err, reference, procedure }, 'browser fault');
      services.faultReporter.report(err, { side: 'browser', reference, procedure });
    });
  });
}
