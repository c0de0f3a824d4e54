import { escaped } from '../kernel/markup.ts';
import { linksTo } from './first-files.ts';
import { starter } from './given-starter.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * What of its screen a page brings along: its text is read before any script has come, and its first question is
 * answered before it is asked.
 */
export type Given = {
  readonly title: string;
  /** What it is about, in a sentence. */
  readonly description: string;
  /** Files of the build: style sheets of the screen, and scripts that it needs. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Its text as markup that our own screens drew. */
  readonly html: string;
  /** The question that the screen asks first, and the answer to it as JSON can say it; null where it is asked anew. */
  readonly asked: { readonly path: readonly string[]; readonly input: unknown; readonly answer: Json } | null;
  /** Whether its scripts are fetched along with the page, behind what draws it: there is something to be filled in. */
  readonly early?: boolean;
  /** A script of our own that stands behind the text, for what is filled in before the screen is there. */
  readonly script?: string;
};

/** JSON as it stands in a script element: nothing in it ends the element. */
const jsonIn = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function headOf({ title, description, styles, asked }: Given): string {
  return [
    `<title data-given="">${escaped(title)}</title>`,
    `<meta data-given="" name="description" content="${escaped(description)}"/>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${escaped(file)}"/>`),
    `<script data-given="" type="application/json" id="given-answer">${jsonIn(asked)}</script>`,
  ].join('');
}

/** The page of the application, cut where a screen's own can stand in it, and where its script is put off. */
export type Cut = {
  readonly before: string;
  readonly head: string;
  readonly after: string;
  readonly end: string;
  /** Files that the application begins with. */
  readonly files: readonly string[];
};

const [headEnd, place, placeEnd] = ['</head>', '<div id="given">', '</div></main>'];
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const script = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Null where the page has no such place; a page of the application whose script is not found breaks the start. */
export function cutForGiven(html: string): Cut | null {
  if (!html.includes(place)) return null;
  const files = [...html.matchAll(preload)].flatMap(([, file]) => file ?? []);
  const page = html.replaceAll(preload, '');
  const head = page.indexOf(headEnd);
  const from = page.indexOf(place) + place.length;
  const to = page.indexOf(placeEnd, from);
  const found = script.exec(page);
  if (head < 0 || to < 0 || !found || found.index < to)
    throw new Error('the page of the application is built otherwise');
  return {
    before: page.slice(0, head),
    head: page.slice(head, from),
    after: `${page.slice(to, found.index)}<script type="text/later">${found[1]}</script>`,
    end: page.slice(found.index + found[0].length),
    files,
  };
}

/** That page with what is given in its places. `fill` fills the open places of the page itself, and of nothing else. */
export function pageWith(
  { before, head, after, end, files }: Cut,
  given: Given,
  fill: (html: string) => string,
): string {
  const early = given.early ? linksTo({ styles: [], scripts: [...files, ...given.scripts] }) : '';
  const later = `<script data-files="${escaped([...files, ...given.scripts].join(' '))}">${starter}</script>`;
  const own = given.script === undefined ? '' : `<script>${given.script}</script>`;
  return [fill(before), headOf(given), early, fill(head), given.html, own, fill(after), later, fill(end)].join('');
}

/** All of such a page that runs, for the hashes of its scripts. */
export const scriptsOf = ({ before, head, after, end }: Cut): string =>
  `${before}${head}${after}<script>${starter}</script>${end}`;
