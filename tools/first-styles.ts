import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'postcss';
import { givenClasses, roadmapClasses } from '../src/features/public-pages/facts.ts';
import { publicScreens } from '../src/screens.ts';

/** Selectors that cannot match at first paint: print, hover, focus. High contrast colours are applied later. */
const laterMedia = /^(print|\(forced-colors)/;
const laterStates =
  /:(hover|active|focus(-visible|-within)?|target)\b|(?<!\()\[(open|disabled|aria-(pressed|disabled)=true)\]|::selection/;

/** True when a page has every element, class and id of a selector without brackets. */
function hasAll(selector: string, names: ReadonlySet<string>): boolean {
  const named = selector.replace(/::?[\w-]+/g, '').matchAll(/[.#]?[\w-]+/g);
  return [...named].every(([name]) => names.has(name));
}

/** `:is` and `:where` need one match; other brackets may hold anything. */
const oneOf = /^(is|where|has)$/;
const nowhere = '.nowhere-at-all';

/** True when a selector may match on a page with these names. */
function mayFind(selector: string, names: ReadonlySet<string>): boolean {
  let bare = selector.replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/:([\w-]+)\(([^()]*)\)/g, (_, kind: string, inside: string) =>
      oneOf.test(kind) && !inside.split(',').some((each) => hasAll(each, names)) ? nowhere : '',
    );
  }
  return hasAll(bare, names);
}

/** Removes a rule and the groups that it leaves empty. */
function takeOut(part: Node): void {
  const { parent } = part;
  part.remove();
  if (parent?.nodes?.length === 0 && parent.type !== 'root') takeOut(parent as Node);
}

/** Rules that may match at first paint, in the same order. */
export function partFor(css: string, names: ReadonlySet<string>): string {
  const isNeeded = (selector: string) => !laterStates.test(selector) && mayFind(selector, names);
  const sheet = parse(css);
  sheet.walkAtRules('media', (rule) => {
    if (laterMedia.test(rule.params)) rule.remove();
  });
  sheet.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const found = rule.selectors.filter(isNeeded);
    if (found.length === 0) takeOut(rule);
    else if (found.length < rule.selectors.length) rule.selector = found.join(',');
  });
  return sheet.toString().trim();
}

/** Removes variables, sizes and keyframes that neither the sheet nor its page uses. */
export function withoutIdleNames(css: string, html: string): string {
  const sheet = parse(css);
  sheet.walkDecls(/^--/, (named) => {
    if (!`${css}${html}`.includes(`var(${named.prop}`)) takeOut(named);
  });
  sheet.walkAtRules('keyframes', (moves) => {
    if (!new RegExp(`animation[^;}]*\\b${moves.params}\\b`).test(css)) takeOut(moves);
  });
  return sheet.toString();
}

/**
 * Elements, classes and ids of a page. Dialogs are closed at first paint. The menu opens without a script, so its rules
 * are included.
 */
export function namesIn(html: string): ReadonlySet<string> {
  const seen = html.replace(/<dialog\b(?![^>]*\sid="menu").*?<\/dialog>/gs, '').replace(/<script\b.*?<\/script>/gs, '');
  const elements = [...seen.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  const said = [...seen.matchAll(/\s(class|id)="([^"]*)"/g)].flatMap(([, kind, names = '']) =>
    names.split(/\s+/).map((name) => `${kind === 'id' ? '#' : '.'}${name}`),
  );
  return new Set([...elements, ...said, ...[...givenClasses, ...roadmapClasses].map((name) => `.${name}`)]);
}

const sheets = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;
const script = '<script data-later=';

/** The page with its critical CSS inlined instead of stylesheet links. */
export function dressed(html: string, read: (address: string) => string): string {
  const links = [...html.matchAll(sheets)];
  if (links.length === 0 || html.split(script).length !== 2) throw new Error('a public page is built otherwise');
  if (links.some(([, address = '']) => read(address).includes('@font-face')))
    throw new Error('a sheet brings letters: it comes after the first paint, and the page would be laid out again');
  const names = namesIn(html);
  const part = withoutIdleNames(links.map(([, address = '']) => partFor(read(address), names)).join(''), html);
  if (/<|%%/.test(part)) throw new Error('a sheet says what a page would read');
  const addresses = links.map(([, address]) => address).join(' ');
  const [first, ...others] = links.map(([link]) => link);
  return others
    .reduce((page, link) => page.replace(link, ''), html)
    .replace(first ?? '', () => `<style>${part}</style>`)
    .replace(script, () => `<script data-sheets="${addresses}" data-later=`)
    .replace('</body>', () => `<noscript>${links.map(([link]) => link).join('')}</noscript></body>`);
}

/**
 * Inlines the critical CSS of public pages, so that they paint before a stylesheet could load. The full stylesheets
 * load after paint (`ui/document-script.tsx`), or at the end of the page without scripts.
 */
export function dressPublicPages(folder: string): void {
  for (const path of Object.keys(publicScreens)) {
    const file = join(folder, path, 'index.html');
    writeFileSync(
      file,
      dressed(readFileSync(file, 'utf8'), (address) => readFileSync(join(folder, address), 'utf8')),
    );
  }
}
