import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { startSpan } from './spans.ts';

/** Creates a span for each request. Names it by route pattern, because URLs contain tokens and names. */
export function mountRequestSpans(app: FastifyInstance): void {
  const activeSpans = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof startSpan>>>();
  app.addHook('onRequest', (request, { raw }, done) => {
    const { method, id } = request;
    const route = (request.is404 ? undefined : request.routeOptions.url) ?? 'nothing';
    const attributes = { 'http.request.method': method, 'http.route': route, 'cryptocommerce.request': id };
    const active = startSpan({ name: `${method} ${route}`, kind: SpanKind.SERVER, attributes });
    if (!active) return done();
    activeSpans.set(request, active);
    raw.once('close', () => {
      const status = raw.headersSent ? raw.statusCode : 499;
      active.span.setAttribute('http.response.status_code', status);
      if (status >= 500) active.span.setStatus({ code: SpanStatusCode.ERROR });
      if (route === '/api/rpc/*' && status !== 404) active.span.updateName(`${method} ${request.url.split('?')[0]}`);
      active.span.end();
    });
    active.runInside(done);
  });
  // Enters the span again, because a body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const active = activeSpans.get(request);
    if (active) active.runInside(done);
    else done();
  });
}
