import type { FastifyInstance } from 'fastify';

/** Browsers send about 20 headers, and our proxies add a few. */
const mostHeaders = 100;

/**
 * Refuses a request with too many headers. Node keeps the first 2,000 and drops the others silently, possibly including
 * the client address, which the proxy adds last.
 */
export function limitHeaderCount(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', (request, reply, done) => {
    // `rawHeaders` alternates names and values.
    if (request.raw.rawHeaders.length <= mostHeaders * 2) return done();
    reply.code(431).header('connection', 'close').send({ code: 'general.invalid_input' });
  });
}
