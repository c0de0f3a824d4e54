import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'postcss';
import { givenClasses, roadmapClasses } from '../src/features/public-pages/facts.ts';
import { publicScreens } from '../src/screens.ts';

/** What nobody sees at the first paint: paper, what follows a hand or a key; devices' own colours come a step later. */
const laterMedia = /^(print|\(forced-colors)/;
const laterStates = /:(hover|active|focus(-visible|-within)?|target)\b|\[open\]|::(backdrop|selection)/;

/** Elements, classes and ids without which a selector finds nothing. What stands in brackets may be one of several. */
function neededBy(selector: string): string[] {
  let bare = selector.replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/:[\w-]+\([^()]*\)/g, '');
  }
  bare = bare.replace(/::?[\w-]+/g, '');
  return [...bare.matchAll(/[.#]?[\w-]+/g)].map(([name]) => name);
}

/** Takes a part out of its sheet, and with it what holds nothing else. */
function takeOut(part: Node): void {
  const { parent } = part;
  part.remove();
  if (parent?.nodes?.length === 0 && parent.type !== 'root') takeOut(parent as Node);
}

/** The part of a sheet that finds something at the first paint of a page that has these names, in the same order. */
export function partFor(css: string, names: ReadonlySet<string>): string {
  const isNeeded = (selector: string) =>
    !laterStates.test(selector) && neededBy(selector).every((name) => names.has(name));
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

/** A sheet without the colours and sizes that it names and neither it nor its page asks for. */
export function withoutIdleNames(css: string, html: string): string {
  const sheet = parse(css);
  sheet.walkDecls(/^--/, (named) => {
    if (!`${css}${html}`.includes(`var(${named.prop}`)) takeOut(named);
  });
  return sheet.toString();
}

/** The elements, classes and ids of a page, as selectors name them. Dialogs are closed at the first paint. */
export function namesIn(html: string): ReadonlySet<string> {
  const seen = html.replace(/<dialog\b.*?<\/dialog>/gs, '').replace(/<script\b.*?<\/script>/gs, '');
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
