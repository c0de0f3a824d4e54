import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import files from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { matchRoutes } from 'react-router';
import { api } from './api.ts';
import { authGiven } from './features/accounts/auth-page.ts';
import { mountDemoMailbox } from './features/accounts/demo-mailbox.ts';
import { mountAuditExport } from './features/audit/export-route.ts';
import { mountLessonPictures } from './features/authoring/picture-route.ts';
import { mountCardHooks } from './features/cards/hook-routes.ts';
import { mountCardSandbox } from './features/cards/sandbox-page.ts';
import { mountWipayReturn } from './features/cards/wipay-route.ts';
import { mountCertificates } from './features/certificates/routes.ts';
import { mountFigures } from './features/compliance/show-figures.ts';
import { mountFiles } from './features/documents/file-routes.ts';
import { type LessonDrawing, lessonGiven } from './features/learning/lesson-page.ts';
import { mountMailStop } from './features/notices/stop-route.ts';
import { mountMailTroubles } from './features/notices/trouble-route.ts';
import { mountPartner } from './features/programs/partner/partner-routes.ts';
import { mountPublicFacts } from './features/public-pages/public-facts.ts';
import { pageSlots } from './features/public-pages/slots.ts';
import { mountScamFeeds } from './features/scam-reports/published/feed-routes.ts';
import { warningsGiven } from './features/scam-reports/published/warnings-page.ts';
import { readyRooms } from './features/system/ready-rooms.ts';
import { orderUnscripted } from './features/trading/order-page.ts';
import { mountTradingExports } from './features/trading/papers/export-routes.ts';
import { type TradingDrawing, tradingGiven } from './features/trading/trading-page.ts';
import { mountCalendar } from './features/workshops/calendar-route.ts';
import { mountFlyers } from './features/workshops/flyer-route.ts';
import { Refused } from './kernel/refusal.ts';
import { payables } from './payables.ts';
import { mountAnswerSilence } from './platform/answers.ts';
import { mountBodyDeadline } from './platform/body-deadline.ts';
import { mountClosing } from './platform/closing.ts';
import { mountHeaderBound, NoCrumbs } from './platform/crumbs.ts';
import { mountDenials, noteDenial } from './platform/denials.ts';
import { firstFilesIn } from './platform/first-files.ts';
import { isForLater } from './platform/for-later.ts';
import { mountHealth } from './platform/health.ts';
import { mountJsonBodies } from './platform/json-body.ts';
import { mountLive } from './platform/live.ts';
import { logger } from './platform/log.ts';
import { refusal } from './platform/messages.ts';
import { mountMeters } from './platform/metrics/meters.ts';
import { mountOneByOne } from './platform/one-by-one.ts';
import { mountOriginCheck } from './platform/origin-check.ts';
import { mountPages } from './platform/pages.ts';
import type { Services } from './platform/procedure.ts';
import { sessionToken } from './platform/session.ts';
import { mountRequestSpans } from './platform/traces/request-spans.ts';
import { handlerOf } from './platform/unofficial.ts';
import { personOf } from './platform/who.ts';
import { WireForm } from './platform/wire-form.ts';
import { screens } from './screens.ts';

/** What was drawn with the pages (`drawn.ts`). */
export type Drawing = LessonDrawing & TradingDrawing;

/** Larger than any form; files have a door of their own. */
const largestBody = 256 * 1024;

/**
 * The whole product behind one address. `web` is the folder of the built pages; without it there is only the API.
 * Without `drawing` neither a lesson nor the trading desk comes with its page.
 */
export async function buildServer(services: Services, web?: string, drawing?: Drawing): Promise<FastifyInstance> {
  const { config } = services;
  const trustProxy = config.trustedProxies === false ? false : [...config.trustedProxies];
  const setHeaders = headersFor(config);
  const app = Fastify({
    bodyLimit: largestBody,
    trustProxy,
    logger: logger(config) ?? false,
    // Heads within a minute; bodies have their own deadline (body-deadline.ts), which uploads are taken out of.
    http: { headersTimeout: 60_000, requestTimeout: 0, IncomingMessage: NoCrumbs },
    // A head alone would have the whole answer made, files unsealed and lists written, and thrown away unsent.
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    routerOptions: { maxParamLength: 200 },
    // An address that the router cannot read passes no hook, and is answered like everything else.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const answer = () =>
        reply
          .code(error.statusCode ?? 400)
          .header('connection', 'close')
          .send({ code: 'general.invalid_input' });
      setHeaders(request.raw, reply.raw, answer);
    },
  });
  if (config.seeing.metrics) mountMeters(app, services.meters);
  if (config.seeing.collector) mountRequestSpans(app);
  mountOneByOne(app);
  mountHeaderBound(app);
  mountBodyDeadline(app, 60_000);
  mountAnswerSilence(app, 120_000);
  mountJsonBodies(app, largestBody, (request) => sessionToken(request, config));
  await app.register(cookie);
  // Commands speak JSON alone: what a foreign form can send without asking first is not even read (ASVS 3.5.2).
  app.removeContentTypeParser('text/plain');
  // For the phone on a weak line. Built files are compressed once, at build time, and better. Nobody who is ours sends
  // anything packed, and unpacked a few bytes would be much.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions,
    globalDecompression: false,
  });
  mountClosing(app);
  protect(app, services, setHeaders);
  mountErrors(app, services);
  mountApi(app, services);
  await mountPartner(app, services);
  mountHealth(app, services, readyRooms);
  mountDemoMailbox(app, services);
  mountMailStop(app, services);
  mountMailTroubles(app, services);
  mountPublicFacts(app, services);
  mountCardHooks(app, services);
  mountWipayReturn(app, services);
  mountCardSandbox(app, services);
  await mountFiles(app, services);
  mountTradingExports(app, services, payables);
  mountFlyers(app, services);
  mountLessonPictures(app, services);
  mountCalendar(app, services);
  mountCertificates(app, services);
  mountScamFeeds(app, services);
  mountFigures(app, services);
  mountAuditExport(app, services);
  const whoIs = (request: FastifyRequest) => personOf(services, request);
  if (services.listenUrl !== null) await mountLive(app, { url: services.listenUrl, whoIs, meters: services.meters });
  if (web) await mountWeb(app, services, { root: resolve(web), drawing });
  return app;
}

/** All that a process answers which does jobs and nothing else: that it is there, and whether it can do its work. */
export function buildWorkerServer(services: Services): FastifyInstance {
  const app = Fastify({ bodyLimit: 1_024, logger: logger(services.config) ?? false, exposeHeadRoutes: false });
  mountHealth(app, services, readyRooms);
  return app;
}

/** Headers for everything, worked out once; pages bring their own content policy. */
const headersFor = (config: Services['config']) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    hsts: config.mode === 'production' ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });

function protect(app: FastifyInstance, services: Services, setHeaders: ReturnType<typeof headersFor>) {
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
  mountOriginCheck(app, services.config.origin, (request) => {
    const refused = { code: 'general.foreign_origin' };
    services.meters.refused(refused);
    noteDenial(services, request, refused);
  });
  mountDenials(app, services);
}

/** Whoever asked left while the answer was being made: the pipe breaks, and nothing is wrong. */
const isGone = ({ code }: { code?: string }, { raw }: FastifyReply): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** Outside the commands: a refusal in the words of the catalogue, a fault as one generic answer and a reference. */
function mountErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Refused) {
      services.meters.refused(error);
      const { title, text } = error.said;
      return reply.code(error.words.status).header('cache-control', 'no-store').send({ code: error.code, title, text });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: 'general.invalid_input' });
    if (isGone(error, reply)) return reply.code(499).send();
    services.logFault(error, request.id);
    const fault = refusal(isForLater(error) ? 'general.unavailable' : 'general.fault', { reference: request.id });
    return reply.code(fault.words.status).send({ code: fault.code, text: fault.said.text });
  });
}

function mountApi(app: FastifyInstance, services: Services) {
  const rpc = handlerOf(api, new WireForm());
  app.post('/api/rpc/*', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = { services, request, reply };
    const { matched } = await rpc.handle(request, reply, { prefix: '/api/rpc', context });
    return matched ? reply : reply.callNotFound();
  });
}

const workerFile = '/service-worker.js';
/** It asks for nothing but our own files, and a new one is in force at once. */
const workerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

type Web = { readonly root: string; readonly drawing: Drawing | undefined };

/** Behind these a search engine finds nothing but the question who is there. */
const closed = /^\/courses\/[^/]+\/(lessons|quizzes|project)/i;

async function mountWeb(app: FastifyInstance, services: Services, { root, drawing }: Web) {
  const assets = {
    root: resolve(root, 'assets'),
    prefix: '/assets/',
    dotfiles: 'deny' as const,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  };
  await app.register(files, { ...assets, preCompressed: true });
  const loose = { root, prefix: '/', wildcard: false, index: false as const, decorateReply: false };
  await app.register(files, {
    ...loose,
    globIgnore: ['assets/**', '**/*.html'],
    maxAge: '1h',
    setHeaders: (reply, path) => {
      if (path.endsWith(workerFile)) reply.headers(workerHeaders);
    },
  });
  const firsts = firstFilesIn(root);
  await mountPages(app, {
    root,
    known: (path) => screens.some((pattern) => matchRoutes([{ path: pattern }], path)),
    first: (path) => matchRoutes(firsts, path)?.at(-1)?.route.handle,
    slots: (request, path) => pageSlots(services, request, path),
    hidden: (path, { session }) => /^\/verify(\/|$)/i.test(path) || (session === 'out' && closed.test(path)),
    unscripted: (asked, path) => orderUnscripted({ services, ...asked }, path),
    given: async (asked, path) =>
      (await warningsGiven({ services, ...asked }, path)) ??
      (await authGiven({ services, ...asked }, path)) ??
      (drawing ? await tradingGiven({ services, ...asked }, path, drawing) : null) ??
      (drawing ? lessonGiven({ services, ...asked }, path, drawing) : null),
    mayOpen: (path, slots) => !/^\/admin(\/|$)/i.test(path) || slots['staff'] === 'yes' || slots['session'] === 'out',
  });
}
