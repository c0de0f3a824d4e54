import { signInProcedure } from '../../platform/http/procedure.ts';
import { auditOwnAction } from './audit.ts';
import { forgetDevices } from './device-store.ts';
import { addFreeze } from './freeze-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { removeFactorsSince } from './mfa-store.ts';
import { ReportSignIn } from './schema.ts';
import { endSessions, setPassword } from './session-store.ts';
import { consumeAlarm } from './token-store.ts';

/**
 * Handles "This was not me" (mailed token): ends every session, freezes payouts, and removes the password and factors
 * added since the reported sign-in (never of staff). A password reset restores access; staff lift the freeze.
 */
export const thisWasNotMe = signInProcedure
  .errors(refusalCodes('accounts.alarm_invalid'))
  .input(ReportSignIn)
  .handler(async function thisWasNotMe({ context: { services, request }, input }) {
    return services.authDb.transaction().execute(async (tx) => {
      const alarm = await consumeAlarm(tx, input.token);
      if (!alarm) return refuse('accounts.alarm_invalid', {});
      const { userId } = alarm;
      // Removed before the sessions end, so that a concurrent sign-in fails or its session ends below.
      await setPassword(tx, userId, null);
      const ended = await endSessions(tx, userId);
      await removeFactorsSince(tx, alarm);
      await forgetDevices(tx, userId);
      await addFreeze(tx, userId);
      const entry = { action: 'accounts.frozen', after: { ended }, reasonCode: 'not_me' };
      await auditOwnAction(tx, { userId, requestId: request.id }, entry);
      return { frozen: true };
    });
  });
