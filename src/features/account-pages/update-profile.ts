import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit } from '../../platform/audit.ts';
import { type Budget, spend } from '../../platform/budgets.ts';
import { signedIn } from '../../platform/procedure.ts';
import { isOfAge } from '../accounts/age.ts';
import { budgets } from '../accounts/budgets.ts';
import { mayRefuse, refuse } from './messages.ts';
import { phoneNumber } from './phone.ts';
import { changedFields, changedProfile, lockedField, lockOf, type Profile } from './profile-change.ts';
import { UpdateProfile } from './schema.ts';
import { everHeldRole, ownProfile, saveProfile } from './store.ts';

/** One's own profile, and why name, date of birth and country stand still, if they do. */
export const profile = signedIn.handler(async ({ context: { tx, person } }) => {
  const { check, ...own } = await ownProfile(tx);
  return { ...own, email: person.email, locked: lockOf(check) };
});

/** A number that was changed, as we keep it; the one that stands there already is never judged anew. */
function phoneToKeep(typed: string | undefined, before: Profile): string {
  if (typed === undefined || typed === before.phoneNumber || typed === '') return typed ?? before.phoneNumber;
  return phoneNumber(typed) ?? refuse('account_pages.phone_invalid', {});
}

type Change = Partial<{ [field in keyof Profile]: Profile[field] | undefined }>;

/** The change without what was left out: an absent field is no change. */
const given = (change: Change): Partial<Profile> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** What a customer is compared with lists by: whoever takes another name or country is looked at anew. */
const screened: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'displayName',
  'dateOfBirth',
  'declaredCountry',
]);

/** What colleagues know whoever holds or held a role by, on what waits for a second person and in every history. */
const names: ReadonlySet<string> = new Set(['firstName', 'lastName', 'displayName']);

/** Changes of what a customer is compared by: each may be an alert that a person has to look at. */
const renaming: Budget = {
  work: 'names',
  tries: 5,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('account_pages.too_many_names', {}),
};

/**
 * Changes one's own profile [000 §5 Profile form, §7 Tables]; what is left out stays. Refuses a number that cannot
 * exist, an age under 18, a new name of whoever holds or ever held a role, a new name, date of birth or country once an
 * identity check rests on them, and more than five of these a day. The audit line names the fields alone: what stood in
 * them could never be erased from it (decision A12).
 */
export const updateProfile = signedIn
  .errors(
    mayRefuse(
      'account_pages.identity_locked',
      'account_pages.staff_name',
      'account_pages.too_many_names',
      'account_pages.phone_invalid',
      'accounts.too_young',
    ),
  )
  .input(UpdateProfile)
  .handler(async ({ context: { services, tx, person, request }, input }) => {
    const now = services.clock();
    const { check, ...before } = await ownProfile(tx, true);
    const phone = phoneToKeep(input.phoneNumber, before);
    const after = changedProfile(before, { ...given(input), phoneNumber: phone });
    const changed = changedFields(before, after);
    if (changed.length === 0) return { changed };
    if (changed.some((field) => names.has(field)) && (await everHeldRole(tx))) refuse('account_pages.staff_name', {});
    if (lockedField(changed, check)) refuse('account_pages.identity_locked', {});
    if (changed.includes('dateOfBirth') && !isOfAge(after.dateOfBirth, jamaicaDay(now)))
      refuse('accounts.too_young', {});
    await spend(tx, budgets.changed, { id: person.id, now });
    const renamed = changed.some((field) => screened.has(field));
    if (renamed) await spend(tx, renaming, { id: person.id, now });
    await saveProfile(tx, after, now);
    if (renamed)
      for (const look of ['screening.names', 'identity.links'])
        await services.jobs.enqueue(tx, look, { userId: person.id });
    await audit(tx, {
      actorId: person.id,
      actorRole: 'customer',
      action: 'account_pages.profile_changed',
      subjectType: 'profile',
      subjectId: person.id,
      after: { fields: changed },
      requestId: request.id,
    });
    return { changed };
  });
