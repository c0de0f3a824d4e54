import { parseUserUrl } from '../../../kernel/parse-url.ts';
import { stripInvisible } from '../../../kernel/strip-invisible.ts';
import { isOnSharedHost } from '../indicators/shared-hosts.ts';
import { getSite, hasPagePart, hostOf, normalizeHost, type OfficialContact, resemblesBrand } from './brand-match.ts';

/** `alike` imitates us. `account` is a bank account or wallet. `secret` is a seed phrase. */
export type ContactResult =
  | { readonly is: 'ours'; readonly name: string; readonly kind: OfficialContact['kind'] }
  | { readonly is: 'foreign' | 'alike' | 'account' | 'secret' | 'unclear' };

const foreign: ContactResult = { is: 'foreign' };
const alike: ContactResult = { is: 'alike' };

const cleanPasted = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^[<("']+|[>)"',;.]+$/g, '')
    .trim();

const toOwnContact = ({ name, kind }: OfficialContact): ContactResult => ({ is: 'ours', name, kind });

/** Lower-cases the path, because shared sites ignore case in page names. */
const getPageKey = (link: URL): string => `${getSite(link)}${link.pathname.toLowerCase().replace(/\/+$/, '')}`;

function checkPage(text: string, known: readonly OfficialContact[]): ContactResult | null {
  const link = parseUserUrl(text);
  if (link === null || link.username !== '' || link.protocol !== 'https:') return null;
  const pagesOnSite = known.flatMap((contact) => {
    const own = contact.kind === 'page' ? parseUserUrl(contact.value) : null;
    return own !== null && getSite(own) === getSite(link) ? [{ contact, own }] : [];
  });
  if (pagesOnSite.length === 0) return null;
  // Compares query and hash only when our page's URL has them.
  const isSamePage = ({ own }: (typeof pagesOnSite)[number]) =>
    getPageKey(own) === getPageKey(link) &&
    (own.search === '' || own.search === link.search) &&
    (own.hash === '' || own.hash === link.hash) &&
    (hasPagePart(own) || !isOnSharedHost(normalizeHost(own)));
  const page = pagesOnSite.find(isSamePage);
  if (page) return toOwnContact(page.contact);
  return resemblesBrand(link.pathname.replaceAll('/', '.'), known) ? alike : foreign;
}

function checkSite(text: string, known: readonly OfficialContact[]): ContactResult {
  const host = hostOf(text);
  const sites = known.filter(({ kind }) => kind === 'site');
  const hosts = sites.map(({ value }) => hostOf(value) ?? '');
  const own = sites[hosts.indexOf(host ?? '')];
  // `https://ours.com@evil.com` leads to `evil.com`.
  const isDisguised = /^[a-z]+:\/\/[^/]*@/i.test(text);
  // Checks whole sites first, because one of our pages may be on our own site.
  if (own && !isDisguised && /^(https?:\/\/|[^:]+(:\d+)?($|\/))/i.test(text)) return toOwnContact(own);
  const page = checkPage(text, known);
  if (page) return page;
  return isDisguised || resemblesBrand((host ?? '').replace(/:\d+$/, ''), known) ? alike : foreign;
}

function checkEmail(text: string, known: readonly OfficialContact[]): ContactResult {
  const address = text.replace(/^mailto:/i, '').toLowerCase();
  const own = known.find(({ kind, value }) => kind === 'email' && value.toLowerCase() === address);
  if (own) return toOwnContact(own);
  return resemblesBrand(address, known) ? alike : foreign;
}

/** Adds the country code 1 to a ten-digit number. */
const extractDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return digits.length === 10 ? `1${digits}` : digits;
};

function checkNumber(text: string, known: readonly OfficialContact[]): ContactResult {
  const digits = extractDigits(text);
  const own = known.find(({ kind, value }) => kind === 'phone' && extractDigits(value) === digits);
  if (own) return toOwnContact(own);
  if (digits.length < 7) return { is: 'unclear' };
  const isPhone = /^(\+|tel:)/i.test(text.trim()) || /^1(876|658)\d{7}$/.test(digits) || /[()]/.test(text);
  return isPhone ? foreign : { is: 'account' };
}

function checkAddress(text: string, known: readonly OfficialContact[]): ContactResult {
  const tokens = known.filter(({ kind }) => kind === 'token');
  const own = tokens.find(({ value }) => value === text);
  if (own) return toOwnContact(own);
  // Scammers copy the first and last characters, which people compare.
  const isImitated = tokens.some(
    ({ value }) => value.slice(0, 4) === text.slice(0, 4) || value.slice(-6) === text.slice(-6),
  );
  return isImitated ? alike : { is: 'account' };
}

const wallet = /^(0x[0-9a-f]{40}|bc1[0-9a-z]{8,87}|[a-z]{2,4}1[02-9ac-hj-np-z]{38,87}|[1-9A-HJ-NP-Za-km-z]{25,64})$/i;
const seedPhrasePattern = /^[a-z]{3,8}( [a-z]{3,8}){11,23}$/;

const phoneLink = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,15})/i;

/** Compares pasted text with our contacts. Runs in the browser: the text never leaves the device. */
export function checkContact(pasted: string, known: readonly OfficialContact[]): ContactResult {
  const text = cleanPasted(pasted);
  if (seedPhrasePattern.test(text.toLowerCase().replace(/\s+/g, ' '))) return { is: 'secret' };
  const whatsapp = phoneLink.exec(text)?.[1];
  if (whatsapp !== undefined) return checkNumber(`+${whatsapp}`, known);
  if (/^(mailto:)?[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/i.test(text)) return checkEmail(text, known);
  if (/^(tel:)?[+\d][\d\s().-]+$/i.test(text)) return checkNumber(text, known);
  if (wallet.test(text)) return checkAddress(text, known);
  if (!/\s/.test(text) && (/^[a-z]+:\/\//i.test(text) || /^[^.@]+(\.[^.]+)+/.test(text) || isOwnHost(text, known)))
    return checkSite(text, known);
  return { is: 'unclear' };
}

const isOwnHost = (text: string, known: readonly OfficialContact[]): boolean =>
  known.some(({ kind, value }) => kind === 'site' && value === text);

export type Found = { readonly text: string; readonly verdict: ContactResult };

/** Requires a scheme, `www.` or a lower-case ending, so that `Monday.Please` is not a link. */
const linkPattern =
  /(?:[hH][tT][tT][pP][sS]?:\/\/|[wW]{3}\.)[^\s<>"'“”]+|(?<![\w@.-])(?:[\p{L}\d-]{1,63}\.)+\p{Ll}{2,63}(?:[/?#][^\s<>"'“”]*)?(?![\w@])/gu;
const emailPattern = /[^\s@<>()[\]"'“”:,;]{1,64}@[^\s@<>()[\]"'“”,;]{1,255}\.\p{L}{2,63}/gu;
const walletPattern =
  /(?<![\w@])(?:0x[0-9a-f]{40}|bc1[0-9a-z]{8,87}|[a-z]{2,4}1[02-9ac-hj-np-z]{38,87}|[1-9A-HJ-NP-Za-km-z]{25,64})(?![\w])/gi;
/** Matches phone and account numbers, but no amounts of money and no ISO dates. */
const numberPattern = /(?<![\w$.,])(?!\d{4}-\d{2}-\d{2})(?:\+|\()?\d[\d ().\-\u2010-\u2013]{5,24}\d(?!\w|,\d)/g;
const handlePattern = /(?<![\w@./])@[\p{L}\d_.]{2,64}/gu;
const closingPattern = /[.:!?…*_),;]+$/u;
const maxMessageLength = 20_000;

function checkPart(text: string, known: readonly OfficialContact[]): ContactResult {
  if (!text.startsWith('@')) return checkContact(text, known);
  return { is: resemblesBrand(text.slice(1), known) ? 'alike' : 'foreign' };
}

/** Finds all contacts and payment targets in a message, in their order. Runs in the browser. */
export function checkMessage(pasted: string, known: readonly OfficialContact[]): Found[] {
  const single = checkContact(pasted, known);
  if (single.is !== 'unclear') return [{ text: pasted.trim(), verdict: single }];
  const secret = pasted.split('\n').find((line) => checkContact(line, known).is === 'secret');
  if (secret !== undefined) return [{ text: '', verdict: { is: 'secret' } }];
  let rest = stripInvisible(pasted.slice(0, maxMessageLength));
  const matches: { at: number; text: string }[] = [];
  for (const shape of [linkPattern, emailPattern, walletPattern, handlePattern, numberPattern])
    rest = rest.replace(shape, (found, ...rest) => {
      const at = rest.findLast((a) => typeof a === 'number') as number;
      matches.push({ at, text: found.trim().replace(closingPattern, '') });
      return ' '.repeat(found.length);
    });
  const found = matches.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
  const results = [...new Set(found)].map((text) => ({ text, verdict: checkPart(text, known) }));
  return results.filter(({ verdict }) => verdict.is !== 'unclear');
}
