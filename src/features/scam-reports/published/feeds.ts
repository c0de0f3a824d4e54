import { jamaicaDay } from '../../../kernel/calendar.ts';
import { escaped } from '../../../kernel/markup.ts';
import { peopleText, verdictWords, warningNotes } from '../warning-words.ts';
import type { PublicWarning } from './published-store.ts';

/** Under which others may use what is published. */
export const license = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;

export const addressOf = (origin: string, slug: string): string => `${origin}/scams/${slug}`;

/** For search engines: that we judged something, and what. */
export const dataOf = (
  { title, summary, verdict, publishedAt, slug }: Omit<PublicWarning, 'id'>,
  { origin, company }: { origin: string; company: string },
) => ({
  '@context': 'https://schema.org',
  '@type': 'Report',
  ...{ headline: title, abstract: verdictWords[verdict].long, text: summary },
  datePublished: publishedAt.toISOString(),
  url: addressOf(origin, slug),
  license: license.url,
  publisher: { '@type': 'Organization', name: company, url: origin },
});

/** What programs of others take over: what is judged a scam, or likely one; never a name, which many people have. */
const listed = (warnings: readonly PublicWarning[]) =>
  warnings
    .filter(({ verdict }) => verdict !== 'legitimate')
    .flatMap((warning) =>
      warning.indicators
        .filter(({ kind }) => kind !== 'name')
        .map(({ kind, scope, value, people }) => ({ warning, kind, scope, value, people })),
    );

/** A cell that no table program takes for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export function asCsv(warnings: readonly PublicWarning[], origin: string): string {
  const head = ['kind', 'scope', 'value', 'verdict', 'people', 'published_on', 'warning', 'license'];
  const rows = listed(warnings).map(({ warning, kind, scope, value, people }) =>
    [
      ...[kind, scope, value, warning.verdict, String(people), jamaicaDay(warning.publishedAt)],
      ...[addressOf(origin, warning.slug), license.name],
    ].map(cell),
  );
  return `${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

export const asJson = (
  warnings: readonly PublicWarning[],
  { origin, company }: { origin: string; company: string },
) => ({
  publisher: company,
  license: license.url,
  note: `${warningNotes.ours} ${warningNotes.unsafe}`,
  indicators: listed(warnings).map(({ warning, kind, scope, value, people }) => ({
    ...{ kind, scope: scope === '' ? null : scope, value, verdict: warning.verdict, people },
    ...{ publishedOn: jamaicaDay(warning.publishedAt), warning: addressOf(origin, warning.slug) },
  })),
});

/** The newest warnings as RSS 2.0. */
export function asRss(
  warnings: readonly PublicWarning[],
  { origin, company }: { origin: string; company: string },
): string {
  const items = warnings.map(({ slug, title, summary, verdict, people, publishedAt }) => {
    const text = `${verdictWords[verdict].long} ${peopleText(people)} ${summary} ${warningNotes.ours}`;
    const link = escaped(addressOf(origin, slug));
    return (
      `<item><title>${escaped(title)}</title><link>${link}</link><guid isPermaLink="true">${link}</guid>` +
      `<pubDate>${publishedAt.toUTCString()}</pubDate><description>${escaped(text)}</description></item>`
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escaped(company)}: published warnings</title>` +
    `<link>${escaped(origin)}/scams</link><description>${escaped(warningNotes.ours)}</description>` +
    `<language>en-JM</language><copyright>${escaped(`${company}, ${license.name}`)}</copyright>${items.join('')}</channel></rss>`
  );
}
