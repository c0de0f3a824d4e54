import { call } from '@orpc/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { escapeHtml } from '../../../kernel/markup.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { withSystem } from '../../../platform/database/database.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import type { Context, Services } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import type { PreloadedPage } from '../../../platform/pages/preloaded-page.ts';
import { formatDate } from '../../../ui/format.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { appealTexts, warningsPageTexts } from '../page-texts.ts';
import { formatKind, formatPeople, verdictTexts, warningNotes } from '../warning-texts.ts';
import { warning, warnings } from './api.ts';
import { formatCsv, formatRss, toJsonFeed, toStructuredData } from './feeds.ts';
import { OneWarning as OneWarningInput, WarningPage } from './public-schema.ts';
import { type Key, type OneWarning, type PublicWarning, publishedWarnings } from './published-store.ts';

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
      name: 'scams.rss',
      type: 'application/rss+xml',
      write: async () =>
        formatRss(await loadNewest(services, 50), { origin, company: await loadCompanyName(services) }),
    },
    {
      name: 'scams.csv',
      type: 'text/csv',
      write: async () => formatCsv(await loadNewest(services, maxWarnings), origin),
    },
    {
      name: 'scams.json',
      type: 'application/json',
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
      checkRateLimit(services, 'search', getConnectionKey(request.ip));
      return withFeedHeaders(reply, feed.type).send(await generateOnce(feed));
    });
}

const paragraph = (text: string, look = ''): string => `<p${look && ` class="${look}"`}>${escapeHtml(text)}</p>`;
const link = (to: string, text: string): string => `<a class="link" href="${escapeHtml(to)}">${escapeHtml(text)}</a>`;
const head = (title: string, text = ''): string =>
  `<div class="head"><h1>${escapeHtml(title)}</h1>${text && paragraph(text)}</div>`;
const wrap = (inner: string): string => `<div class="wrap">${inner}</div>`;
const formatDay = (moment: Date): string => formatDate(jamaicaDay(moment));

function renderRow({ slug, title, verdict, people, publishedAt, indicators }: PublicWarning): string {
  const names = indicators.map((indicator) => `${formatKind(indicator)} ${indicator.value}`).join(', ');
  return (
    `<li><h2 class="part">${link(`/scams/${slug}`, title)}</h2>` +
    paragraph(`${verdictTexts[verdict].short}. ${formatPeople(people)}`) +
    paragraph(names, 't-xs ink-2 wrap-any') +
    `${paragraph(formatMessage(warningsPageTexts.published, { day: formatDay(publishedAt) }), 't-xs ink-3 num')}</li>`
  );
}

function renderList(
  lines: readonly PublicWarning[],
  { search, older }: { search: string; older: string | null },
): string {
  const found =
    lines.length > 0 ? `<ul class="warnings">${lines.map(renderRow).join('')}</ul>` : paragraph(warningsPageTexts.none);
  return wrap(
    head(warningsPageTexts.title, warningsPageTexts.text) +
      `<div class="stack"><form action="/scams"><label class="label" for="warnings-search">${escapeHtml(warningsPageTexts.search)}</label> ` +
      `<input id="warnings-search" type="search" name="search" maxlength="120" value="${escapeHtml(search)}"/> ` +
      `<button class="btn">${escapeHtml(warningsPageTexts.find)}</button></form>${found}` +
      (older === null ? '' : `<p>${link(older, warningsPageTexts.older)}</p>`) +
      `${paragraph(`${warningNotes.ours} ${warningNotes.unsafe}`, 't-xs ink-2')}</div>`,
  );
}

type ActiveWarning = Extract<OneWarning, { withdrawnAt: null }>;

const renderDetails = ({ indicators, publishedAt }: ActiveWarning): string =>
  [...indicators.map((indicator) => [formatKind(indicator), indicator.value]), ['Published', formatDay(publishedAt)]]
    .map(
      ([name = '', value = '']) =>
        `<div><dt>${escapeHtml(name)}</dt><dd class="wrap-any">${escapeHtml(value)}</dd></div>`,
    )
    .join('');

const renderActive = (warning: ActiveWarning, origin: string, company: string): string =>
  head(warning.title, verdictTexts[warning.verdict].long) +
  `<div class="stack">${paragraph(warning.summary, 'as-written wrap-any')}<dl class="slip">${renderDetails(warning)}</dl>` +
  paragraph(formatPeople(warning.people)) +
  paragraph(`${warningNotes.ours} ${warningNotes.only}`) +
  `<h2 class="part">${escapeHtml(appealTexts.title)}</h2>${paragraph(appealTexts.how)}</div>` +
  `<script type="application/ld+json">${JSON.stringify(toStructuredData(warning, { origin, company })).replaceAll('<', '\\u003c')}</script>`;

function renderWarning(warning: OneWarning, origin: string, company: string): string {
  const inner = warning.withdrawnAt
    ? head(warningsPageTexts.withdrawn) +
      paragraph(formatMessage(warningNotes.withdrawn, { day: formatDay(warning.withdrawnAt) }))
    : renderActive(warning, origin, company);
  return wrap(`${inner}<p>${link('/scams', warningsPageTexts.all)}</p>`);
}

const files = { styles: [], scripts: [] } as const;

const parseCursor = (before: unknown): unknown => {
  const [at, id] = typeof before === 'string' ? before.split('~') : [];
  return at && id ? { at, id } : null;
};
const nextPageUrl = (search: string, next: { at: Date; id: string }): string =>
  `/scams?${new URLSearchParams({ ...(search && { search }), before: `${next.at.toISOString()}~${next.id}` })}`;

async function preloadList(context: Context, query: Record<string, unknown>): Promise<PreloadedPage | null> {
  const search = typeof query['search'] === 'string' ? query['search'] : '';
  const input = WarningPage.safeParse({ search, after: parseCursor(query['before']) });
  if (!input.success) return null;
  const answer = await call(warnings, input.data, { context });
  const older = answer.next && nextPageUrl(input.data.search, answer.next);
  return {
    title: warningsPageTexts.tab,
    description: warningsPageTexts.about,
    ...files,
    html: renderList(answer.lines, { search: input.data.search, older }),
    queries: [{ path: ['scamReports', 'warnings'], input: input.data, answer }],
  };
}

async function preloadWarning(context: Context, slug: string): Promise<PreloadedPage | null> {
  const input = OneWarningInput.safeParse({ slug });
  if (!input.success) return null;
  const answer = await call(warning, input.data, { context });
  const { origin } = context.services.config;
  const meta = answer.withdrawnAt
    ? { title: warningsPageTexts.oneTab, description: warningsPageTexts.withdrawn }
    : { title: answer.title, description: verdictTexts[answer.verdict].long };
  return {
    ...meta,
    ...files,
    html: renderWarning(answer, origin, warningsPageTexts.publisher),
    queries: [{ path: ['scamReports', 'warning'], input: input.data, answer }],
  };
}

/** Renders the warnings pages for browsers without JavaScript. Null on a refusal, which the screen then shows. */
export async function preloadWarnings(context: Context, path: string): Promise<PreloadedPage | null> {
  const slug = /^\/scams\/([^/]+)$/.exec(path)?.[1];
  if (path !== '/scams' && !slug) return null;
  const query = (context.request.query ?? {}) as Record<string, unknown>;
  return (slug ? preloadWarning(context, slug) : preloadList(context, query)).catch(() => null);
}
