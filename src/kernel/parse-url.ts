/** Longest host name [RFC 1035 §2.3.4]. */
const maxHostLength = 253;
const withScheme = /^https?:\/\//i;
/** `URL` accepts any number of slashes of either kind here. */
const authority = /^https?:[/\\]*([^/\\?#]*)/i;

/**
 * Parses a link with or without scheme; null otherwise. `URL` is quadratic in long hosts, so they are rejected first.
 */
export function parseUserUrl(text: string): URL | null {
  const link = (withScheme.test(text) ? text : `https://${text}`).replace(/[\t\n\r]/g, '');
  const [, authorityPart = ''] = authority.exec(link) ?? [];
  const host = authorityPart.slice(authorityPart.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (host.length > maxHostLength) return null;
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
