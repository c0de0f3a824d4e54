import type { Db } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import {
  assertStepUp,
  authedTwoPhase,
  exclusivePerUser,
  type Services,
  signInProcedure,
} from '../../platform/http/procedure.ts';
import { newSessionToken, setSessionCookie } from '../../platform/http/session.ts';
import { deviceHashOf } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { recordChange } from './mfa-change.ts';
import { auditOwnAction, canRequestEmail, canRequestFrom, notifyOwner } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { countAttempt } from './reauthenticate.ts';
import { ChangePassword, EmailOnly, ResetPassword } from './schema.ts';
import {
  endSessions,
  findCredential,
  forgetDevicesExcept,
  lockMfaState,
  lockPasswordForChange,
  replaceSessionToken,
  setPassword,
} from './session-store.ts';
import { clearAttempts } from './sign-in-limits.ts';
import { assertUncommonPassword } from './sign-up.ts';
import { markVerified } from './store.ts';
import { consumeToken, findTokenOwner } from './token-store.ts';

/** Mails a reset link if the address has an account; the response is always the same [000 §7 Authentication]. */
export const requestPasswordReset = signInProcedure
  .errors(refusalCodes('accounts.too_many_resets'))
  .input(EmailOnly)
  .handler(async function requestPasswordReset({ context, input }) {
    const { services } = context;
    if (
      !(await canRequestFrom('reset', input.email, context)) ||
      !(await canRequestEmail('reset', input.email, context))
    )
      refuse('accounts.too_many_resets', {});
    await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: input.email });
    return { email: input.email };
  });

/** Sets a password by mailed token and ends all sessions. MFA stays required [000 §7 Authentication, ASVS 6.4.3]. */
export const resetPassword = signInProcedure
  .errors(refusalCodes('accounts.reset_link_invalid', 'accounts.common_password'))
  .input(ResetPassword)
  .handler(async function resetPassword({ context, input }) {
    const { services, request, releaseSlotWhile } = context;
    const { authDb, passwords } = services;
    assertUncommonPassword(input.password);
    const owner = await findTokenOwner(authDb, 'reset', input.token);
    if (!owner) return refuse('accounts.reset_link_invalid', {});
    const queueKeys = getQueueKeys(request.ip, owner.userId);
    const hash = await releaseSlotWhile(() => passwords.hash(input.password, queueKeys));
    await authDb.transaction().execute(async (tx) => {
      // Every password change locks the password row first, so that concurrent changes queue.
      await lockPasswordForChange(tx, owner.userId);
      if (!(await consumeToken(tx, 'reset', input.token))) refuse('accounts.reset_link_invalid', {});
      await setPassword(tx, owner.userId, hash);
      await endSessions(tx, owner.userId);
      // Forgets all other devices, as one may be a thief's.
      await forgetDevicesExcept(tx, owner.userId, deviceHashOf(context));
      await recordReset(tx, services, { ...owner, requestId: request.id });
    });
    return { updated: true };
  });

type CompletedReset = { userId: string; email: string; requestId: string };

async function recordReset(
  tx: Db,
  { clock, jobs }: Services,
  { userId, email, requestId }: CompletedReset,
): Promise<void> {
  await markVerified(tx, email);
  await jobs.enqueue(tx, 'screening.names', { userId });
  await clearAttempts(tx, { userId, email });
  await auditOwnAction(tx, { userId, requestId }, { action: 'accounts.password_reset' });
  await notifyOwner(tx, { jobs, now: clock() }, { email, about: 'password_reset' });
}

/** Changes the password and ends every other session [000 §5 Change password, §7 Authentication]. */
export const changePassword = authedTwoPhase
  .use(exclusivePerUser)
  .errors(
    refusalCodes(
      'accounts.email_mismatch',
      'accounts.current_password_wrong',
      'accounts.common_new_password',
      'accounts.too_many_codes',
      'accounts.confirm_needed',
    ),
  )
  .input(ChangePassword)
  .handler(async function changePassword({ context, input }) {
    const { services, person, reply } = context;
    const { authDb, passwords } = services;
    if (input.email !== person.email) refuse('accounts.email_mismatch', {});
    if (person.hasMfa) assertStepUp(person, accountPermissions.own.stepUp);
    const queueKeys = getQueueKeys(context.request.ip, person.id);
    const account = await findCredential(authDb, person.email);
    const verifyCurrent = () => passwords.verify(account?.hash ?? null, input.currentPassword, queueKeys);
    const isRight = await countAttempt(context, 'password', verifyCurrent);
    if (!isRight) refuse('accounts.current_password_wrong', {});
    assertUncommonPassword(input.newPassword, 'accounts.common_new_password');
    const hash = await passwords.hash(input.newPassword, queueKeys);
    const token = newSessionToken();
    await authDb.transaction().execute(async (tx) => {
      await setPassword(tx, person.id, hash);
      await clearAttempts(tx, { userId: person.id, email: person.email });
      await endSessions(tx, person.id, person.sessionId);
      if (!(await lockMfaState(tx, person.id, person.hasMfa))) refuse('accounts.confirm_needed', {});
      await forgetDevicesExcept(tx, person.id, deviceHashOf(context));
      // A concurrent "This was not me" or password reset has ended this session.
      if (!(await replaceSessionToken(tx, person.sessionId, token))) refuse('accounts.sign_in_required', {});
      await recordChange(tx, context, 'password_changed');
    });
    setSessionCookie(reply, services.config, token);
    return { changed: true };
  });
