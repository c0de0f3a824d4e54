import type { Country } from '../accounts/countries.ts';

/**
 * What may be changed in a profile, by its fields [000 §3 profiles, §5 Profile form]. An account is held in somebody's
 * name: payouts are compared with it, and an identity check is a check of exactly this name and date of birth. So a
 * name can be corrected but not removed, and from the moment a tier 1 check is with us, and as long as an approval of
 * any tier stands, all of it stands still.
 */
export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly avatarUrl: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  /** Where the customer says they live; compared with where they sign in from. */
  readonly declaredCountry: Country;
};
export type ProfileField = keyof Profile;
export const profileFields = [
  'firstName',
  'lastName',
  'displayName',
  'phoneNumber',
  'avatarUrl',
  'dateOfBirth',
  'declaredCountry',
] as const satisfies readonly ProfileField[];

/** What an identity check rests on: legal name and date of birth, and in which country its papers were judged. */
export const identityFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'declaredCountry',
] as const satisfies readonly ProfileField[];

export type IdentityCheck = 'not_submitted' | 'pending' | 'approved' | 'rejected';

/** Why what a check rests on stands still under the check that rests on them, or null when they may be changed. */
export const lockOf = (check: IdentityCheck): 'pending' | 'approved' | null =>
  check === 'pending' || check === 'approved' ? check : null;

const joined = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim();

/**
 * The profile after a change; what the change leaves out stays. An empty display name is first and last name, and a
 * display name that was just these two follows them.
 */
export function changedProfile(before: Profile, change: Partial<Profile>): Profile {
  const after = { ...before, ...change };
  const follows = after.displayName === '' || after.displayName === joined(before);
  return follows ? { ...after, displayName: joined(after) } : after;
}

export const changedFields = (before: Profile, after: Profile): readonly ProfileField[] =>
  profileFields.filter((field) => before[field] !== after[field]);

/** The first field that an identity check keeps as it is, among those that were changed. */
export const lockedField = (
  changed: readonly ProfileField[],
  check: IdentityCheck,
): (typeof identityFields)[number] | null =>
  lockOf(check) ? (identityFields.find((field) => changed.includes(field)) ?? null) : null;
