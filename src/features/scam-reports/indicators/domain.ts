import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { getDomain, parse } from 'tldts';
import { parseUserUrl } from '../../../kernel/parse-url.ts';
import { trimInvisible } from '../types.ts';
import { isSharedHost } from './shared-hosts.ts';

const maxLinkLength = 2_048;
/** Treats hosting subdomains as separate sites: `name.github.io`. */
const suffixOptions = { allowPrivateDomains: true } as const;
const otherScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Parses a link or a bare host. Returns null for other text. */
export function parseLink(text: string): URL | null {
  const trimmed = trimInvisible(text);
  if (trimmed === '' || trimmed.length > maxLinkLength || /\s/.test(trimmed) || otherScheme.test(trimmed)) return null;
  return parseUserUrl(trimmed);
}

export const getHost = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

/** Returns the registrable domain or a public IP address. Null for shared hosts, which `handle.ts` parses. */
export function parseDomain(text: string): string | null {
  const link = parseLink(text);
  return link && getDomainOf(getHost(link));
}

export function getDomainOf(host: string): string | null {
  if (host.length > 253) return null;
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) return getPublicAddress(host);
  const domain = getDomain(host, suffixOptions);
  // Rejects a domain that does not parse back to itself, such as `a.0`.
  if (domain === null || isSharedHost(domain)) return null;
  const reparsed = parseLink(domain);
  return reparsed && getHost(reparsed) === domain ? domain : null;
}

/** Returns null for private addresses, because many networks use the same ones. */
function getPublicAddress(host: string): string | null {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.process(address).range() === 'unicast' ? host : null;
}

/** Returns true for a host with a public suffix. False for words with a missing space, such as `money.Then`. */
export function hasKnownSuffix(host: string): boolean {
  const { isIcann, isPrivate } = parse(host, suffixOptions);
  return isIcann === true || isPrivate === true;
}

const emailPattern = /^([^\s@<>()[\]\\,;:"?]{1,64})@([^\s@<>()[\]\\,;:"/?#]{1,253})$/u;
/** Providers that ignore dots in the local part. */
const dotInsensitiveDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
const maxEmailLength = 400;

const splitEmail = (text: string): readonly string[] | null =>
  emailPattern.exec(text.replace(/^mailto:/, '').replace(/\?.*$/, ''));

/** Returns the canonical address without a `+tag`, or null when invalid. */
export function parseEmail(text: string): string | null {
  if (text.length > maxEmailLength) return null;
  const [, name = '', domainText = ''] = splitEmail(trimInvisible(text).normalize('NFKC').toLowerCase()) ?? [];
  const domain = domainToASCII(domainText);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain)) return null;
  const untagged = name.replace(/(?<=.)\+.*$/u, '');
  const local = dotInsensitiveDomains.has(domain) ? untagged.replaceAll('.', '') : untagged;
  const address = `${local}@${dotInsensitiveDomains.has(domain) ? 'gmail.com' : domain}`;
  return local !== '' && splitEmail(address) ? address : null;
}
