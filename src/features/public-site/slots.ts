import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jamaicaDay } from '../../kernel/calendar.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { currentUser } from '../../platform/http/session.ts';
import { isStaffUser } from '../../platform/http/session-user.ts';
import type { Slots } from '../../platform/pages/pages.ts';
import { indexedPages, isPublicPage } from '../../screens.ts';
import { roadmap } from './content/tokens.ts';
import type { HomeQuery } from './example-order.ts';
import { failedFacts, homeSlots, type RoadmapClass } from './facts.ts';
import { getHomeFacts, publicList } from './home-facts.ts';
import { statusSlots } from './status-slots.ts';
import { getTermSlots, unknownTerms } from './terms.ts';

const sharedSlots = (services: Services, path: string, query: HomeQuery): Promise<Slots> =>
  publicList(services).then(
    ({ slots, terms, announcements, homeData: known }) => {
      if (!isPublicPage(path)) return { ...terms, announcements };
      if (path !== '/') return terms;
      // Cached slots contain the default example, so a visitor's calculation needs its own.
      const own = query.pay === undefined && query.coin === undefined ? slots : homeSlots(getHomeFacts(known, query));
      return { ...own, ...terms };
    },
    () => ({ ...getTermSlots(unknownTerms), ...(path === '/' && homeSlots(failedFacts)) }),
  );

/** A milestone is past when its day or month is over in Jamaica. `day` is today as `2026-11-20`. */
export const roadmapSlots = (day: string): Slots =>
  Object.fromEntries(
    roadmap.flatMap(({ iso }, at) => {
      const past = day.slice(0, iso.length) > iso;
      return [
        [`roadmap.${at}.class`, (past ? 'past' : 'ahead') satisfies RoadmapClass],
        [`roadmap.${at}.word`, past ? 'Past' : 'Upcoming'],
      ];
    }),
  );

export async function pageSlots(services: Services, request: FastifyRequest, path: string): Promise<Slots> {
  const [person, shared, status] = await Promise.all([
    currentUser(services, request).catch(() => null),
    sharedSlots(services, path, request.query as HomeQuery),
    path === '/status' ? statusSlots(services) : {},
  ]);
  const staff = person !== null && isStaffUser(person);
  const roadmap = path === '/coins' ? roadmapSlots(jamaicaDay(services.clock())) : {};
  return {
    ...shared,
    ...roadmap,
    ...status,
    session: person ? 'in' : 'out',
    staff: staff ? 'yes' : 'no',
    origin: services.config.origin,
  };
}

const sendJson = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');

export function mountPublicFacts(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const { origin } = config;
  app.get('/api/prices', async (_request, reply) => sendJson(reply).send((await publicList(services)).prices));
  if (config.mode !== 'production')
    app.get<{ Querystring: { path?: string } }>('/dev/slots', async (request, reply) =>
      sendJson(reply).send(await pageSlots(services, request, String(request.query.path ?? '/'))),
    );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /admin\n\nSitemap: ${origin}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const urls = indexedPages.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('');
    const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return reply.type('application/xml; charset=utf-8').send(text);
  });
}
