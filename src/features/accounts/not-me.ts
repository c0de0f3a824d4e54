import { beforeSignIn } from '../../platform/procedure.ts';
import { forgetDevices } from './device-store.ts';
import { removeFactorsOf } from './factor-store.ts';
import { addFreeze } from './freeze-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { NotMe } from './schema.ts';
import { endSessions, setPassword } from './session-store.ts';
import { takeAlarm } from './token-store.ts';

/**
 * The owner says, with the token from the mail, that a sign-in was not theirs: every session ends, pay-outs are
 * frozen, the password that somebody else knows opens nothing any more, and the factors that were set up in that
 * browser, or in one that came after it, go (of staff none: a mailbox is no way to the desk). The owner gets in again
 * by choosing a new password; staff lift the freeze.
 */
export const thisWasNotMe = beforeSignIn
  .errors(mayRefuse('accounts.alarm_invalid'))
  .input(NotMe)
  .handler(async ({ context: { services, request }, input }) =>
    services.authDb.transaction().execute(async (tx) => {
      const alarm = await takeAlarm(tx, input.token);
      if (!alarm) return refuse('accounts.alarm_invalid', {});
      const { userId } = alarm;
      // First the password: a sign-in under way waits for it and finds it gone, or ends before and is ended below.
      await setPassword(tx, userId, null);
      const ended = await endSessions(tx, userId);
      await removeFactorsOf(tx, alarm);
      await forgetDevices(tx, userId);
      await addFreeze(tx, userId);
      const did = { action: 'accounts.frozen', after: { ended }, reasonCode: 'not_me' };
      await ownerLine(tx, { userId, requestId: request.id }, did);
      return { frozen: true };
    }),
  );
