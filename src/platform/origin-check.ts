import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Refuses every request that could change something and comes from a page of somebody else. Browsers say where a
 * request comes from; programs without a browser carry no cookies that could be misused, and may leave it out.
 */
export function mountOriginCheck(
  app: FastifyInstance,
  publicOrigin: string,
  onForeign: (request: FastifyRequest) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const ours = origin === undefined || origin === publicOrigin || sameHost(origin, host);
    if (ours && isShort(host) && (site === undefined || site === 'same-origin')) return done();
    onForeign(request);
    reply.code(403).send({ code: 'general.foreign_origin' });
  });
}

/** As browsers write both: an origin is never taken apart, which is work by the square of its length. */
const sameHost = (origin: string, host: string | undefined) =>
  ['http', 'https'].some((s) => origin === `${s}://${host}`);

/** A name has 253 signs at most, and a port six. The library for commands takes every host apart. */
const isShort = (host = '') => host.length < 260;
