/** Longest host name [RFC 1035 §2.3.4]. */
const maxHostLength = 253;
const withScheme = /^https?:\/\//i;
/** Host part as `URL` reads it, which accepts any number of slashes and backslashes. */
const authority = /^https?:[/\\]*([^/\\?#]*)/i;

/** Parses a link with or without scheme. Null if invalid. Rejects long hosts first, on which `URL` is quadratic. */
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
