import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests without `Origin` come from programs without cookies. `Host` decides nothing. */
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

/** A name has at most 253 characters and a port six. The RPC library parses every host. */
const isShort = (host = '') => host.length < 260;
