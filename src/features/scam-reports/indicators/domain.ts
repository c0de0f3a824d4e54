import ipaddr from 'ipaddr.js';
import { getDomain, parse } from 'tldts';
import { parseUserUrl } from '../../../kernel/parse-url.ts';
import { trimInvisible } from './indicator.ts';
import { isSharedHost } from './shared-hosts.ts';

const maxLinkLength = 2_048;
/** Treats hosting subdomains as separate sites: `name.github.io`. */
const suffixOptions = { allowPrivateDomains: true } as const;
const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Parses a link or a bare host; null when the text is neither. */
export function parseLink(text: string): URL | null {
  const trimmed = trimInvisible(text);
  if (trimmed === '' || trimmed.length > maxLinkLength || /\s/.test(trimmed) || otherScheme.test(trimmed)) return null;
  return parseUserUrl(trimmed);
}

export const getHost = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

/** Registrable domain by the public suffix list, or a public IP. Null for pages on shared hosts (`handle.ts`). */
export function parseDomain(text: string): string | null {
  const link = parseLink(text);
  return link && getDomainOf(getHost(link));
}

export function getDomainOf(host: string): string | null {
  if (host.length > 253) return null;
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) return getPublicAddress(host);
  const domain = getDomain(host, suffixOptions);
  // The result must parse back to itself: `a.0.` is a host with its final stop, `a.0` is not.
  if (domain === null || isSharedHost(domain)) return null;
  const parsedAgain = parseLink(domain);
  return parsedAgain && getHost(parsedAgain) === domain ? domain : null;
}

/** Private addresses are not unique. */
function getPublicAddress(host: string): string | null {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.process(address).range() === 'unicast' ? host : null;
}

/** True when names are registered under the end of the host. Words with a stop in between are no site. */
export function hasKnownSuffix(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, suffixOptions);
  return isIcann === true || isPrivate === true;
}
