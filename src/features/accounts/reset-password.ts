import { mayRefuse, refuse } from '../../messages.ts';
import { open } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { EmailOnly, ResetPassword } from './schema.ts';
import { refuseCommonPassword } from './sign-up.ts';

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

/** Sets the new password of whoever holds the word from the mail, once, and ends all sessions of that account. */
export const resetPassword = open
  .errors(mayRefuse('accounts.reset_link_spoilt', 'accounts.common_password'))
  .input(ResetPassword)
  .handler(async ({ context, input }) => {
    refuseCommonPassword(input.password);
    const done = await context.services.auth.resetPassword(input.token, input.password);
    return done ? { updated: true } : refuse('accounts.reset_link_spoilt', {});
  });
