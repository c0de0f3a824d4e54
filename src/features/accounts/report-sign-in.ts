import { signInProcedure } from '../../platform/procedure.ts';
import { auditOwnAction } from './audit.ts';
import { forgetDevices } from './device-store.ts';
import { addFreeze } from './freeze-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { removeFactorsSince } from './mfa-store.ts';
import { ReportSignIn } from './schema.ts';
import { endSessions, setPassword } from './session-store.ts';
import { consumeAlarm } from './token-store.ts';

/**
 * The owner reports a sign-in by mailed token: ends every session, removes the password and freezes payouts. Also
 * removes factors set up since (never of staff). A new password restores access; staff lift the freeze.
 */
export const thisWasNotMe = signInProcedure
  .errors(refusalCodes('accounts.alarm_invalid'))
  .input(ReportSignIn)
  .handler(async function thisWasNotMe({ context: { services, request }, input }) {
    return services.authDb.transaction().execute(async (tx) => {
      const alarm = await consumeAlarm(tx, input.token);
      if (!alarm) return refuse('accounts.alarm_invalid', {});
      const { userId } = alarm;
      // The password first: a concurrent sign-in finds it gone, or its session ends below.
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
