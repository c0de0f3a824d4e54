const longest = 120;

/**
 * The name by which the customer knows a file, out of the header that carries it: for showing alone, no path is ever
 * made of it. Without signs that steer or separate, and ending as what the file is (ASVS 5.2.2, 5.4.1).
 */
export function shownName(header: unknown, extension: string): string {
  const name = decoded(typeof header === 'string' ? header : '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim();
  if (/^\.*$/.test(name) || endings(extension).some((ending) => name.toLowerCase() === `.${ending}`))
    return `file.${extension}`;
  const fits = endings(extension).some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return fits && name.length <= longest ? name : `${name.slice(0, longest - extension.length - 1)}.${extension}`;
}

const endings = (extension: string): readonly string[] => (extension === 'jpg' ? ['jpg', 'jpeg'] : [extension]);

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    // Not encoded as our own page does it: taken as it stands.
    return given;
  }
}
