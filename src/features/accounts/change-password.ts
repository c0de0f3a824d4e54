import { getQueueKeys } from '../../platform/http/client-network.ts';
import { assertStepUp, authedTwoPhase, exclusivePerUser } from '../../platform/http/procedure.ts';
import { newSessionToken, setSessionCookie } from '../../platform/http/session.ts';
import { deviceHashOf } from './device-hash.ts';
import { forgetDevices } from './device-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { recordChange } from './mfa-change.ts';
import { accountPermissions } from './permissions.ts';
import { countAttempt } from './reauth-attempts.ts';
import { ChangePassword } from './schema.ts';
import { endSessions, findCredential, lockMfaState, replaceSessionToken, setPassword } from './session-store.ts';
import { clearAttempts } from './sign-in-limits.ts';
import { assertUncommonPassword } from './sign-up.ts';

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
      await forgetDevices(tx, person.id, deviceHashOf(context));
      // A concurrent "This was not me" or password reset has ended this session.
      if (!(await replaceSessionToken(tx, person.sessionId, token))) refuse('accounts.sign_in_required', {});
      await recordChange(tx, context, 'password_changed');
    });
    setSessionCookie(reply, services.config, token);
    return { changed: true };
  });
