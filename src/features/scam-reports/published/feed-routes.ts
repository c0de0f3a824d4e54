import type { FastifyInstance, FastifyReply } from 'fastify';
import { connectionOf } from '../../../platform/connection.ts';
import { asSystem } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import type { Services } from '../../../platform/procedure.ts';
import { currentSettings } from '../../settings/store.ts';
import { asCsv, asJson, asRss } from './feeds.ts';
import { type Key, type PublicWarning, publishedWarnings } from './published-store.ts';

const step = 500;
/** More warnings than that are told in the newest so many. */
const most = 10_000;

async function newest(services: Services, count: number): Promise<PublicWarning[]> {
  const found: PublicWarning[] = [];
  let after: Key | null = null;
  while (found.length < count) {
    const limit = Math.min(step, count - found.length);
    const page: PublicWarning[] = await publishedWarnings(services.db, { search: '', after, limit });
    found.push(...page);
    const last = page.at(-1);
    if (page.length < limit || !last) break;
    after = { at: last.publishedAt, id: last.id };
  }
  return found;
}

const companyOf = async ({ pool }: Services) => (await asSystem(pool, (tx) => currentSettings(tx))).company.name;

/** For everybody, programs on other pages too: it says nothing of who reported. */
const shared = (reply: FastifyReply, type: string): FastifyReply =>
  reply
    .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(`${type}; charset=utf-8`);

type Feed = { readonly name: string; readonly type: string; readonly write: () => Promise<string> };

/** What is published, for readers and programs of others: `/scams.rss`, `/scams.csv`, `/scams.json`. */
export function mountScamFeeds(app: FastifyInstance, services: Services): void {
  const { origin } = services.config;
  const feeds: readonly Feed[] = [
    {
      ...{ name: 'scams.rss', type: 'application/rss+xml' },
      write: async () => asRss(await newest(services, 50), { origin, company: await companyOf(services) }),
    },
    { name: 'scams.csv', type: 'text/csv', write: async () => asCsv(await newest(services, most), origin) },
    {
      ...{ name: 'scams.json', type: 'application/json' },
      write: async () =>
        JSON.stringify(asJson(await newest(services, most), { origin, company: await companyOf(services) })),
    },
  ];
  // Anybody asks, from as many connections as they have: all who ask while one is being written are told that one.
  const underWay = new Map<string, Promise<string>>();
  const written = ({ name, write }: Feed): Promise<string> => {
    const coming = underWay.get(name) ?? write().finally(() => underWay.delete(name));
    underWay.set(name, coming);
    return coming;
  };
  for (const feed of feeds)
    app.get(`/${feed.name}`, async (request, reply) => {
      keepPace(services, 'look', connectionOf(request.ip));
      return shared(reply, feed.type).send(await written(feed));
    });
}
