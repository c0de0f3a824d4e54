import { jamaicaDay } from '../../kernel/calendar.ts';
import { parsePhone } from '../../kernel/phone-number.ts';
import { audit } from '../../platform/audit.ts';
import { authed } from '../../platform/http/procedure.ts';
import { consumeQuota, type Quota } from '../../platform/limits/quotas.ts';
import { isOfAge } from '../accounts/age.ts';
import { budgets } from '../accounts/quotas.ts';
import { refusalCodes, refuse } from './messages.ts';
import { applyChange, findLockedField, getChangedFields, getLock, type Profile } from './profile-change.ts';
import { UpdateProfile } from './schema.ts';
import { hasEverHeldRole, loadProfile, saveProfile } from './store.ts';

export const profile = authed.handler(async function profile({ context: { tx, person } }) {
  const { check, ...details } = await loadProfile(tx);
  return { ...details, email: person.email, locked: getLock(check) };
});

/** Converts a changed number to E.164. An unchanged number is not validated. */
function normalizePhone(input: string | undefined, before: Profile): string {
  if (input === undefined || input === before.phoneNumber || input === '') return input ?? before.phoneNumber;
  return parsePhone(input) ?? refuse('account_pages.phone_invalid', {});
}

type Change = Partial<{ [field in keyof Profile]: Profile[field] | undefined }>;

const omitUndefined = (change: Change): Partial<Profile> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Changes of these fields trigger a new screening. */
const screenedFields: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'displayName',
  'dateOfBirth',
  'declaredCountry',
]);

const nameFields: ReadonlySet<string> = new Set(['firstName', 'lastName', 'displayName']);

const nameChangeQuota: Quota = {
  work: 'names',
  tries: 5,
  seconds: 24 * 60 * 60,
  refuse: () => refuse('account_pages.too_many_names', {}),
};

/** Changes the profile [000 §5 Profile form, §7 Tables]. The audit entry names fields, never values (decision A12). */
export const updateProfile = authed
  .errors(
    refusalCodes(
      'account_pages.identity_locked',
      'account_pages.staff_name',
      'account_pages.too_many_names',
      'account_pages.phone_invalid',
      'accounts.too_young',
    ),
  )
  .input(UpdateProfile)
  .handler(async function updateProfile({ context: { services, tx, person, request }, input }) {
    const now = services.clock();
    const { check, ...before } = await loadProfile(tx, true);
    const phone = normalizePhone(input.phoneNumber, before);
    const after = applyChange(before, { ...omitUndefined(input), phoneNumber: phone });
    const changed = getChangedFields(before, after);
    if (changed.length === 0) return { changed };
    if (changed.some((field) => nameFields.has(field)) && (await hasEverHeldRole(tx)))
      refuse('account_pages.staff_name', {});
    if (findLockedField(changed, check)) refuse('account_pages.identity_locked', {});
    if (changed.includes('dateOfBirth') && !isOfAge(after.dateOfBirth, jamaicaDay(now)))
      refuse('accounts.too_young', {});
    await consumeQuota(tx, budgets.changed, { id: person.id, now });
    const isScreened = changed.some((field) => screenedFields.has(field));
    if (isScreened) await consumeQuota(tx, nameChangeQuota, { id: person.id, now });
    await saveProfile(tx, after, now);
    if (isScreened)
      for (const job of ['screening.names', 'identity.links'])
        await services.jobs.enqueue(tx, job, { userId: person.id });
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
