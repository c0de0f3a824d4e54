import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../../platform/http/procedure.ts';
import { indexedPages } from '../../screens.ts';
import { publicList } from './public-list.ts';
import { pageSlots } from './slots.ts';

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
