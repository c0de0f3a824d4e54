import { authed, exclusivePerUser, stepUpAuthed, stepUpTwoPhase } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { refusalCodes, refuse } from './messages.ts';
import { changeFactor, completeFactor, generateFirstCodes, recordChange, updateMfaAfterRemoval } from './mfa-change.ts';
import { addPasskey, deletePasskey, findPasskeys, maxPasskeys, updatePasskeyName } from './mfa-store.ts';
import { auditOwnAction } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { budgets } from './quotas.ts';
import { AddPasskey, ById, NamePasskey } from './schema.ts';
import { createRegistrationChallenge, verifyNewPasskey } from './verify-passkey.ts';

export const newPasskeyOptions = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('accounts.too_many_passkeys'))
  .handler(async function newPasskeyOptions({ context: { services, person } }) {
    checkRateLimit(services, 'secret', person.sessionId);
    const existing = await findPasskeys(services.authDb, person.id);
    if (existing.length >= maxPasskeys) refuseTooMany();
    return createRegistrationChallenge(services, person, existing);
  });

const refuseTooMany = () => refuse('accounts.too_many_passkeys', { most: String(maxPasskeys) });

/** Returns recovery codes if this is the first factor, else null. */
export const registerPasskey = stepUpTwoPhase(accountPermissions.own)
  .use(exclusivePerUser)
  .errors(refusalCodes('accounts.passkey_refused', 'accounts.too_many_passkeys'))
  .input(AddPasskey)
  .handler(async function registerPasskey({ context, input }) {
    const { services, person } = context;
    const verified = await verifyNewPasskey(services, input.answer, person.id);
    if (!verified) return refuse('accounts.passkey_refused', {});
    const firstCodes = await generateFirstCodes(context);
    const codes = await changeFactor(context, async (tx) => {
      // Only adding consumes the quota, so a passkey can always be removed.
      await consumeQuota(tx, budgets.changed, { id: person.id, now: services.clock() });
      const outcome = await addPasskey(tx, person, { ...verified, name: input.name });
      if (outcome === 'too_many') refuseTooMany();
      if (outcome === 'taken') refuse('accounts.passkey_refused', {});
      await recordChange(tx, context, 'passkey_on');
      return completeFactor(tx, person, firstCodes);
    });
    return { codes };
  });

export const renamePasskey = authed
  .errors(refusalCodes('accounts.not_there'))
  .input(NamePasskey)
  .handler(async function renamePasskey({ context: { services, person, request }, input }) {
    return services.authDb.transaction().execute(async (tx) => {
      await consumeQuota(tx, budgets.changed, { id: person.id, now: services.clock() });
      if (!(await updatePasskeyName(tx, person.id, input))) refuse('accounts.not_there', {});
      await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.passkey_renamed' });
      return { id: input.id };
    });
  });

export const removePasskey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('accounts.not_there', 'accounts.staff_need_factor'))
  .input(ById)
  .handler(async function removePasskey({ context, input }) {
    const { person } = context;
    return changeFactor(context, async (tx) => {
      if (!(await deletePasskey(tx, person.id, input.id))) refuse('accounts.not_there', {});
      await recordChange(tx, context, 'passkey_off');
      return { factor: await updateMfaAfterRemoval(tx, person.id) };
    });
  });
