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
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const ours = origin === undefined || origin === publicOrigin || sameHost(origin, host);
    if (ours && (site === undefined || site === 'same-origin')) return;
    onForeign(request);
    return reply.code(403).send({ code: 'general.foreign_origin' });
  });
}

const sameHost = (origin: string, host: string | undefined) => URL.canParse(origin) && new URL(origin).host === host;
