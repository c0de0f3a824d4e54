import { jamaicaDay } from '../../../kernel/calendar.ts';
import { escapeHtml } from '../../../kernel/markup.ts';
import { formatPeople, verdictTexts, warningNotes } from '../warning-texts.ts';
import type { PublicWarning } from './published-store.ts';

export const license = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;

export const warningUrl = (origin: string, slug: string): string => `${origin}/scams/${slug}`;

/** schema.org data for search engines. */
export const toStructuredData = (
  { title, summary, verdict, publishedAt, slug }: Omit<PublicWarning, 'id'>,
  { origin, company }: { origin: string; company: string },
) => ({
  '@context': 'https://schema.org',
  '@type': 'Report',
  headline: title,
  abstract: verdictTexts[verdict].long,
  text: summary,
  datePublished: publishedAt.toISOString(),
  url: warningUrl(origin, slug),
  license: license.url,
  publisher: { '@type': 'Organization', name: company, url: origin },
});

/** Lists indicators of scams and likely scams. Leaves out names, because many people share a name. */
const listIndicators = (warnings: readonly PublicWarning[]) =>
  warnings
    .filter(({ verdict }) => verdict !== 'legitimate')
    .flatMap((warning) =>
      warning.indicators
        .filter(({ kind }) => kind !== 'name')
        .map(({ kind, scope, value, people }) => ({ warning, kind, scope, value, people })),
    );

/** Escapes values that a spreadsheet would run as a formula. */
const formatCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export function formatCsv(warnings: readonly PublicWarning[], origin: string): string {
  const head = ['kind', 'scope', 'value', 'verdict', 'people', 'published_on', 'warning', 'license'];
  const rows = listIndicators(warnings).map(({ warning, kind, scope, value, people }) =>
    [
      ...[kind, scope, value, warning.verdict, String(people), jamaicaDay(warning.publishedAt)],
      ...[warningUrl(origin, warning.slug), license.name],
    ].map(formatCell),
  );
  return `${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

export const toJsonFeed = (
  warnings: readonly PublicWarning[],
  { origin, company }: { origin: string; company: string },
) => ({
  publisher: company,
  license: license.url,
  note: `${warningNotes.ours} ${warningNotes.unsafe}`,
  indicators: listIndicators(warnings).map(({ warning, kind, scope, value, people }) => ({
    kind,
    scope: scope === '' ? null : scope,
    value,
    verdict: warning.verdict,
    people,
    publishedOn: jamaicaDay(warning.publishedAt),
    warning: warningUrl(origin, warning.slug),
  })),
});

export function formatRss(
  warnings: readonly PublicWarning[],
  { origin, company }: { origin: string; company: string },
): string {
  const items = warnings.map(({ slug, title, summary, verdict, people, publishedAt }) => {
    const text = `${verdictTexts[verdict].long} ${formatPeople(people)} ${summary} ${warningNotes.ours}`;
    const link = escapeHtml(warningUrl(origin, slug));
    return (
      `<item><title>${escapeHtml(title)}</title><link>${link}</link><guid isPermaLink="true">${link}</guid>` +
      `<pubDate>${publishedAt.toUTCString()}</pubDate><description>${escapeHtml(text)}</description></item>`
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escapeHtml(company)}: published warnings</title>` +
    `<link>${escapeHtml(origin)}/scams</link><description>${escapeHtml(warningNotes.ours)}</description>` +
    `<language>en-JM</language><copyright>${escapeHtml(`${company}, ${license.name}`)}</copyright>${items.join('')}</channel></rss>`
  );
}
