import { parseUserUrl } from '../../../kernel/parse-url.ts';
import { isOnSharedHost } from '../indicators/shared-hosts.ts';
import { confusableSkeleton } from './confusables.ts';

/** One of our contacts on the page “Is this really us?”. A `page` is our page on a shared site. */
export type OfficialContact = {
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

/** Builds a contact from a URL: a whole site, or one page. A shared host is never a whole site of ours. */
export function toOfficialContact(name: string, value: string): OfficialContact {
  const link = /^https?:\/\//i.test(value) ? parseUserUrl(value) : null;
  const isPage = link !== null && (hasPagePart(link) || isOnSharedHost(normalizeHost(link)));
  return { kind: isPage ? 'page' : 'site', name, value };
}

export const hasPagePart = ({ pathname, search, hash }: URL): boolean => pathname + search + hash !== '/';

export const normalizeHost = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.+$/, '');

/** Removes `www.`, `m.` and `mobile.`, but keeps the host `m.me`. */
export const getSite = (link: URL): string => normalizeHost(link).replace(/^(www|m|mobile)\.(?=[^.]+\.)/, '');

/** Levenshtein distance, capped at 3. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let line = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...a].entries()) {
    const next = [row + 1];
    for (const [at, otherLetter] of [...b].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (line[at + 1] ?? 0) + 1, (line[at] ?? 0) + (letter === otherLetter ? 0 : 1)),
      );
    line = next;
  }
  return Math.min(line.at(-1) ?? 3, 3);
}

/** Replaces look-alike characters, such as `0` for `o` and `rn` for `m`. Keeps letters only. */
const flatten = (host: string): string =>
  confusableSkeleton(host)
    .replace(/^www\./, '')
    .replace(/0/g, 'o')
    .replace(/[1|]/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[^a-z]/g, '');

/** Brand part of a host: `cryptocommerce` of `help.cryptocommerce.com.jm`. */
const getBrand = (host: string): string =>
  flatten(
    host
      .replace(/:\d+$/, '')
      .split('.')
      .slice(0, -1)
      .findLast((label) => label.length > 3) ?? '',
  );

const getBrands = (known: readonly OfficialContact[]): string[] =>
  known
    .flatMap(({ kind, value }) => {
      if (kind === 'email') return [getBrand(value.toLowerCase().split('@')[1] ?? '')];
      return kind === 'site' ? [getBrand(hostOf(value) ?? '')] : [];
    })
    .filter((brand) => brand.length > 5);

/** Returns true for punycode, a name that contains one of our brands, and a brand with up to two typos. */
export function resemblesBrand(name: string, known: readonly OfficialContact[]): boolean {
  const parts = name.split(/[.@]/);
  if (parts.some((label) => label.startsWith('xn--'))) return true;
  return getBrands(known).some(
    (brand) => flatten(name).includes(brand) || parts.some((part) => editDistance(flatten(part), brand) < 3),
  );
}
