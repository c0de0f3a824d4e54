import { escapeHtml } from '../../kernel/markup.ts';
import { preloadLinks } from './preload-links.ts';

/** A query that the page would send first, with its result. */
export type PreloadedQuery = { readonly path: readonly string[]; readonly input: unknown; readonly answer: unknown };

/** Content sent with a page: its HTML and the results of its first queries. */
export type PreloadedPage = {
  readonly title: string;
  readonly description: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly html: string;
  /** Empty when the screen must fetch its data. */
  readonly queries: readonly PreloadedQuery[];
  readonly prefetchesScripts?: boolean;
  /** The HTML is the whole screen, which works without the application. It starts some seconds later. */
  readonly isComplete?: boolean;
  readonly script?: string;
};

/** Keeps dates and bigints as objects, which `ui/preloaded-page.ts` reads. `toJSON` has replaced dates in `value`. */
function tagValue(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  if (typeof original === 'bigint') return { $bigint: String(original) };
  return original instanceof Date ? { $date: value } : value;
}

/** Serializes JSON for a script element. Escapes `<`, so that no value ends the element. */
const toScriptJson = (value: unknown): string => JSON.stringify(value, tagValue).replaceAll('<', '\\u003c');

function renderHead({ title, description, styles, queries }: PreloadedPage): string {
  return [
    `<title data-preloaded="">${escapeHtml(title)}</title>`,
    `<meta data-preloaded="" name="description" content="${escapeHtml(description)}"/>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}"/>`),
    `<script data-preloaded="" type="application/json" id="preloaded-answers">${toScriptJson(queries)}</script>`,
  ].join('');
}

export type SplitPage = {
  readonly before: string;
  readonly head: string;
  readonly after: string;
  readonly end: string;
  readonly files: readonly string[];
  /** Inline script that starts the application (`deferred-boot.ts`). */
  readonly bootScript: string;
};

const [headEnd, slotStart, slotEnd] = ['</head>', '<div id="preloaded">', '</div></main>'];
const preloadLink = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Splits a page around its content. Null without a content slot. Throws when its script is missing. */
export function splitShell(html: string, bootScript: string): SplitPage | null {
  if (!html.includes(slotStart)) return null;
  const files = [...html.matchAll(preloadLink)].flatMap(([, file]) => file ?? []);
  const page = html.replaceAll(preloadLink, '');
  const head = page.indexOf(headEnd);
  const from = page.indexOf(slotStart) + slotStart.length;
  const to = page.indexOf(slotEnd, from);
  const moduleMatch = moduleScript.exec(page);
  if (head < 0 || to < 0 || !moduleMatch || moduleMatch.index < to)
    throw new Error('the built page has an unexpected structure');
  return {
    before: page.slice(0, head),
    head: page.slice(head, from),
    after: `${page.slice(to, moduleMatch.index)}<script type="text/later">${moduleMatch[1]}</script>`,
    end: page.slice(moduleMatch.index + moduleMatch[0].length),
    files,
    bootScript,
  };
}

/** Renders a page with content. `fill` fills placeholders of the page only, never of the content. */
export function renderPreloaded(
  { before, head, after, end, files, bootScript }: SplitPage,
  preload: PreloadedPage,
  fill: (html: string) => string,
): string {
  const prefetchesScripts = preload.prefetchesScripts
    ? preloadLinks({ styles: [], scripts: [...files, ...preload.scripts] })
    : '';
  const [allFiles, screenFiles] = [[...files, ...preload.scripts], preload.scripts].map((list) =>
    escapeHtml(list.join(' ')),
  );
  const complete = preload.isComplete ? 'data-complete="" ' : '';
  const bootTag = `<script ${complete}data-files="${allFiles}" data-screen="${screenFiles}">${bootScript}</script>`;
  const inlineScript = preload.script === undefined ? '' : `<script>${preload.script}</script>`;
  return [
    fill(before),
    renderHead(preload),
    prefetchesScripts,
    fill(head),
    preload.html,
    inlineScript,
    fill(after),
    bootTag,
    fill(end),
  ].join('');
}

export const getInlineScripts = ({ before, head, after, end, bootScript }: SplitPage): string =>
  `${before}${head}${after}<script>${bootScript}</script>${end}`;
