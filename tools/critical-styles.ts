import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'postcss';
import { givenClasses, roadmapClasses } from '../src/features/public-site/facts.ts';
import { publicScreens } from '../src/screens.ts';

/** Media queries and states that cannot match at first paint. High contrast styles load later. */
const laterMedia = /^(print|\(forced-colors)/;
const laterStates =
  /:(hover|active|focus(-visible|-within)?|target)\b|(?<!\()\[(open|disabled|aria-(pressed|disabled)=true)\]|::selection/;

/** True when `names` has every element, class and id of a selector without brackets. */
function hasAll(selector: string, names: ReadonlySet<string>): boolean {
  const named = selector.replace(/::?[\w-]+/g, '').matchAll(/[.#]?[\w-]+/g);
  return [...named].every(([name]) => names.has(name));
}

/** Pseudo-classes that need at least one matching argument. Others, such as `:not`, are ignored. */
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

/** Removes a rule, and the at-rules that become empty. */
function takeOut(part: Node): void {
  const { parent } = part;
  part.remove();
  if (parent?.nodes?.length === 0 && parent.type !== 'root') takeOut(parent as Node);
}

/** Critical CSS: the rules that may match at first paint, in their order. `names` are those of the page. */
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

/** Removes custom properties and keyframes that neither the stylesheet nor its page uses. */
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

/** Elements, classes and ids at first paint, without closed dialogs except the menu, which opens without a script. */
export function namesIn(html: string): ReadonlySet<string> {
  const seen = html.replace(/<dialog\b(?![^>]*\sid="menu").*?<\/dialog>/gs, '').replace(/<script\b.*?<\/script>/gs, '');
  const elements = [...seen.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  const attributes = [...seen.matchAll(/\s(class|id)="([^"]*)"/g)].flatMap(([, kind, names = '']) =>
    names.split(/\s+/).map((name) => `${kind === 'id' ? '#' : '.'}${name}`),
  );
  return new Set([...elements, ...attributes, ...[...givenClasses, ...roadmapClasses].map((name) => `.${name}`)]);
}

const sheets = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;
const script = '<script data-later=';

/** Replaces the stylesheet links of a page by its critical CSS. `read` returns the text of a stylesheet. */
export function dressed(html: string, read: (address: string) => string): string {
  const links = [...html.matchAll(sheets)];
  if (links.length === 0 || html.split(script).length !== 2)
    throw new Error('a public page has an unexpected structure');
  if (links.some(([, address = '']) => read(address).includes('@font-face')))
    throw new Error('a stylesheet loads a font: it would arrive after the first paint and shift the layout');
  const names = namesIn(html);
  const part = withoutIdleNames(links.map(([, address = '']) => partFor(read(address), names)).join(''), html);
  if (/<|%%/.test(part)) throw new Error('a stylesheet contains "<" or "%%", which would break the page');
  const addresses = links.map(([, address]) => address).join(' ');
  const [first, ...others] = links.map(([link]) => link);
  return others
    .reduce((page, link) => page.replace(link, ''), html)
    .replace(first ?? '', () => `<style>${part}</style>`)
    .replace(script, () => `<script data-sheets="${addresses}" data-later=`)
    .replace('</body>', () => `<noscript>${links.map(([link]) => link).join('')}</noscript></body>`);
}

/** Inlines critical CSS for the first paint. `ui/scripts/load-after-paint.ts` or `<noscript>` loads the full styles. */
export function dressPublicPages(folder: string): void {
  for (const path of Object.keys(publicScreens)) {
    const file = join(folder, path, 'index.html');
    writeFileSync(
      file,
      dressed(readFileSync(file, 'utf8'), (address) => readFileSync(join(folder, address), 'utf8')),
    );
  }
}
