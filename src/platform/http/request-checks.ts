import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Browsers send about 20 headers, and our proxies add a few. */
const mostHeaders = 100;

/** Refuses too many headers: Node silently drops those above 2,000, possibly the client address, which comes last. */
export function limitHeaderCount(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', (request, reply, done) => {
    // `rawHeaders` alternates names and values.
    if (request.raw.rawHeaders.length <= mostHeaders * 2) return done();
    reply.code(431).header('connection', 'close').send({ code: 'general.invalid_input' });
  });
}

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
    const isOwnOrigin = origin === undefined || ownOrigins.includes(origin);
    if (isOwnOrigin && isShort(host) && (site === undefined || site === 'same-origin')) return done();
    onForeign(request);
    reply.code(403).send({ code: 'general.foreign_origin' });
  });
}

const retryAfterSeconds = '5';

/** Tells clients when to retry after load shedding. */
export function mountRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isShed = reply.statusCode === 429 || reply.statusCode === 503;
    if (isShed && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds);
    done();
  });
}

/** Limits the host, which the RPC library parses: 253 characters for the name, 6 for the port. */
const isShort = (host = '') => host.length < 260;
