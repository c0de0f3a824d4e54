import { finished } from 'node:stream';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { spanOf } from './spans.ts';

/**
 * A span for each request, by its method and the pattern of its route: addresses carry tokens and names. A command is
 * called by its own name once it is known to be one of ours.
 */
export function mountRequestSpans(app: FastifyInstance): void {
  const running = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof spanOf>>>();
  app.addHook('onRequest', (request, { raw }, done) => {
    const { method, id } = request;
    const route = (request.is404 ? undefined : request.routeOptions.url) ?? 'nothing';
    const attributes = { 'http.request.method': method, 'http.route': route, 'cryptocommerce.request': id };
    const begun = spanOf({ name: `${method} ${route}`, kind: SpanKind.SERVER, attributes });
    if (!begun) return done();
    running.set(request, begun);
    finished(raw, () => {
      const status = raw.headersSent ? raw.statusCode : 499;
      begun.span.setAttribute('http.response.status_code', status);
      if (status >= 500) begun.span.setStatus({ code: SpanStatusCode.ERROR });
      if (route === '/api/rpc/*' && status !== 404) begun.span.updateName(`${method} ${request.url.split('?')[0]}`);
      begun.span.end();
    });
    begun.within(done);
  });
  // A body arrives in the context of its line, and what follows it would stand outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const begun = running.get(request);
    if (begun) begun.within(done);
    else done();
  });
}
