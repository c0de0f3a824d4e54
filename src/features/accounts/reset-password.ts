import { whoseOf } from '../../platform/connection.ts';
import type { Db } from '../../platform/database.ts';
import { beforeSignIn, type Services } from '../../platform/procedure.ts';
import { forgetDevices } from './device-store.ts';
import { knownBy } from './known-browser.ts';
import { mayAskFor, mayAskFrom } from './mail-limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { EmailOnly, ResetPassword } from './schema.ts';
import { endSessions, holdForChange, setPassword } from './session-store.ts';
import { forgetTriesAt } from './sign-in-tries.ts';
import { refuseCommonPassword } from './sign-up.ts';
import { markVerified } from './store.ts';
import { tellOwner } from './tell-owner.ts';
import { ownerOfReset, takeToken } from './token-store.ts';

/** Mails a link for a new password [000 §7 Authentication], if the address has an account; the answer does not say. */
export const requestPasswordReset = beforeSignIn
  .errors(mayRefuse('accounts.too_many_resets'))
  .input(EmailOnly)
  .handler(async ({ context, input }) => {
    const { services } = context;
    if (!(await mayAskFrom('reset', input.email, context)) || !(await mayAskFor('reset', input.email, context)))
      refuse('accounts.too_many_resets', {});
    await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: input.email });
    return { email: input.email };
  });

/**
 * Sets the new password of whoever holds the token from the mail [000 §7 Authentication], once, and ends all sessions
 * and all other such tokens of that account. A second factor is asked for as before: reading the mail is no way round
 * it (ASVS 6.4.3).
 */
export const resetPassword = beforeSignIn
  .errors(mayRefuse('accounts.reset_link_invalid', 'accounts.common_password'))
  .input(ResetPassword)
  .handler(async ({ context, input }) => {
    const { services, request, aside } = context;
    const { authDb, passwords } = services;
    refuseCommonPassword(input.password);
    const owner = await ownerOfReset(authDb, input.token);
    if (!owner) return refuse('accounts.reset_link_invalid', {});
    const whose = whoseOf(request.ip, owner.userId);
    const hash = await aside(() => passwords.hash(input.password, whose));
    await authDb.transaction().execute(async (tx) => {
      // First the password, as with everything that changes it: a reset and 'This was not me' come in turn.
      await holdForChange(tx, owner.userId);
      if (!(await takeToken(tx, 'reset', input.token))) refuse('accounts.reset_link_invalid', {});
      await setPassword(tx, owner.userId, hash);
      await endSessions(tx, owner.userId);
      // A browser that is known may have been a stranger's; the one that chooses stays what it was.
      await forgetDevices(tx, owner.userId, knownBy(context));
      await recordReset(tx, services, { ...owner, requestId: request.id });
    });
    return { updated: true };
  });

type Reset = { userId: string; email: string; requestId: string };

/** A new password stands: whoever reads the address has shown it, so old guesses count no more, and is told. */
async function recordReset(tx: Db, { clock, jobs }: Services, { userId, email, requestId }: Reset): Promise<void> {
  await markVerified(tx, email);
  await jobs.enqueue(tx, 'screening.names', { userId });
  await forgetTriesAt(tx, { userId, email });
  await ownerLine(tx, { userId, requestId }, { action: 'accounts.password_reset' });
  await tellOwner(tx, { jobs, now: clock() }, { email, about: 'password_reset' });
}
