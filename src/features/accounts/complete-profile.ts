import { sql } from 'kysely';
import type { z } from 'zod';
import { currentUserId, type Db, onlyRow } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditOwnAction } from './notify-owner.ts';
import { budgets } from './quotas.ts';
import { SaveProfile } from './schema.ts';

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

export function fillProfile(before: StartedProfile, given: SavedProfile): StartedProfile {
  const entries = Object.entries(before) as [keyof StartedProfile, string | boolean][];
  return Object.fromEntries(entries.map(([field, value]) => [field, given[field] ?? value])) as StartedProfile;
}

/** Empty until the profile is complete. The database accepts no order, payment or identity check before. */
export function getAccountName(profile: { readonly [Field in keyof StartedProfile]: unknown }): string {
  const isComplete = Object.values(profile).every((value) => value !== '');
  return isComplete ? `${profile.firstName} ${profile.lastName}` : '';
}

const loadStarted = (tx: Db, lock = false) =>
  onlyRow<StartedProfile & { displayName: string }>(tx)`
    select first_name "firstName", last_name "lastName", phone_number "phoneNumber",
           country_of_residence "countryOfResidence", nationality, occupation, is_pep "isPep", display_name "displayName"
      from profiles where id = ${currentUserId} ${lock ? sql`for update` : sql``}`;

const storeProfile = (tx: Db, { firstName, lastName, ...p }: StartedProfile, about: { name: string; now: Date }) =>
  sql`update profiles set first_name = ${firstName}, last_name = ${lastName}, display_name = ${about.name},
        phone_number = ${p.phoneNumber}, country_of_residence = ${p.countryOfResidence},
        declared_country = ${p.countryOfResidence}, nationality = ${p.nationality}, occupation = ${p.occupation},
        is_pep = ${p.isPep}, updated_at = ${about.now} where id = ${currentUserId}`.execute(tx);

/** The profile as far as it is given, for the steps after sign-up. */
export const startedProfile = authed.handler(async function startedProfile({ context: { tx } }) {
  const { displayName, ...profile } = await loadStarted(tx);
  return { profile, isComplete: displayName !== '' };
});

/** Saves a step of the profile after sign-up [000 §3 Sign-up payload]. The complete profile is screened. */
export const saveProfile = authed
  .errors(refusalCodes('accounts.profile_complete'))
  .input(SaveProfile)
  .handler(async function saveProfile({ context: { services, tx, person, request }, input }) {
    const now = services.clock();
    const { displayName, ...before } = await loadStarted(tx, true);
    if (displayName !== '') refuse('accounts.profile_complete', {});
    await consumeQuota(tx, budgets.changed, { id: person.id, now });
    const profile = fillProfile(before, input);
    const name = getAccountName(profile);
    await storeProfile(tx, profile, { name, now });
    if (name !== '')
      for (const job of ['screening.names', 'identity.links'])
        await services.jobs.enqueue(tx, job, { userId: person.id });
    const after = { fields: Object.keys(input), isComplete: name !== '' };
    await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.profile_saved', after });
    return { isComplete: name !== '' };
  });
