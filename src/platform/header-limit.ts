import type { FastifyInstance } from 'fastify';

/** Browsers send some twenty, the proxies before us some more. */
const mostHeaders = 100;

/**
 * Refuses a request with very many headers. Node keeps the first two thousand and drops the rest silently, among them
 * perhaps the address that the proxy wrote last.
 */
export function limitHeaderCount(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', (request, reply, done) => {
    // Names and values take turns.
    if (request.raw.rawHeaders.length <= mostHeaders * 2) return done();
    reply.code(431).header('connection', 'close').send({ code: 'general.invalid_input' });
  });
}
