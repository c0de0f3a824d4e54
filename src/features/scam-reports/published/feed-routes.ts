import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** What is published, for readers and programs of others: `/scams.rss`, `/scams.csv`, `/scams.json`. */
export function mountScamFeeds(app: FastifyInstance, services: Services): void {
  const { origin } = services.config;
  const pace = (request: FastifyRequest) => keepPace(services, 'look', connectionOf(request.ip));
  app.get('/scams.rss', async (request, reply) => {
    pace(request);
    const [warnings, company] = [await newest(services, 50), await companyOf(services)];
    return shared(reply, 'application/rss+xml').send(asRss(warnings, { origin, company }));
  });
  app.get('/scams.csv', async (request, reply) => {
    pace(request);
    return shared(reply, 'text/csv').send(asCsv(await newest(services, most), origin));
  });
  app.get('/scams.json', async (request, reply) => {
    pace(request);
    const [warnings, company] = [await newest(services, most), await companyOf(services)];
    return shared(reply, 'application/json').send(JSON.stringify(asJson(warnings, { origin, company })));
  });
}
