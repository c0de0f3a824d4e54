import { mayRefuse, refuse } from '../../messages.ts';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { open } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { mayAskFor } from './mail-limits.ts';
import { EmailOnly, VerifyEmail } from './schema.ts';
import { credentialOf } from './session-store.ts';
import { doorOf } from './sign-in-tries.ts';
import { takeWord, wordUsed } from './store.ts';

/** Mails that one connection asks for, whoever for. */
const perConnection = { tries: 30, seconds: 900 };

/** Activates the account whose owner holds the word from the mail, once. Signs nobody in (ASVS 7.6.2). */
export const verifyEmail = open
  .errors(mayRefuse('accounts.link_spoilt'))
  .input(VerifyEmail)
  .handler(async ({ context, input }) => {
    const { services, request } = context;
    const { auth, authDb } = services;
    if (await wordUsed(authDb, input.token)) refuse('accounts.link_spoilt', {});
    const done = await auth.verifyEmail(input.token);
    // Of two uses at the same moment one is the first.
    const first = done && (await takeWord(authDb, input.token));
    if (first) await recordVerified(authDb, input.token, request.id);
    return first ? { verified: true } : refuse('accounts.link_spoilt', {});
  });

/** Says in the log whose address it was: the word, which was just found to be ours, names it. */
async function recordVerified(db: Db, word: string, requestId: string): Promise<void> {
  const { email } = JSON.parse(Buffer.from(word.split('.')[1] ?? '', 'base64url').toString()) as { email: string };
  const userId = (await credentialOf(db, email))?.userId ?? '';
  const what = { action: 'accounts.email_verified', subjectType: 'account', subjectId: userId };
  await audit(db, { actorId: userId || null, actorRole: 'customer', ...what, requestId });
}

/** Sends the activation mail again. The answer is the same whether the address waits for it or not. */
export const resendVerification = open
  .errors(mayRefuse('accounts.too_many_mails'))
  .input(EmailOnly)
  .handler(async ({ context, input }) => {
    const { services } = context;
    const now = services.clock();
    const door = `verification:from:${await doorOf(context, input.email)}`;
    const connection = await withinLimit(services.authDb, door, { ...perConnection, now });
    if (!connection || !(await mayAskFor('verification', input.email, context))) refuse('accounts.too_many_mails', {});
    await services.jobs.enqueue(services.authDb, 'accounts.verification', { email: input.email });
    return { email: input.email };
  });
