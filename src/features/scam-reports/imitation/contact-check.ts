import { typedLink } from '../../../kernel/typed-link.ts';
import { isOnSharedHost } from '../indicators/shared-hosts.ts';
import { hostOf, type Known, leansOn, namedHost, namesPage, siteOf } from './alike.ts';

/**
 * What somebody pasted is. `alike`: made to look like ours. `account`: a bank account or wallet, of which ours stand
 * in orders alone. `secret`: words that open a wallet, which nobody should be given.
 */
export type ContactResult =
  | { readonly is: 'ours'; readonly name: string; readonly kind: Known['kind'] }
  | { readonly is: 'foreign' | 'alike' | 'account' | 'secret' | 'unclear' };

const foreign: ContactResult = { is: 'foreign' };
const alike: ContactResult = { is: 'alike' };

/** Signs that nobody sees, and brackets or stops that came along with the copy. */
const bare = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^[<("']+|[>)"',;.]+$/g, '')
    .trim();

const ours = ({ name, kind }: Known): ContactResult => ({ is: 'ours', name, kind });

/** None of the sites where everybody has a page tells capitals apart in its name. */
const pageOf = (link: URL): string => `${siteOf(link)}${link.pathname.toLowerCase().replace(/\/+$/, '')}`;

/** Of a link on a site where we have a page: it is ours, calls itself like us, or is anybody's. Null elsewhere. */
function judgePage(text: string, known: readonly Known[]): ContactResult | null {
  const link = typedLink(text);
  if (link === null || link.username !== '' || link.protocol !== 'https:') return null;
  const there = known.flatMap((one) => {
    const own = one.kind === 'page' ? typedLink(one.value) : null;
    return own !== null && siteOf(own) === siteOf(link) ? [{ one, own }] : [];
  });
  if (there.length === 0) return null;
  // What follows a question mark or a `#` counts where ours has such a part.
  const same = ({ own }: (typeof there)[number]) =>
    pageOf(own) === pageOf(link) &&
    (own.search === '' || own.search === link.search) &&
    (own.hash === '' || own.hash === link.hash) &&
    (namesPage(own) || !isOnSharedHost(namedHost(own)));
  const page = there.find(same);
  if (page) return ours(page.one);
  return leansOn(link.pathname.replaceAll('/', '.'), known) ? alike : foreign;
}

function judgeSite(text: string, known: readonly Known[]): ContactResult {
  const host = hostOf(text);
  const sites = known.filter(({ kind }) => kind === 'site');
  const hosts = sites.map(({ value }) => hostOf(value) ?? '');
  const own = sites[hosts.indexOf(host ?? '')];
  // A name before an @ is no address: it stands there to be taken for one.
  const disguised = /^[a-z]+:\/\/[^/]*@/i.test(text);
  // What is wholly ours comes first: a page of ours may stand there too.
  if (own && !disguised && /^(https?:\/\/|[^:]+(:\d+)?($|\/))/i.test(text)) return ours(own);
  const page = judgePage(text, known);
  if (page) return page;
  return disguised || leansOn((host ?? '').replace(/:\d+$/, ''), known) ? alike : foreign;
}

function judgeEmail(text: string, known: readonly Known[]): ContactResult {
  const address = text.replace(/^mailto:/i, '').toLowerCase();
  const own = known.find(({ kind, value }) => kind === 'email' && value.toLowerCase() === address);
  if (own) return ours(own);
  return leansOn(address, known) ? alike : foreign;
}

/** A number in full, with the country's 1 before the area code. */
const digitsOf = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return digits.length === 10 ? `1${digits}` : digits;
};

function judgeNumber(text: string, known: readonly Known[]): ContactResult {
  const digits = digitsOf(text);
  const own = known.find(({ kind, value }) => kind === 'phone' && digitsOf(value) === digits);
  if (own) return ours(own);
  if (digits.length < 7) return { is: 'unclear' };
  const isPhone = /^(\+|tel:)/i.test(text.trim()) || /^1(876|658)\d{7}$/.test(digits) || /[()]/.test(text);
  return isPhone ? foreign : { is: 'account' };
}

function judgeAddress(text: string, known: readonly Known[]): ContactResult {
  const tokens = known.filter(({ kind }) => kind === 'token');
  const own = tokens.find(({ value }) => value === text);
  if (own) return ours(own);
  // Addresses are made whose ends look like another's: people compare only those.
  const imitated = tokens.some(
    ({ value }) => value.slice(0, 4) === text.slice(0, 4) || value.slice(-6) === text.slice(-6),
  );
  return imitated ? alike : { is: 'account' };
}

const wallet = /^(0x[0-9a-f]{40}|bc1[0-9a-z]{8,87}|[1-9A-HJ-NP-Za-km-z]{25,64})$/i;
const seedWords = /^[a-z]{3,8}( [a-z]{3,8}){11,23}$/;

/** Compares what somebody was sent with what is ours. Nothing leaves the device. */
export function checkContact(pasted: string, known: readonly Known[]): ContactResult {
  const text = bare(pasted);
  if (seedWords.test(text.toLowerCase().replace(/\s+/g, ' '))) return { is: 'secret' };
  if (/^(mailto:)?[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/i.test(text)) return judgeEmail(text, known);
  if (/^(tel:)?[+\d][\d\s().-]+$/i.test(text)) return judgeNumber(text, known);
  if (wallet.test(text)) return judgeAddress(text, known);
  if (!/\s/.test(text) && (/^[a-z]+:\/\//i.test(text) || /^[^.@]+(\.[^.]+)+/.test(text) || isOwnHost(text, known)))
    return judgeSite(text, known);
  return { is: 'unclear' };
}

const isOwnHost = (text: string, known: readonly Known[]): boolean =>
  known.some(({ kind, value }) => kind === 'site' && value === text);
