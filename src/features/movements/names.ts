/**
 * A payout goes only to a bank account whose holder name equals the profile's full name [001 §5 Sell form]. The
 * document compares the texts without regard to case; honest people also lose days over 'Surname Name', an accent or a
 * second blank, so those count as equal. A missing or an added name does not.
 */
export type ProfileName = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string | null;
};

const filled = (part: string | null): part is string => part !== null && part.trim() !== '';

/**
 * The name a profile goes by: first plus last, or the display name where both are missing; empty when there is none.
 * A display name never stands beside a real one, or it could point a payout at somebody else's account.
 */
export function fullName({ firstName, lastName, displayName }: ProfileName): string {
  const real = [firstName, lastName].filter(filled).map((part) => part.trim());
  return real.length > 0 ? real.join(' ') : (displayName ?? '').trim();
}

const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'rev']);

const plainly = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’ʼ`]/gu, '')
    .toLowerCase();
const wordsOf = (text: string): string[] =>
  plainly(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * The words of a name without titles, accents, apostrophes, dots and order: `Dr. Grant, Marlon-André` is
 * `andre grant marlon`. Who has two words at least and begins with a title bears one.
 */
function nameKey(name: string): string {
  const words = wordsOf(name);
  const bare = words.length > 2 && titles.has(words[0] ?? '') ? words.slice(1) : words;
  return bare.length > 0 ? bare.sort().join(' ') : plainly(name).trim();
}

/** Whether an account holder is the customer. A profile without a name lets every holder pass [001 §5 Sell form]. */
export function holderMatches(holder: string, profile: ProfileName): boolean {
  const name = fullName(profile);
  return name === '' || nameKey(holder) === nameKey(name);
}

/** Whether a text of the bank holds every word of the customer's name, beside others. One word alone is no name. */
export function nameWithin(text: string, profile: ProfileName): boolean {
  const given = new Set(wordsOf(text));
  const words = wordsOf(fullName(profile));
  return words.length > 1 && words.every((word) => given.has(word));
}
