import { typedLink } from '../../../kernel/typed-link.ts';
import { isOnSharedHost } from '../indicators/shared-hosts.ts';
import { drawn } from './letters.ts';

/**
 * One of the things by which the real company is known, as it stands on the page. A `page` is one of ours on a site
 * where everybody may have one.
 */
export type Known = {
  readonly kind: 'email' | 'phone' | 'site' | 'page' | 'token';
  readonly name: string;
  readonly value: string;
};

export const hostOf = (text: string): string | null => {
  try {
    return new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`).host.toLowerCase();
  } catch {
    return null;
  }
};

/**
 * What is ours by its address: the whole site, or that page alone where the address names one, by its path or by what
 * stands behind a question mark or a `#`. A site where everybody has a page is never ours, whatever the settings say.
 */
export function knownByAddress(name: string, value: string): Known {
  const link = /^https?:\/\//i.test(value) ? typedLink(value) : null;
  const isPage = link !== null && (namesPage(link) || isOnSharedHost(namedHost(link)));
  return { kind: isPage ? 'page' : 'site', name, value };
}

/** Whether a link names more than a site. */
export const namesPage = ({ pathname, search, hash }: URL): boolean => pathname + search + hash !== '/';

/** In small letters, without the stop that may stand behind it. */
export const namedHost = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.+$/, '');

/** Sites have names for phones beside their own; `m.me` is none of them. */
export const siteOf = (link: URL): string => namedHost(link).replace(/^(www|m|mobile)\.(?=[^.]+\.)/, '');

/** How many single signs must change to make one word of the other; 3 stands for more. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let line = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...a].entries()) {
    const next = [row + 1];
    for (const [at, other] of [...b].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (line[at + 1] ?? 0) + 1, (line[at] ?? 0) + (letter === other ? 0 : 1)));
    line = next;
  }
  return Math.min(line.at(-1) ?? 3, 3);
}

/** A name with the tricks taken out that make one letter look like another. */
const flat = (host: string): string =>
  drawn(host)
    .replace(/^www\./, '')
    .replace(/0/g, 'o')
    .replace(/[1|]/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[^a-z]/g, '');

/** The part of a host by which people know it: `cryptocommerce` of `help.cryptocommerce.com.jm`. */
const brandOf = (host: string): string =>
  flat(
    host
      .replace(/:\d+$/, '')
      .split('.')
      .slice(0, -1)
      .findLast((label) => label.length > 3) ?? '',
  );

/** By what our own sites and addresses are known. */
const brandsOf = (known: readonly Known[]): string[] =>
  known
    .flatMap(({ kind, value }) => {
      if (kind === 'email') return [brandOf(value.toLowerCase().split('@')[1] ?? '')];
      return kind === 'site' ? [brandOf(hostOf(value) ?? '')] : [];
    })
    .filter((brand) => brand.length > 5);

/** Whether a foreign name leans on one of ours: it holds ours, or differs from it by a sign or two. */
export function leansOn(name: string, known: readonly Known[]): boolean {
  const parts = name.split(/[.@]/);
  if (parts.some((label) => label.startsWith('xn--'))) return true;
  return brandsOf(known).some(
    (brand) => flat(name).includes(brand) || parts.some((part) => distance(flat(part), brand) < 3),
  );
}
