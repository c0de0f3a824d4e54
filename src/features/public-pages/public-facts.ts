import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/procedure.ts';
import { indexedPages } from '../../screens.ts';
import { publicPrices } from '../prices/api.ts';

/** How long one answer of the price list serves everybody, at most. A new price empties it at once. */
const listLives = 2_000;

/**
 * The public price list as plain JSON, and what search engines ask for. The list is asked for by every visitor's
 * page: it is written once and handed out until a price changes or two seconds have passed.
 */
export function mountPublicFacts(app: FastifyInstance, services: Services): void {
  const { config } = services;
  let list: { until: number; text: Promise<string> } | null = null;
  const priceList = () => {
    const now = performance.now();
    if (!list || list.until < now) {
      const text = publicPrices(services, 'newest').then((prices) => JSON.stringify({ prices }));
      list = { until: now + listLives, text };
      text.catch(() => {
        list = null;
      });
    }
    return list.text;
  };
  app.get('/api/prices', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await priceList()),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /admin\n\nSitemap: ${config.origin}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const urls = indexedPages.map((path) => `<url><loc>${config.origin}${path}</loc></url>`).join('');
    const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return reply.type('application/xml; charset=utf-8').send(text);
  });
}
