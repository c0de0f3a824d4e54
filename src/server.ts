import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import files from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { matchRoutes } from 'react-router';
import { api } from './api.ts';
import { renderAuthPage } from './features/accounts/auth-page.ts';
import { mountDemoMailbox } from './features/accounts/demo-mailbox.ts';
import { mountProviderSignIn } from './features/accounts/provider-sign-in.ts';
import { mountPartner } from './features/api-access/partner/partner-routes.ts';
import { mountAuditExport } from './features/audit/export-route.ts';
import { mountFiles } from './features/documents/file-routes.ts';
import { mountHelpLetters } from './features/help/routes.ts';
import { mountLessonPictures } from './features/learning/authoring/picture-route.ts';
import { mountCertificates } from './features/learning/certificates/routes.ts';
import { type LessonRenderer, preloadLesson } from './features/learning/preload-lesson.ts';
import { mountMailEvents } from './features/notifications/delivery-problem-route.ts';
import { mountUnsubscribe } from './features/notifications/unsubscribe.ts';
import { mountCardHooks } from './features/payments/cards/webhook-routes.ts';
import { mountPublicFacts, pageSlots } from './features/public-site/slots.ts';
import { mountScamFeeds, preloadWarnings } from './features/scam-reports/published/routes.ts';
import { readinessSources } from './features/system/figures-store.ts';
import { mountTradingExports } from './features/trading/documents/export-routes.ts';
import { renderOrderWithoutScript } from './features/trading/order-page.ts';
import { preloadTradingPage, type TradingPrerender } from './features/trading/trading-page.ts';
import { mountCalendar, mountFlyers } from './features/workshops/routes.ts';
import { payables } from './fulfilment.ts';
import { RefusalError } from './kernel/refusal.ts';
import { getFaultCode } from './platform/database/database-faults.ts';
import { drainOnShutdown } from './platform/http/graceful-shutdown.ts';
import { mountJsonBodies } from './platform/http/json-body.ts';
import { createRpcHandler } from './platform/http/orpc-internals.ts';
import type { Services } from './platform/http/procedure.ts';
import { limitBodyTime, limitPipelining } from './platform/http/request-bounds.ts';
import { limitHeaderCount, mountOriginCheck, mountRetryAfter } from './platform/http/request-checks.ts';
import { closeStalledResponses } from './platform/http/response-stall.ts';
import { RpcSerializer } from './platform/http/rpc-serializer.ts';
import { currentUser, sessionToken } from './platform/http/session.ts';
import { mountLive } from './platform/live/live.ts';
import { refusal } from './platform/messages.ts';
import { mountBrowserFaults } from './platform/observability/faults/browser-faults.ts';
import { mountHealth } from './platform/observability/health.ts';
import { logger, nameRequest } from './platform/observability/log.ts';
import { mountMeters } from './platform/observability/metrics/meters.ts';
import { logDenied, mountDenialLog } from './platform/observability/security-log.ts';
import { mountRequestSpans } from './platform/observability/traces/request-spans.ts';
import { mountPages } from './platform/pages/pages.ts';
import { readRouteAssets } from './platform/pages/preload-links.ts';
import { screens } from './screens.ts';
import { preloadVisitorPage, type VisitorRenderer } from './visitor-pages.ts';

export type Renderers = LessonRenderer & TradingPrerender & VisitorRenderer & { readonly deferredBoot: string };

/** Maximum request body, larger than any form. File uploads have their own limit. */
const maxBodyBytes = 256 * 1024;

/** Builds the HTTP server. `web`: folder of built pages, else only the API. `renderers` preload lessons and trading. */
export async function buildServer(services: Services, web?: string, renderers?: Renderers): Promise<FastifyInstance> {
  const { config } = services;
  const trustProxy = config.trustedProxies === false ? false : [...config.trustedProxies];
  const setHeaders = headersFor(config);
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    trustProxy,
    logger: logger(config) ?? false,
    // request-bounds.ts limits the time for bodies, except uploads.
    http: { headersTimeout: 60_000, requestTimeout: 0 },
    // HEAD routes would build whole responses and decrypt files, only to drop them.
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    routerOptions: { maxParamLength: 200 },
    // URLs that the router rejects run no hooks, so set the headers here.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const sendFault = () =>
        reply
          .code(error.statusCode ?? 400)
          .header('connection', 'close')
          .send({ code: 'general.invalid_input' });
      setHeaders(request.raw, reply.raw, sendFault);
    },
  });
  if (config.observability.metrics) mountMeters(app, services.meters);
  if (config.observability.collector) mountRequestSpans(app);
  limitPipelining(app);
  limitHeaderCount(app);
  mountRetryAfter(app);
  limitBodyTime(app, 60_000);
  closeStalledResponses(app, 120_000);
  mountJsonBodies(app, maxBodyBytes, (request) => sessionToken(request, config));
  await app.register(cookie);
  // Other sites' forms can send plain text without a preflight, so reject plain text (ASVS 3.5.2).
  app.removeContentTypeParser('text/plain');
  // Files are compressed at build time. Compressed requests are rejected, because they could expand to a huge size.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions,
    globalDecompression: false,
  });
  drainOnShutdown(app);
  mountProtection(app, services, setHeaders);
  mountErrors(app, services);
  mountApi(app, services);
  await mountPartner(app, services);
  mountHealth(app, services, readinessSources);
  await mountBrowserFaults(app, services, findScreen);
  mountDemoMailbox(app, services);
  mountProviderSignIn(app, services);
  mountUnsubscribe(app, services);
  mountMailEvents(app, services);
  mountPublicFacts(app, services);
  mountCardHooks(app, services);
  await mountFiles(app, services);
  mountTradingExports(app, services, payables);
  mountFlyers(app, services);
  mountLessonPictures(app, services);
  mountCalendar(app, services);
  mountCertificates(app, services);
  mountHelpLetters(app, services);
  mountScamFeeds(app, services);
  mountAuditExport(app, services);
  const findUser = (request: FastifyRequest) => currentUser(services, request);
  if (services.listenUrl !== null) await mountLive(app, { url: services.listenUrl, findUser, meters: services.meters });
  if (web) await mountWeb(app, services, { root: resolve(web), renderers });
  return app;
}

/** Server of a worker process: health checks only. */
export function buildWorkerServer(services: Services): FastifyInstance {
  const app = Fastify({ bodyLimit: 1_024, logger: logger(services.config) ?? false, exposeHeadRoutes: false });
  mountHealth(app, services, readinessSources);
  return app;
}

const headersFor = (config: Services['config']) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    hsts: config.mode === 'production' ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });

function mountProtection(app: FastifyInstance, services: Services, setHeaders: ReturnType<typeof headersFor>) {
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
  mountOriginCheck(app, services.config.allowedOrigins, (request) => {
    const refused = { code: 'general.foreign_origin' };
    services.meters.countRefusal(refused);
    logDenied(services, request, refused);
  });
  mountDenialLog(app, services);
}

/** True if the client disconnected before the response was complete, which is no fault of ours. */
const isClientGone = ({ code }: { code?: string }, { raw }: FastifyReply): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** Error handler for routes other than commands. Faults get a generic message with a reference. */
function mountErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof RefusalError) {
      services.meters.countRefusal(error);
      const { title, text } = error.userMessage;
      return reply.code(error.words.status).header('cache-control', 'no-store').send({ code: error.code, title, text });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: 'general.invalid_input' });
    if (isClientGone(error, reply)) return reply.code(499).send();
    const refused = refusal(getFaultCode(error), { reference: request.id });
    services.logFault(error, request.id, { procedure: nameRequest(request), status: refused.words.status });
    return reply.code(refused.words.status).send({ code: refused.code, text: refused.userMessage.text });
  });
}

function mountApi(app: FastifyInstance, services: Services) {
  const rpc = createRpcHandler(api, new RpcSerializer());
  app.post('/api/rpc/*', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = { services, request, reply };
    const { matched } = await rpc.handle(request, reply, { prefix: '/api/rpc', context });
    return matched ? reply : reply.callNotFound();
  });
}

const serviceWorkerPath = '/service-worker.js';
/** Restricts the service worker to our origin. `no-cache` lets browsers find a new version immediately. */
const serviceWorkerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

const findScreen = (path: string) => screens.find((pattern) => matchRoutes([{ path: pattern }], path));

type Web = { readonly root: string; readonly renderers: Renderers | undefined };

/** Pages that only ask signed-out visitors to sign in, so search engines should not index them. */
const privatePaths = /^\/courses\/[^/]+\/(lessons|quizzes|project)/i;

/** Pages of codes. Search engines must not index their addresses. */
const checkPaths = /^\/(verify|statements)(\/|$)/i;

async function mountWeb(app: FastifyInstance, services: Services, { root, renderers }: Web) {
  const assets = {
    root: resolve(root, 'assets'),
    prefix: '/assets/',
    dotfiles: 'deny' as const,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  };
  await app.register(files, { ...assets, preCompressed: true });
  const rootFiles = { root, prefix: '/', wildcard: false, index: false as const, decorateReply: false };
  await app.register(files, {
    ...rootFiles,
    globIgnore: ['assets/**', '**/*.html'],
    maxAge: '1h',
    setHeaders: (reply, path) => {
      if (path.endsWith(serviceWorkerPath)) reply.headers(serviceWorkerHeaders);
    },
  });
  const routeAssets = readRouteAssets(root);
  await mountPages(app, {
    root,
    bootScript: renderers?.deferredBoot,
    isKnown: (path) => findScreen(path) !== undefined,
    findFiles: (path) => matchRoutes(routeAssets, path)?.at(-1)?.route.handle,
    slots: (request, path) => pageSlots(services, request, path),
    isHidden: (path, { session }) => checkPaths.test(path) || (session === 'out' && privatePaths.test(path)),
    renderWithoutScript: (asked, path) => renderOrderWithoutScript({ services, ...asked }, path),
    preload: async (asked, path) =>
      (await preloadWarnings({ services, ...asked }, path)) ??
      (await renderAuthPage({ services, ...asked }, path)) ??
      (renderers ? await preloadTradingPage({ services, ...asked }, path, renderers) : null) ??
      (renderers ? await preloadVisitorPage({ services, ...asked }, path, renderers) : null) ??
      (renderers ? preloadLesson({ services, ...asked }, path, renderers) : null),
    canOpen: (path, slots) => !/^\/admin(\/|$)/i.test(path) || slots['staff'] === 'yes' || slots['session'] === 'out',
  });
}
