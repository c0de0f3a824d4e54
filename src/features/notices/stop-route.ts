import type { FastifyInstance } from 'fastify';
import { connectionOf } from '../../platform/connection.ts';
import { keepPace } from '../../platform/pace.ts';
import type { Services } from '../../platform/procedure.ts';
import { stopMails } from './stop.ts';

/** A mail program sends some words (RFC 8058, 3.2), which say nothing that the address does not. */
const largestBody = 1024;

/**
 * Where mail programs end mails of a kind with one request (RFC 8058): no session, no page, and no look of a scanner,
 * which asks with GET, ends anything. People who follow the address come to the page that asks them.
 */
export function mountMailStop(app: FastifyInstance, services: Services): void {
  app.register(async (stops) => {
    stops.removeAllContentTypeParsers();
    stops.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, _body, done) =>
      done(null, null),
    );
    stops.post<{ Querystring: { token?: string } }>('/api/notices/stop', async (request, reply) => {
      keepPace(services, 'stop', connectionOf(request.ip));
      const name = await stopMails(services, String(request.query.token ?? '').slice(0, 300));
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
