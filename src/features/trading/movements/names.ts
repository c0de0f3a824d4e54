/**
 * A payout goes only to a bank account in the customer's own name [001 §5]. The document compares the texts without
 * regard to case; honest people also lose days over 'Surname Name', an accent or a second blank, so those count as
 * equal. A missing or an added name does not.
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

/** The words of a name without accents, apostrophes, dots and order: `Grant, Marlon-André` is `andre grant marlon`. */
function nameKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’ʼ`]/gu, '')
    .toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.length > 0 ? words.sort().join(' ') : plain.trim();
}

/** Whether an account holder is the customer. A profile without a name lets every holder pass [001 §5]. */
export function holderMatches(holder: string, profile: ProfileName): boolean {
  const name = fullName(profile);
  return name === '' || nameKey(holder) === nameKey(name);
}
