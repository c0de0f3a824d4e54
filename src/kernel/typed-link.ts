/** A machine on the internet has no longer name [RFC 1035 §2.3.4]. */
const longestHost = 253;
const withScheme = /^https?:\/\//i;
/** What stands between the scheme and the path, as `URL` cuts it: behind any number of slashes of either kind. */
const authority = /^https?:[/\\]*([^/\\?#]*)/i;

/**
 * A link as somebody typed it, with its scheme or without one; null where it is none. `URL` takes work by the square of
 * a host's length, so one that is longer than any is never asked of it.
 */
export function typedLink(text: string): URL | null {
  // `URL` leaves these out wherever they stand.
  const link = (withScheme.test(text) ? text : `https://${text}`).replace(/[\t\n\r]/g, '');
  const [, place = ''] = authority.exec(link) ?? [];
  const host = place.slice(place.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (host.length > longestHost) return null;
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
