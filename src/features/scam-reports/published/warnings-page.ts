import { call } from '@orpc/server';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { escaped } from '../../../kernel/markup.ts';
import { worded } from '../../../kernel/worded.ts';
import type { Given, Json } from '../../../platform/given.ts';
import type { Context } from '../../../platform/procedure.ts';
import { dateText } from '../../../ui/format.ts';
import { appealWords, pageWords } from '../own-messages.ts';
import { kindText, peopleText, verdictWords, warningNotes } from '../warning-words.ts';
import { dataOf } from './feeds.ts';
import { warning, warnings } from './public-api.ts';
import { OneWarning as Asked, WarningPage } from './public-schema.ts';
import type { OneWarning, PublicWarning } from './published-store.ts';

/** Drawn by hand: these two pages are plain text and lists, and the server reads no markup of React. */
const p = (text: string, look = ''): string => `<p${look && ` class="${look}"`}>${escaped(text)}</p>`;
const link = (to: string, text: string): string => `<a class="link" href="${escaped(to)}">${escaped(text)}</a>`;
const head = (title: string, text = ''): string =>
  `<div class="head"><h1>${escaped(title)}</h1>${text && p(text)}</div>`;
const wrap = (inner: string): string => `<div class="wrap">${inner}</div>`;
const day = (moment: Date): string => dateText(jamaicaDay(moment));

function lineOf({ slug, title, verdict, people, publishedAt, indicators }: PublicWarning): string {
  const named = indicators.map((one) => `${kindText(one)} ${one.value}`).join(', ');
  return (
    `<li><h2 class="part">${link(`/scams/${slug}`, title)}</h2>` +
    p(`${verdictWords[verdict].short}. ${peopleText(people)}`) +
    p(named, 't-xs ink-2 wrap-any') +
    `${p(worded(pageWords.published, { day: day(publishedAt) }), 't-xs ink-3 num')}</li>`
  );
}

/** A form and links, and nothing that needs a script. */
function listHtml(
  lines: readonly PublicWarning[],
  { search, older }: { search: string; older: string | null },
): string {
  const found = lines.length > 0 ? `<ul class="warnings">${lines.map(lineOf).join('')}</ul>` : p(pageWords.none);
  return wrap(
    head(pageWords.title, pageWords.text) +
      `<div class="stack"><form action="/scams"><label class="label" for="warnings-search">${escaped(pageWords.search)}</label> ` +
      `<input id="warnings-search" type="search" name="search" maxlength="120" value="${escaped(search)}"/> ` +
      `<button class="btn">${escaped(pageWords.find)}</button></form>${found}` +
      (older === null ? '' : `<p>${link(older, pageWords.older)}</p>`) +
      `${p(`${warningNotes.ours} ${warningNotes.unsafe}`, 't-xs ink-2')}</div>`,
  );
}

type Standing = Extract<OneWarning, { withdrawnAt: null }>;

const factsOf = ({ indicators, publishedAt }: Standing): string =>
  [...indicators.map((one) => [kindText(one), one.value]), ['Published', day(publishedAt)]]
    .map(([name = '', value = '']) => `<div><dt>${escaped(name)}</dt><dd class="wrap-any">${escaped(value)}</dd></div>`)
    .join('');

const standingHtml = (one: Standing, origin: string, company: string): string =>
  head(one.title, verdictWords[one.verdict].long) +
  `<div class="stack">${p(one.summary, 'as-written wrap-any')}<dl class="slip">${factsOf(one)}</dl>` +
  p(peopleText(one.people)) +
  p(`${warningNotes.ours} ${warningNotes.only}`) +
  `<h2 class="part">${escaped(appealWords.title)}</h2>${p(appealWords.how)}</div>` +
  `<script type="application/ld+json">${JSON.stringify(dataOf(one, { origin, company })).replaceAll('<', '\\u003c')}</script>`;

function oneHtml(one: OneWarning, origin: string, company: string): string {
  const inner = one.withdrawnAt
    ? head(pageWords.withdrawn) + p(worded(warningNotes.withdrawn, { day: day(one.withdrawnAt) }))
    : standingHtml(one, origin, company);
  return wrap(`${inner}<p>${link('/scams', pageWords.all)}</p>`);
}

/** As the browser reads it: moments are texts there. */
const asJson = (answer: unknown): Json => JSON.parse(JSON.stringify(answer)) as Json;
const files = { styles: [], scripts: [] } as const;

/** Where the next page begins, as an address holds it; what is no such place begins at the newest. */
const placeOf = (before: unknown): unknown => {
  const [at, id] = typeof before === 'string' ? before.split('~') : [];
  return at && id ? { at, id } : null;
};
const addressBehind = (search: string, next: { at: Date; id: string }): string =>
  `/scams?${new URLSearchParams({ ...(search && { search }), before: `${next.at.toISOString()}~${next.id}` })}`;

async function list(context: Context, query: Record<string, unknown>): Promise<Given | null> {
  const search = typeof query['search'] === 'string' ? query['search'] : '';
  const asked = WarningPage.safeParse({ search, after: placeOf(query['before']) });
  if (!asked.success) return null;
  const answer = await call(warnings, asked.data, { context });
  const older = answer.next && addressBehind(asked.data.search, answer.next);
  return {
    ...{ title: pageWords.tab, description: pageWords.about, ...files },
    html: listHtml(answer.lines, { search: asked.data.search, older }),
    asked: { path: ['scamReports', 'warnings'], input: asked.data, answer: asJson(answer) },
  };
}

async function single(context: Context, slug: string): Promise<Given | null> {
  const input = Asked.safeParse({ slug });
  if (!input.success) return null;
  const answer = await call(warning, input.data, { context });
  const { origin } = context.services.config;
  const said = answer.withdrawnAt
    ? { title: pageWords.oneTab, description: pageWords.withdrawn }
    : { title: answer.title, description: verdictWords[answer.verdict].long };
  return {
    ...{ ...said, ...files, html: oneHtml(answer, origin, pageWords.publisher) },
    asked: { path: ['scamReports', 'warning'], input: input.data, answer: asJson(answer) },
  };
}

/**
 * The published warnings, and one of them, can be read before any script has come, and without one: the page brings its
 * text along. Of a refusal it says nothing: its screen asks, and tells it.
 */
export async function warningsGiven(context: Context, path: string): Promise<Given | null> {
  const slug = /^\/scams\/([^/]+)$/.exec(path)?.[1];
  if (path !== '/scams' && !slug) return null;
  const query = (context.request.query ?? {}) as Record<string, unknown>;
  return (slug ? single(context, slug) : list(context, query)).catch(() => null);
}
