import type { FastifyInstance, FastifyReply } from 'fastify';
import { withSystem } from '../../../platform/database/database.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { formatCsv, formatRss, toJsonFeed } from './feeds.ts';
import { type Key, type PublicWarning, publishedWarnings } from './published-store.ts';

const batchSize = 500;
const maxWarnings = 10_000;

async function loadNewest(services: Services, count: number): Promise<PublicWarning[]> {
  const found: PublicWarning[] = [];
  let after: Key | null = null;
  while (found.length < count) {
    const limit = Math.min(batchSize, count - found.length);
    const page: PublicWarning[] = await publishedWarnings(services.db, { search: '', after, limit });
    found.push(...page);
    const last = page.at(-1);
    if (page.length < limit || !last) break;
    after = { at: last.publishedAt, id: last.id };
  }
  return found;
}

const loadCompanyName = async ({ pool }: Services) =>
  (await withSystem(pool, (tx) => loadCurrentSettings(tx))).company.name;

/** Lets caches and other origins read the feed. */
const withFeedHeaders = (reply: FastifyReply, type: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(`${type}; charset=utf-8`);

type Feed = { readonly name: string; readonly type: string; readonly write: () => Promise<string> };

/** Mounts `/scams.rss`, `/scams.csv` and `/scams.json`. */
export function mountScamFeeds(app: FastifyInstance, services: Services): void {
  const { origin } = services.config;
  const feeds: readonly Feed[] = [
    {
      ...{ name: 'scams.rss', type: 'application/rss+xml' },
      write: async () =>
        formatRss(await loadNewest(services, 50), { origin, company: await loadCompanyName(services) }),
    },
    {
      name: 'scams.csv',
      type: 'text/csv',
      write: async () => formatCsv(await loadNewest(services, maxWarnings), origin),
    },
    {
      ...{ name: 'scams.json', type: 'application/json' },
      write: async () =>
        JSON.stringify(
          toJsonFeed(await loadNewest(services, maxWarnings), { origin, company: await loadCompanyName(services) }),
        ),
    },
  ];
  // Concurrent requests share one generated feed.
  const running = new Map<string, Promise<string>>();
  const generateOnce = ({ name, write }: Feed): Promise<string> => {
    const promise = running.get(name) ?? write().finally(() => running.delete(name));
    running.set(name, promise);
    return promise;
  };
  for (const feed of feeds)
    app.get(`/${feed.name}`, async (request, reply) => {
      checkRateLimit(services, 'look', getConnectionKey(request.ip));
      return withFeedHeaders(reply, feed.type).send(await generateOnce(feed));
    });
}
