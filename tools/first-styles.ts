import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenClasses } from '../src/features/public-pages/facts.ts';

/** A rule of a sheet: what stands before its braces, and what stands in them. */
type Rule = { readonly head: string; readonly body: string };

/** Where the braces that open before `from` close again; what is quoted closes nothing. */
function closing(css: string, from: number): number {
  for (let at = from, depth = 1, quote = ''; at < css.length; at++) {
    const sign = css[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at;
  }
  throw new Error('a sheet ends within a rule');
}

/** The rules of a sheet, one after the other. */
function rulesIn(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const close = closing(css, open + 1);
    rules.push({ head: css.slice(at, open).trim(), body: css.slice(open + 1, close) });
    at = close + 1;
  }
  return rules;
}

/** Selectors one by one; commas within brackets part nothing. */
const selectorsOf = (head: string): string[] => head.split(/,(?![^()[\]]*[)\]])/);

/** What nobody sees at the first paint: paper, what follows a hand or a key; devices' own colours come a step later. */
const laterMedia = /^@media (print|\(forced-colors)/;
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

/** The part of a sheet that finds something at the first paint of a page that has these names, in the same order. */
export function partFor(css: string, names: ReadonlySet<string>): string {
  const isNeeded = (selector: string) =>
    !laterStates.test(selector) && neededBy(selector).every((name) => names.has(name));
  const kept = rulesIn(css).map(({ head, body }) => {
    if (laterMedia.test(head)) return '';
    if (/^@(media|supports|layer|container)\b/.test(head)) {
      const part = partFor(body, names);
      return part && `${head}{${part}}`;
    }
    if (head.startsWith('@')) return `${head}{${body}}`;
    const found = selectorsOf(head).filter(isNeeded);
    return found.length > 0 ? `${found.join(',')}{${body}}` : '';
  });
  return kept.join('');
}

/** The elements, classes and ids of a page, as selectors name them. Dialogs are closed at the first paint. */
export function namesIn(html: string): ReadonlySet<string> {
  const seen = html.replace(/<dialog\b.*?<\/dialog>/gs, '').replace(/<script\b.*?<\/script>/gs, '');
  const elements = [...seen.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  const said = [...seen.matchAll(/\s(class|id)="([^"]*)"/g)].flatMap(([, kind, names = '']) =>
    names.split(/\s+/).map((name) => `${kind === 'id' ? '#' : '.'}${name}`),
  );
  return new Set([...elements, ...said, ...givenClasses.map((name) => `.${name}`)]);
}

const sheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/;

/**
 * The first page that most people see wears what it needs of its sheet from its first byte on, and is painted a step
 * earlier than a sheet could come; the whole sheet follows at its end, for what appears later and for the next page.
 */
export function dressFirstPage(folder: string): void {
  const [file] = globSync('index.html', { cwd: folder });
  if (!file) throw new Error('the first page is not built');
  const html = readFileSync(join(folder, file), 'utf8');
  const [link, address] = sheet.exec(html) ?? [];
  if (!link || !address || !html.includes('</body>')) throw new Error('the first page is built otherwise');
  const part = partFor(readFileSync(join(folder, address), 'utf8'), namesIn(html));
  if (/<|%%/.test(part)) throw new Error('a sheet says what a page would read');
  writeFileSync(
    join(folder, file),
    html.replace(link, () => `<style>${part}</style>`).replace('</body>', () => `${link}</body>`),
  );
}
