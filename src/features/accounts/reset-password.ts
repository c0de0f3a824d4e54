import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { open } from '../../platform/procedure.ts';
import { forgetTries, withinLimit } from '../../platform/rate-limit.ts';
import { EmailOnly, ResetPassword } from './schema.ts';
import { credentialOf } from './session-store.ts';
import { accountKey } from './sign-in-tries.ts';
import { refuseCommonPassword } from './sign-up.ts';
import { markVerified } from './store.ts';

const perAddress = { tries: 4, seconds: 900 };
const perConnection = { tries: 30, seconds: 900 };

/** Mails a link for a new password, if the address has an account; the answer does not say. */
export const requestPasswordReset = open
  .errors(mayRefuse('accounts.too_many_resets'))
  .input(EmailOnly)
  .handler(async ({ context: { services, request }, input }) => {
    const now = services.clock();
    const address = await withinLimit(services.authDb, `reset:${input.email}`, { ...perAddress, now });
    const connection = await withinLimit(services.authDb, `reset:from:${request.ip}`, { ...perConnection, now });
    if (!address || !connection) refuse('accounts.too_many_resets', {});
    await services.jobs.enqueue(services.authDb, 'accounts.reset', { email: input.email });
    return { email: input.email };
  });

/**
 * Sets the new password of whoever holds the word from the mail, once, and ends all sessions of that account. A second
 * factor is asked for as before: reading the mail is no way round it (ASVS 6.4.3).
 */
export const resetPassword = open
  .errors(mayRefuse('accounts.reset_link_spoilt', 'accounts.common_password'))
  .input(ResetPassword)
  .handler(async ({ context, input }) => {
    refuseCommonPassword(input.password);
    const done = await context.services.auth.resetPassword(input.token, input.password);
    return done ? { updated: true } : refuse('accounts.reset_link_spoilt', {});
  });

/** A new password stands: whoever reads the address has shown it, so old guesses count no more, and is told. */
export async function passwordWasReset({ authDb, jobs }: { authDb: Db; jobs: Jobs }, email: string): Promise<void> {
  await markVerified(authDb, email);
  await forgetTries(authDb, accountKey(email));
  const userId = (await credentialOf(authDb, email))?.userId ?? '';
  const what = { action: 'accounts.password_reset', subjectType: 'account', subjectId: userId };
  await audit(authDb, { actorId: userId || null, actorRole: 'customer', ...what });
  await jobs.enqueue(authDb, 'accounts.letter', { email, about: 'password_reset', at: new Date().toISOString() });
}
