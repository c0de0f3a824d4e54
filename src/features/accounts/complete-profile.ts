import { authed } from '../../platform/http/procedure.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditOwnAction } from './notify-owner.ts';
import { fillProfile, getAccountName, loadStarted, storeProfile } from './profile-store.ts';
import { budgets } from './quotas.ts';
import { SaveProfile } from './schema.ts';

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
