import { audit } from '../../platform/audit.ts';
import { atTheDoor } from '../../platform/procedure.ts';
import { knownBy } from './known-browser.ts';
import { mayAskFor, mayAskFrom } from './mail-limits.ts';
import { mayRefuse, refuse } from './messages.ts';
import { keepResetWord, newResetWord } from './reset-store.ts';
import { EmailOnly, VerifyEmail } from './schema.ts';
import { credentialOf } from './session-store.ts';
import { keepSignUpPassword, takeWord, wordUsed } from './store.ts';
import { emailIn } from './verification-word.ts';

/**
 * Activates the account whose owner holds the word from the mail, once. Signs nobody in (ASVS 7.6.2). In another
 * browser than the one which signed up it answers a word to `choose` a password with: that of the sign-up may be a
 * stranger's.
 */
export const verifyEmail = atTheDoor
  .errors(mayRefuse('accounts.link_spoilt'))
  .input(VerifyEmail)
  .handler(async ({ context, input }) => {
    const { services, request } = context;
    const { auth, authDb } = services;
    const email = emailIn(input.token);
    if (!email || (await wordUsed(authDb, input.token))) return refuse('accounts.link_spoilt', {});
    // There is nothing left to prove: what lies about of older words opens no account whose password was taken since.
    if ((await credentialOf(authDb, email))?.verified) refuse('accounts.link_spoilt', {});
    if (!(await auth.verifyEmail(input.token))) refuse('accounts.link_spoilt', {});
    return authDb.transaction().execute(async (tx) => {
      // Of two uses at the same moment one is the first.
      if (!(await takeWord(tx, input.token))) refuse('accounts.link_spoilt', {});
      const { userId } = (await credentialOf(tx, email)) ?? refuse('accounts.link_spoilt', {});
      const what = { action: 'accounts.email_verified', subjectType: 'account', subjectId: userId };
      await audit(tx, { actorId: userId, actorRole: 'customer', ...what, requestId: request.id });
      // Not at the sign-up: a form that anybody sends would lay an urgent alert before compliance each time.
      await services.jobs.enqueue(tx, 'screening.names', { userId });
      const own = await keepSignUpPassword(tx, userId, knownBy(context));
      const choose = own ? null : newResetWord();
      if (choose) await keepResetWord(tx, email, choose);
      return { verified: true, choose };
    });
  });

/** Sends the activation mail again. The answer is the same whether the address waits for it or not. */
export const resendVerification = atTheDoor
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
