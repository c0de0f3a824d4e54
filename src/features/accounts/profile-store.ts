import { sql } from 'kysely';
import type { z } from 'zod';
import { currentUserId, type Db, requireRow } from '../../platform/database/database.ts';
import type { SaveProfile } from './schema.ts';

export type SavedProfile = z.output<typeof SaveProfile>;
type StartedProfile = { [Field in keyof SavedProfile]-?: Field extends 'isPep' ? boolean : string };

export const emptyProfile: StartedProfile = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  countryOfResidence: '',
  nationality: '',
  occupation: '',
  isPep: false,
};

export function fillProfile(profile: StartedProfile, saved: SavedProfile): StartedProfile {
  const entries = Object.entries(profile) as [keyof StartedProfile, string | boolean][];
  return Object.fromEntries(entries.map(([field, value]) => [field, saved[field] ?? value])) as StartedProfile;
}

/** Empty until the profile is complete. The database accepts no order, payment or identity check before. */
export function getAccountName(profile: { readonly [Field in keyof StartedProfile]: unknown }): string {
  const isComplete = Object.values(profile).every((value) => value !== '');
  return isComplete ? `${profile.firstName} ${profile.lastName}` : '';
}

export const loadStarted = (tx: Db, lock = false) =>
  requireRow<StartedProfile & { displayName: string }>(tx)`
    select first_name "firstName", last_name "lastName", phone_number "phoneNumber",
           country_of_residence "countryOfResidence", nationality, occupation, is_pep "isPep", display_name "displayName"
      from profiles where id = ${currentUserId} ${lock ? sql`for update` : sql``}`;

export const storeProfile = (
  tx: Db,
  { firstName, lastName, ...p }: StartedProfile,
  about: { name: string; now: Date },
) =>
  sql`update profiles set first_name = ${firstName}, last_name = ${lastName}, display_name = ${about.name},
        phone_number = ${p.phoneNumber}, country_of_residence = ${p.countryOfResidence},
        declared_country = ${p.countryOfResidence}, nationality = ${p.nationality}, occupation = ${p.occupation},
        is_pep = ${p.isPep}, updated_at = ${about.now} where id = ${currentUserId}`.execute(tx);
