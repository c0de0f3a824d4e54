import { randomBytes } from 'node:crypto';
import { exclusivePerUser, stepUpAuthed, stepUpTwoPhase } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consumeQuota } from '../../platform/limits/quotas.ts';
import { encryptSecret, getSecrets } from './field-encryption.ts';
import { refusalCodes, refuse } from './messages.ts';
import {
  changeFactor,
  completeFactor,
  generateFirstCodes,
  generateRecoveryCodes,
  recordChange,
  updateMfaAfterRemoval,
} from './mfa-change.ts';
import {
  confirmAuthenticator,
  loadFactors,
  removeAuthenticator,
  replaceRecoveryCodes,
  storePendingAuthenticator,
} from './mfa-store.ts';
import { accountPermissions } from './permissions.ts';
import { budgets } from './quotas.ts';
import { countAttempt } from './reauthenticate.ts';
import { CodeOnly } from './schema.ts';
import { claimCode, getEnrolment, secretBytes } from './verify-factor.ts';

/** Creates a pending secret. Sign-in asks for codes only after the user has confirmed a first code. */
export const startAuthenticator = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('accounts.app_in_use'))
  .handler(async function startAuthenticator({ context: { services, person } }) {
    checkRateLimit(services, 'secret', person.sessionId);
    const secret = randomBytes(secretBytes);
    const encrypted = encryptSecret(secret, person.id, getSecrets(services.config));
    const isStored = await storePendingAuthenticator(services.authDb, person, encrypted);
    return isStored ? getEnrolment(secret, person.email) : refuse('accounts.app_in_use', {});
  });

/** Returns recovery codes if this is the first factor, else null. */
export const confirmAuthenticatorApp = stepUpTwoPhase(accountPermissions.own)
  .use(exclusivePerUser)
  .errors(refusalCodes('accounts.factor_wrong', 'accounts.too_many_codes'))
  .input(CodeOnly)
  .handler(async function confirmAuthenticatorApp({ context, input }) {
    const { services, person } = context;
    const verifyCode = () => claimCode(services, input.code, { userId: person.id, isPending: true });
    const secret = (await countAttempt(context, 'code', verifyCode)) ?? refuse('accounts.factor_wrong', {});
    const firstCodes = await generateFirstCodes(context);
    const codes = await changeFactor(context, async (tx) => {
      await consumeQuota(tx, budgets.changed, { id: person.id, now: services.clock() });
      if (!(await confirmAuthenticator(tx, person, secret))) refuse('accounts.factor_wrong', {});
      await recordChange(tx, context, 'app_on');
      return completeFactor(tx, person, firstCodes);
    });
    return { codes };
  });

export const removeAuthenticatorApp = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('accounts.no_factor', 'accounts.staff_need_factor'))
  .handler(async function removeAuthenticatorApp({ context }) {
    const { person } = context;
    return changeFactor(context, async (tx) => {
      if (!(await removeAuthenticator(tx, person.id))) refuse('accounts.no_factor', {});
      await recordChange(tx, context, 'app_off');
      return { factor: await updateMfaAfterRemoval(tx, person.id) };
    });
  });

export const createRecoveryCodes = stepUpTwoPhase(accountPermissions.own)
  .use(exclusivePerUser)
  .errors(refusalCodes('accounts.no_factor'))
  .handler(async function createRecoveryCodes({ context }) {
    const { person } = context;
    if (!person.hasMfa) refuse('accounts.no_factor', {});
    const { codes, hashes } = await generateRecoveryCodes(context);
    return changeFactor(context, async (tx) => {
      const { app, passkeys } = await loadFactors(tx, person.id);
      if (!app && passkeys === 0) refuse('accounts.no_factor', {});
      await replaceRecoveryCodes(tx, person, hashes);
      await recordChange(tx, context, 'codes_renewed');
      return { codes };
    });
  });
