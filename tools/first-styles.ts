import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'postcss';
import { givenClasses, roadmapClasses } from '../src/features/public-pages/facts.ts';
import { publicScreens } from '../src/screens.ts';

/** What nobody sees at the first paint: paper, what follows a hand or a key; devices' own colours come a step later. */
const laterMedia = /^(print|\(forced-colors)/;
const laterStates =
  /:(hover|active|focus(-visible|-within)?|target)\b|(?<!\()\[(open|disabled|aria-(pressed|disabled)=true)\]|::selection/;

/** Whether a page has each element, class and id that a selector without brackets names. */
function hasAll(selector: string, names: ReadonlySet<string>): boolean {
  const named = selector.replace(/::?[\w-]+/g, '').matchAll(/[.#]?[\w-]+/g);
  return [...named].every(([name]) => names.has(name));
}

/** One of what stands in these brackets is enough, and one there must be; what stands in others may be anything. */
const oneOf = /^(is|where|has)$/;
const nowhere = '.nowhere-at-all';

/** Whether a selector may find something on a page that has these names. */
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

/** Takes a part out of its sheet, and with it what holds nothing else. */
function takeOut(part: Node): void {
  const { parent } = part;
  part.remove();
  if (parent?.nodes?.length === 0 && parent.type !== 'root') takeOut(parent as Node);
}

/** The part of a sheet that finds something at the first paint of a page that has these names, in the same order. */
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

/** A sheet without the colours, sizes and moves that it names and neither it nor its page asks for. */
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
 * The elements, classes and ids of a page, as selectors name them. Dialogs are closed at the first paint; the menu
 * opens without any script, so it may be looked at before the whole sheet is here, or where it never comes.
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

/** A page in which the rules that its first paint needs stand instead of the links to its sheets. */
export function dressed(html: string, read: (address: string) => string): string {
  const links = [...html.matchAll(sheets)];
  if (links.length === 0 || html.split(script).length !== 2) throw new Error('a public page is built otherwise');
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
 * A public page wears what it needs of its sheets from its first byte on, and is painted a step earlier than a sheet
 * could come. The whole sheets follow once it has been painted (`ui/document-script.tsx`), for what appears later and
 * for the next page; where no script runs they follow at its end.
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
