import { parseUserUrl } from '../../kernel/parse-url.ts';

/** Splits community links into trimmed, non-empty lines [001 §5 Launch form]. */
export const parseLinks = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const maxLinks = 10;
export const maxLinkLength = 300;

/** True for an https URL with a host name and no credentials. */
export function isHttpsLink(line: string): boolean {
  if (line.length > maxLinkLength || /[\s\p{C}<>"\\]/u.test(line) || !/^https:\/\//i.test(line)) return false;
  const link = parseUserUrl(line);
  if (link === null) return false;
  const { hostname, username, password } = link;
  const hasHostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname);
  return hasHostName && username === '' && password === '';
}

/** Returns the error of the links; null if valid. */
export function findLinkError(text: string): string | null {
  const lines = parseLinks(text);
  if (lines.length > maxLinks) return `Use at most ${maxLinks} links`;
  const invalidIndex = lines.findIndex((line) => !isHttpsLink(line));
  return invalidIndex < 0 ? null : `Link ${invalidIndex + 1} must be a full address that starts with https://`;
}
