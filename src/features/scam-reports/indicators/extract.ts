import { parsePhone } from '../../../kernel/phone-number.ts';
import { stripInvisible } from '../../../kernel/strip-invisible.ts';
import { distinct, type Indicator, maxIndicators, maxTextLength, maxValueLength } from '../types.ts';
import { getDomainOf, getHost, hasKnownSuffix, parseEmail, parseLink } from './domain.ts';
import { getHandle, handleServices, parseChatNumber, parseHandle } from './handle.ts';
import { parseWallet } from './wallet.ts';

const tokenPattern = /[^\s<>"'“”‘’()[\]{}|,;]+/gu;
const maxTokenLength = 2_048;
const closingCharacters = new Set('.:!?…*_');
/** Limits parsing, because address checksums are expensive. */
const maxCandidates = 60;
/** Matches digits with separators on one line. Skips digits within a word, such as a transaction id. */
const numberPattern = /(?:\+|\(|(?<![\p{L}\p{N}])\d)[\d ().\-\u2010-\u2013]{5,24}\d(?![\p{L}\p{N}])/gu;
const servicePattern = 'telegram|instagram|facebook|twitter|tiktok|youtube|snapchat|linkedin|discord|insta|ig|snap|x';
const serviceHandlePattern = new RegExp(`\\b(${servicePattern})\\b[^\\n@]{0,20}@([\\p{L}\\p{N}_.]{2,64})`, 'giu');
const services: Readonly<Record<string, (typeof handleServices)[number]>> = {
  ...Object.fromEntries(handleServices.map((service) => [service, service])),
  twitter: 'x',
  insta: 'instagram',
  ig: 'instagram',
  snap: 'snapchat',
};

const toIndicators = (kind: Indicator['kind'], value: string | null, scope = ''): Indicator[] =>
  value === null || value.length > maxValueLength ? [] : [{ kind, scope, value }];

/** Uses a loop, because a regular expression is quadratic in the number of closing characters. */
function trimClosing(text: string): string {
  let end = text.length;
  while (end > 0 && closingCharacters.has(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

const isCandidate = (text: string): boolean =>
  text.length >= 4 && text.length <= maxTokenLength && (/[.@/]/.test(text) || /^[0-9A-Za-z]{25}/.test(text));

function parseToken(text: string): Indicator[] {
  const email = /@/.test(text) && !text.includes('://') ? parseEmail(text) : null;
  if (email !== null) return toIndicators('email', email);
  const wallet = /^[0-9A-Za-z]{25,}/.test(text) || text.includes('/') ? parseWallet(text) : null;
  if (wallet) return [wallet];
  return parseLinkIndicators(text);
}

function parseLinkIndicators(text: string): Indicator[] {
  const number = parseChatNumber(text);
  if (number !== null) return toIndicators('phone', parsePhone(number));
  const link = /\./.test(text) ? parseLink(text) : null;
  if (link === null) return [];
  const page = getHandle(link);
  if (page) return [page];
  const host = getHost(link);
  if (!/^https?:\/\//i.test(text) && !hasKnownSuffix(host)) return [];
  return toIndicators('domain', getDomainOf(host));
}

/** Finds phone numbers. The caller first removes websites, wallets and emails, which contain digits too. */
const findPhones = (text: string): Indicator[] =>
  [...text.matchAll(numberPattern)]
    .slice(0, maxCandidates)
    .flatMap(([found]) => toIndicators('phone', parsePhone(found)));

const findHandles = (text: string): Indicator[] =>
  [...text.matchAll(serviceHandlePattern)].flatMap(([, word = '', name = '']) => {
    const service = services[word.toLowerCase()] ?? 'x';
    return toIndicators('handle', parseHandle(name.replace(/\.+$/, ''), service), service);
  });

/** Finds all indicators except names in the first `maxTextLength` characters. */
export function findIndicators(input: string): Indicator[] {
  const text = stripInvisible(input.slice(0, maxTextLength));
  const tokens = [...text.matchAll(tokenPattern)]
    .map(({ 0: found, index }) => ({ index, token: trimClosing(found) }))
    .filter(({ token }) => isCandidate(token))
    .slice(0, maxCandidates)
    .map(({ index, token }) => ({ index, token, found: parseToken(token) }))
    .filter(({ found }) => found.length > 0);
  // Removes tokens from the end, so that earlier indexes stay valid.
  const rest = tokens.reduceRight(
    (left, { index, token }) => `${left.slice(0, index)}\n${left.slice(index + token.length)}`,
    text,
  );
  const found = [...tokens.flatMap((token) => token.found), ...findPhones(rest), ...findHandles(text)];
  return distinct(found).slice(0, maxIndicators);
}
