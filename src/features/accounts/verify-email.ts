import { mayRefuse, refuse } from '../../messages.ts';
import { open } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { EmailOnly, VerifyEmail } from './schema.ts';
import { takeWord, wordUsed } from './store.ts';

/** Mails of one kind to one address, and from one connection. */
const perAddress = { tries: 4, seconds: 900 };
const perConnection = { tries: 30, seconds: 900 };

/** Activates the account whose owner holds the word from the mail, once. Signs nobody in (ASVS 7.6.2). */
export const verifyEmail = open
  .errors(mayRefuse('accounts.link_spoilt'))
  .input(VerifyEmail)
  .handler(async ({ context, input }) => {
    const { auth, authDb } = context.services;
    if (await wordUsed(authDb, input.token)) refuse('accounts.link_spoilt', {});
    const done = await auth.verifyEmail(input.token);
    // Of two uses at the same moment one is the first.
    const first = done && (await takeWord(authDb, input.token));
    return first ? { verified: true } : refuse('accounts.link_spoilt', {});
  });

/** Sends the activation mail again. The answer is the same whether the address waits for it or not. */
export const resendVerification = open
  .errors(mayRefuse('accounts.too_many_mails'))
  .input(EmailOnly)
  .handler(async ({ context: { services, request }, input }) => {
    const now = services.clock();
    const address = await withinLimit(services.authDb, `verification:${input.email}`, { ...perAddress, now });
    const connection = await withinLimit(services.authDb, `verification:from:${request.ip}`, { ...perConnection, now });
    if (!address || !connection) refuse('accounts.too_many_mails', {});
    await services.jobs.enqueue(services.authDb, 'accounts.verification', { email: input.email });
    return { email: input.email };
  });
