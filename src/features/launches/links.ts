import { typedLink } from '../../kernel/typed-link.ts';

/** Community links as they are typed: one per line, trimmed, empty lines dropped [001 §5 Launch form]. */
export const linksIn = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const mostLinks = 10;
export const longestLink = 300;

/** Whether a line is an address that a person may follow: over https, to a name, without a name and password in it. */
export function isHttpsLink(line: string): boolean {
  if (line.length > longestLink || /[\s\p{C}<>"\\]/u.test(line) || !/^https:\/\//i.test(line)) return false;
  const link = typedLink(line);
  if (link === null) return false;
  const { hostname, username, password } = link;
  const named = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname);
  return named && username === '' && password === '';
}

/** What is wrong with the links as typed; null when nothing is. */
export function linksFault(text: string): string | null {
  const lines = linksIn(text);
  if (lines.length > mostLinks) return `Give at most ${mostLinks} links`;
  const wrong = lines.findIndex((line) => !isHttpsLink(line));
  return wrong < 0 ? null : `Link ${wrong + 1} must be a whole address that begins with https://`;
}
