import ipaddr from 'ipaddr.js';
import { getDomain, parse } from 'tldts';
import { bare } from './indicator.ts';
import { isSharedHost } from './shared-hosts.ts';

const longestLink = 2_048;
/** Under which sites of everybody stand, each a site of its own: `somebody.github.io`. */
const rules = { allowPrivateDomains: true } as const;
const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** The host of a link or of a bare address, in small letters and punycode; null where there is none. */
export function hostIn(text: string): string | null {
  const given = bare(text);
  if (given === '' || given.length > longestLink || /\s/.test(given) || otherScheme.test(given)) return null;
  try {
    const { hostname } = new URL(/^https?:\/\//i.test(given) ? given : `https://${given.replace(/^\/+/, '')}`);
    return hostname.replace(/\.+$/, '');
  } catch {
    return null;
  }
}

/**
 * The website of a link: what its owner had to register, by the public suffix list, or the address of a machine that
 * is reached without a name. Null for what is no website of one owner: a page on a place where anybody has one says
 * nothing about that place (`handle.ts`).
 */
export function readDomain(text: string): string | null {
  const host = hostIn(text);
  if (host === null || host.length > 253) return null;
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) return publicAddress(host);
  const domain = getDomain(host, rules);
  // Whatever is kept is read as itself: `a.0.` with a stop behind it is a host, and `a.0` is none.
  return domain === null || isSharedHost(domain) || hostIn(domain) !== domain ? null : domain;
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
