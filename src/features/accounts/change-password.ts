import { whoseOf } from '../../platform/connection.ts';
import { oneAtATime, refuseUnlessConfirmed, signedInBriefly } from '../../platform/procedure.ts';
import { giveSessionCookie, newSessionToken } from '../../platform/session.ts';
import { accountActs } from './acts.ts';
import { forgetDevices } from './device-store.ts';
import { recordChange } from './factor-change.ts';
import { knownBy } from './known-browser.ts';
import { mayRefuse, refuse } from './messages.ts';
import { judged } from './proof-in-session.ts';
import { ChangePassword } from './schema.ts';
import { credentialOf, endSessions, factorStands, renewSession, setPassword } from './session-store.ts';
import { forgetTriesAt } from './sign-in-tries.ts';
import { refuseCommonPassword } from './sign-up.ts';

/**
 * Another password, for whoever gives the account's own address and knows the one that stands [000 §5 Change password,
 * §7 Authentication]; with a second factor, shown within ten minutes. Every other session ends, and this one goes on
 * under another token.
 */
export const changePassword = signedInBriefly
  .use(oneAtATime)
  .errors(
    mayRefuse(
      'accounts.email_mismatch',
      'accounts.current_password_wrong',
      'accounts.common_new_password',
      'accounts.too_many_codes',
      'accounts.confirm_needed',
    ),
  )
  .input(ChangePassword)
  .handler(async ({ context, input }) => {
    const { services, person, reply } = context;
    const { authDb, passwords } = services;
    if (input.email !== person.email) refuse('accounts.email_mismatch', {});
    if (person.factor) refuseUnlessConfirmed(person, accountActs.own.stepUp);
    const whose = whoseOf(context.request.ip, person.id);
    const account = await credentialOf(authDb, person.email);
    const fitting = () => passwords.fitting(account?.hash ?? null, input.currentPassword, whose);
    const right = await judged(context, 'password', fitting);
    if (!right) refuse('accounts.current_password_wrong', {});
    refuseCommonPassword(input.newPassword, 'accounts.common_new_password');
    const hash = await passwords.hash(input.newPassword, whose);
    const token = newSessionToken();
    await authDb.transaction().execute(async (tx) => {
      await setPassword(tx, person.id, hash);
      await forgetTriesAt(tx, { userId: person.id, email: person.email });
      await endSessions(tx, person.id, person.sessionId);
      if (!(await factorStands(tx, person.id, person.factor))) refuse('accounts.confirm_needed', {});
      await forgetDevices(tx, person.id, knownBy(context));
      // Whoever said 'This was not me' meanwhile, or chose another password by mail, ended this session too.
      if (!(await renewSession(tx, person.sessionId, token))) refuse('accounts.sign_in_required', {});
      await recordChange(tx, context, 'password_changed');
    });
    giveSessionCookie(reply, services.config, token);
    return { changed: true };
  });
