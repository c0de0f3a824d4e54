import type { FastifyInstance } from 'fastify';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { unsubscribe } from './unsubscribe.ts';

/** The body of a one-click request (RFC 8058, 3.2) is ignored. */
const maxBodyBytes = 1024;

/**
 * One-click unsubscribe for mail programs (RFC 8058), without a session. GET, which link scanners use, only
 * redirects to the page with the button.
 */
export function mountUnsubscribe(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null, null),
    );
    scope.post<{ Querystring: { token?: string } }>('/api/notices/stop', async (request, reply) => {
      checkRateLimit(services, 'stop', getConnectionKey(request.ip));
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
