import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Refuses requests from other origins. Accepts requests without `Origin`, which programs without cookies send. */
export function mountOriginCheck(
  app: FastifyInstance,
  ownOrigins: readonly string[],
  onForeign: (request: FastifyRequest) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isOurs = origin === undefined || ownOrigins.includes(origin);
    if (isOurs && isShort(host) && (site === undefined || site === 'same-origin')) return done();
    onForeign(request);
    reply.code(403).send({ code: 'general.foreign_origin' });
  });
}

/** Limits the host, which the RPC library parses: 253 characters for the name, 6 for the port. */
const isShort = (host = '') => host.length < 260;
