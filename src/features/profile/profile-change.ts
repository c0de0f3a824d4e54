import type { Country } from '../accounts/countries.ts';

/** Formats `+18765550100` as `+1 876 555 0100`. Numbers of other countries stay as stored. */
export const formatPhoneNumber = (stored: string): string =>
  stored.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');

/** Editable profile fields [000 §3 profiles, §5 Profile form]. */
export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly avatarUrl: string;
  readonly dateOfBirth: string;
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

/** Fields that a pending or approved identity check locks. */
export const identityFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'declaredCountry',
] as const satisfies readonly ProfileField[];

export type IdentityCheck = 'not_submitted' | 'pending' | 'approved' | 'rejected';

export const getLock = (check: IdentityCheck): 'pending' | 'approved' | null =>
  check === 'pending' || check === 'approved' ? check : null;

const joinNames = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/** Applies a change. A display name that is empty or equals the old full name follows the new name. */
export function applyChange(before: Profile, change: Partial<Profile>): Profile {
  const after = { ...before, ...change };
  const followsName = after.displayName === '' || after.displayName === joinNames(before);
  return followsName ? { ...after, displayName: joinNames(after) } : after;
}

export const getChangedFields = (before: Profile, after: Profile): readonly ProfileField[] =>
  profileFields.filter((field) => before[field] !== after[field]);

export const findLockedField = (
  changed: readonly ProfileField[],
  check: IdentityCheck,
): (typeof identityFields)[number] | null =>
  getLock(check) ? (identityFields.find((field) => changed.includes(field)) ?? null) : null;
