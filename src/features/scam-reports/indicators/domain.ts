import ipaddr from 'ipaddr.js';
import { getDomain, parse } from 'tldts';
import { typedLink } from '../../../kernel/typed-link.ts';
import { bare } from './indicator.ts';
import { isSharedHost } from './shared-hosts.ts';

const longestLink = 2_048;
/** Under which sites of everybody stand, each a site of its own: `somebody.github.io`. */
const rules = { allowPrivateDomains: true } as const;
const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** A link to the web, or a bare address as one; null where there is none. */
export function linkIn(text: string): URL | null {
  const given = bare(text);
  if (given === '' || given.length > longestLink || /\s/.test(given) || otherScheme.test(given)) return null;
  return typedLink(given);
}

/** In small letters and punycode. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

/**
 * The website of a link: what its owner had to register, by the public suffix list, or the address of a machine that
 * is reached without a name. Null for what is no website of one owner: a page on a place where anybody has one says
 * nothing about that place (`handle.ts`).
 */
export function readDomain(text: string): string | null {
  const link = linkIn(text);
  return link && domainOf(hostOf(link));
}

/** The same of a host that was read already. */
export function domainOf(host: string): string | null {
  if (host.length > 253) return null;
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) return publicAddress(host);
  const domain = getDomain(host, rules);
  // Whatever is kept is read as itself: `a.0.` with a stop behind it is a host, and `a.0` is none.
  if (domain === null || isSharedHost(domain)) return null;
  const again = linkIn(domain);
  return again && hostOf(again) === domain ? domain : null;
}

/** A machine without a name; those that everybody has at home are nobody's. */
function publicAddress(host: string): string | null {
  const plain = host.replace(/^\[|\]$/g, '');
  return ipaddr.process(plain).range() === 'unicast' ? host : null;
}

/** Whether the end of a host is one under which names are registered: words with a stop between them are no site. */
export function endsAsSites(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, rules);
  return isIcann === true || isPrivate === true;
}
