const maxLength = 120;

/** Parses the display name of a file, never used in a path. Adds the detected extension (ASVS 5.2.2, 5.4.1). */
export function parseDisplayName(header: unknown, extension: string): string {
  const name = decoded(typeof header === 'string' ? header : '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim();
  if (/^\.*$/.test(name) || endings(extension).some((ending) => name.toLowerCase() === `.${ending}`))
    return `file.${extension}`;
  const fits = endings(extension).some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return fits && name.length <= maxLength ? name : `${name.slice(0, maxLength - extension.length - 1)}.${extension}`;
}

const endings = (extension: string): readonly string[] => (extension === 'jpg' ? ['jpg', 'jpeg'] : [extension]);

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
