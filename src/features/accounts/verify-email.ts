import type { Db } from '../../platform/database.ts';
import { beforeSignIn, type Services } from '../../platform/procedure.ts';
import { knownBy } from './known-browser.ts';
import { mayAskFor, mayAskFrom } from './mail-limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { EmailOnly, VerifyEmail } from './schema.ts';
import { readSignedToken } from './signed-token.ts';
import { ownerAt, proveAddress } from './store.ts';
import { keepToken, newToken, takeToken } from './token-store.ts';

/**
 * Activates the account whose owner holds the token from the mail, once [000 §7 Authentication]. Signs nobody in (ASVS
 * 7.6.2). In another browser than the one which signed up it answers a token to `choose` a password with: that of the
 * sign-up may be a stranger's.
 */
export const verifyEmail = beforeSignIn
  .errors(mayRefuse('accounts.link_invalid'))
  .input(VerifyEmail)
  .handler(async ({ context, input }) => {
    const { services, request } = context;
    return services.authDb.transaction().execute(async (tx) => {
      const userId = (await ownerOf(tx, services, input.token)) ?? refuse('accounts.link_invalid', {});
      const { email, own } = (await proveAddress(tx, userId, knownBy(context))) ?? refuse('accounts.link_invalid', {});
      await ownerLine(tx, { userId, requestId: request.id }, { action: 'accounts.email_verified' });
      // Not at the sign-up: a form that anybody sends would lay an urgent alert before compliance each time.
      await services.jobs.enqueue(tx, 'screening.names', { userId });
      const choose = own ? null : newToken();
      if (choose) await keepToken(tx, email, { purpose: 'reset', token: choose });
      return { verified: true, choose };
    });
  });

/** Whose token this is, which is used up by it; of a signed one of before, whose address it names. */
async function ownerOf(tx: Db, { config, clock }: Services, token: string): Promise<string | undefined> {
  const taken = await takeToken(tx, 'verify', token);
  if (taken) return taken.userId;
  const signed = readSignedToken(token, { secret: config.authSecret, now: clock() });
  return signed ? ownerAt(tx, signed) : undefined;
}

/**
 * Sends the activation mail again [000 §7 Authentication]. The answer is the same whether the address waits for it or
 * not.
 */
export const resendVerification = beforeSignIn
  .errors(mayRefuse('accounts.too_many_mails'))
  .input(EmailOnly)
  .handler(async ({ context, input }) => {
    const { services } = context;
    const { email } = input;
    if (!(await mayAskFrom('verification', email, context)) || !(await mayAskFor('verification', email, context)))
      refuse('accounts.too_many_mails', {});
    await services.jobs.enqueue(services.authDb, 'accounts.verification', { email: input.email });
    return { email: input.email };
  });
