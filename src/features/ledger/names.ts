import { buildNameKeys, listSpellings } from '../../kernel/name-words.ts';

/** Name of the customer. A payout account must have it, in any letter case and word order [001 §5 Sell form]. */
export type ProfileName = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string | null;
};

const hasText = (part: string | null): part is string => part !== null && part.trim() !== '';

/** Uses the display name only if both names are empty. Customers can edit it, so it could redirect a payout. */
export function getFullName({ firstName, lastName, displayName }: ProfileName): string {
  const real = [firstName, lastName].filter(hasText).map((part) => part.trim());
  return real.length > 0 ? real.join(' ') : (displayName ?? '').trim();
}

export function isNameOf(name: string, profile: ProfileName): boolean {
  const profileName = getFullName(profile);
  const spelled = buildNameKeys(profileName);
  if (spelled.every((spelling) => spelling === '')) return name.trim().toLowerCase() === profileName.toLowerCase();
  return buildNameKeys(name).some((spelling) => spelled.includes(spelling));
}

const betweenHolders = /\s+(?:and\/or|and|or)\s+|\s*[&+/]\s*/i;

/** Accounts of businesses, estates and intermediaries do not belong to the person in their name. */
const businessPattern = new RegExp(
  `\\b(${[
    'ltd|limited|co|company|inc|incorporated|llc|llp|plc|corp|corporation|sons|daughters|bros|brothers|associates',
    'partners|enterprises?|trading|services|holdings|ventures|group|international|ministries|foundation|club',
    'estate|deceased|trust(ees)?|itf|atf|poa|union|bank|exchange|cambio|remittances?|transfers?|payments?|financ(e|ial)',
    'insurance|lottery|casino|gaming|proceeds|paypal|moneygram|remitly|worldremit|xoom|zelle|venmo|cashapp|revolut',
    'skrill|payoneer|lynk',
  ].join('|')})\\b`,
  'i',
);

/** Two to five names, in letters only. */
const personPattern = /^\p{L}[\p{L}\p{M}.'’‘´`-]*(,?\s+\p{L}[\p{L}\p{M}.'’‘´`-]*){1,4},?$/u;

/** Some of these words are family names too, so only texts with `/` or `+` are tested. */
const intermediaryPattern = /\b(cash|money|express|western|global|pay|capital|credit|shop|stores?|church|school)\b/i;

/** Intermediaries write `/` and `+` before the name of their customer. */
function hasIntermediary(text: string, holders: readonly string[]): boolean {
  if (!/[+/]/.test(text.replaceAll(/\sand\/or\s/gi, ' & '))) return false;
  return intermediaryPattern.test(text) || !holders.every((holder) => personPattern.test(holder.trim()));
}

/** Splits joint holders. In `Ann and Bob Brown`, Ann gets the family name of Bob. */
function parseHolders(text: string): string[] {
  if (businessPattern.test(text)) return [];
  const holders = text.split(betweenHolders).filter((holder) => holder.trim() !== '');
  if (hasIntermediary(text, holders)) return [];
  const words = holders.map((holder) => holder.trim().split(/\s+/));
  const fullNames = words.filter(({ length }) => length > 1);
  const shared = [fullNames.at(-1)?.at(-1), fullNames[0]?.[0]].filter((word) => word !== undefined);
  return holders.flatMap((holder, at) =>
    words[at]?.length === 1 ? shared.map((name) => `${holder} ${name}`) : [holder],
  );
}

/** True if a holder has the customer's name. A profile without a name matches every holder [001 §5 Sell form]. */
export function holderMatches(holder: string, profile: ProfileName): boolean {
  if (getFullName(profile) === '' || isNameOf(holder, profile)) return true;
  const holders = parseHolders(holder);
  return holders.length > 1 && holders.some((one) => isNameOf(one, profile));
}

/** True if the text contains all words of the name. A name of one word never matches. */
export function isNameWithin(text: string, profile: ProfileName): boolean {
  const textWords = new Set(listSpellings(text).flat());
  return listSpellings(getFullName(profile)).some(
    (words) => words.length > 1 && words.every((word) => textWords.has(word)),
  );
}

/** Returns the last digits, because banks mask the first digits and pad with zeros. */
const getVisibleDigits = (account: string): string =>
  (account.split(/[*x•]/i).at(-1) ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');

/** True if the visible digits agree. An account without visible digits matches any other. */
export function mayBeSameAccount(account: string, another: string): boolean {
  const [one, other] = [getVisibleDigits(account), getVisibleDigits(another)];
  return one.endsWith(other) || other.endsWith(one);
}
