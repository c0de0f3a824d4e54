import { domainOf, endsAsSites, hostOf, linkIn } from './domain.ts';
import { readEmail } from './email.ts';
import { handleOf, handleServices, numberIn, readHandle } from './handle.ts';
import { distinct, type Indicator, longestText, longestValue, mostIndicators } from './indicator.ts';
import { readPhone } from './phone.ts';
import { readWallet } from './wallet.ts';

/** Pieces between white space, quotes and brackets; what closes a sentence behind one is no part of it. */
const piece = /[^\s<>"'“”‘’()[\]{}|,;]+/gu;
const longestPiece = 2_048;
/** What closes a sentence. */
const closing = new Set('.:!?…*_');
/**
 * So many pieces are looked into that could be something, and as many numbers: reading each takes work, checksums above
 * all, and whoever writes more of them wants us to work.
 */
const mostLookedInto = 60;
/**
 * Signs of a number with what people write between them; one line, and no longer than a number is. Digits within a word
 * are none: a transaction's id is full of what would be a number somewhere.
 */
const numberLike = /(?:\+|\(|(?<![\p{L}\p{N}])\d)[\d ().\-\u2010-\u2013]{5,24}\d(?![\p{L}\p{N}])/gu;
const placeWord = 'telegram|instagram|facebook|twitter|tiktok|youtube|snapchat|linkedin|discord|insta|ig|snap|x';
const serviceWords = new RegExp(`\\b(${placeWord})\\b[^\\n@]{0,20}@([\\p{L}\\p{N}_.]{2,64})`, 'giu');
const services: Readonly<Record<string, (typeof handleServices)[number]>> = {
  ...Object.fromEntries(handleServices.map((service) => [service, service])),
  twitter: 'x',
  insta: 'instagram',
  ig: 'instagram',
  snap: 'snapchat',
};

const one = (kind: Indicator['kind'], value: string | null, scope = ''): Indicator[] =>
  value === null || value.length > longestValue ? [] : [{ kind, scope, value }];

/** Looked for from the end: a pattern would begin anew at each sign of a long row of them. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && closing.has(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

const couldBe = (text: string): boolean =>
  text.length >= 4 && text.length <= longestPiece && (/[.@/]/.test(text) || /^[0-9A-Za-z]{25}/.test(text));

/** What one piece of text is: an address, a wallet, a link to a page or to a site. */
function ofPiece(text: string): Indicator[] {
  const email = /@/.test(text) && !text.includes('://') ? readEmail(text) : null;
  if (email !== null) return one('email', email);
  const wallet = /^[0-9A-Za-z]{25,}/.test(text) || text.includes('/') ? readWallet(text) : null;
  if (wallet) return [wallet];
  return ofLink(text);
}

function ofLink(text: string): Indicator[] {
  const number = numberIn(text);
  if (number !== null) return one('phone', readPhone(number));
  const link = /\./.test(text) ? linkIn(text) : null;
  if (link === null) return [];
  const page = handleOf(link);
  if (page) return [page];
  const host = hostOf(link);
  if (!/^https?:\/\//i.test(text) && !endsAsSites(host)) return [];
  return one('domain', domainOf(host));
}

/** Numbers that stand in a text by themselves: the digits of a site, a wallet or an address are no one's telephone. */
const phonesIn = (text: string): Indicator[] =>
  [...text.matchAll(numberLike)].slice(0, mostLookedInto).flatMap(([found]) => one('phone', readPhone(found)));

const handlesIn = (text: string): Indicator[] =>
  [...text.matchAll(serviceWords)].flatMap(([, word = '', name = '']) => {
    const service = services[word.toLowerCase()] ?? 'x';
    return one('handle', readHandle(name.replace(/\.+$/, ''), service), service);
  });

/**
 * Everything in a text by which a scam is known again, names apart: those stand in a field of their own. Of a longer
 * text the beginning alone is read.
 */
export function indicatorsIn(given: string): Indicator[] {
  const text = given.slice(0, longestText);
  const pieces = [...text.matchAll(piece)]
    .map(({ 0: found, index }) => ({ index, words: withoutClosing(found) }))
    .filter(({ words }) => couldBe(words))
    .slice(0, mostLookedInto)
    .map(({ index, words }) => ({ index, words, found: ofPiece(words) }))
    .filter(({ found }) => found.length > 0);
  // From the end, so that what stands before keeps its place.
  const rest = pieces.reduceRight(
    (left, { index, words }) => `${left.slice(0, index)}\n${left.slice(index + words.length)}`,
    text,
  );
  const found = [...pieces.flatMap((one) => one.found), ...phonesIn(rest), ...handlesIn(text)];
  return distinct(found).slice(0, mostIndicators);
}
