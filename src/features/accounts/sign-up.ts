import { dictionary } from '@zxcvbn-ts/language-common';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { mayRefuse, refuse } from '../../messages.ts';
import { open } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { versionsInForce } from '../agreements/papers.ts';
import { isOfAge } from './age.ts';
import { isCommonPassword } from './password.ts';
import { SignUp } from './schema.ts';
import { createAccount } from './store.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);

/** Refuses a password that attackers try first (decision B1). */
export const refuseCommonPassword = (
  password: string,
  code: 'accounts.common_password' | 'accounts.common_new_password' = 'accounts.common_password',
) => {
  if (isCommonPassword(password, common)) refuse(code, {});
};

/**
 * Opens an account, to be activated by the link in a mail. A stranger learns nothing: for an address that already
 * has an account the answer is the same, takes as long, and the mail goes to its owner.
 */
export const signUp = open
  .errors(mayRefuse('accounts.too_young', 'accounts.common_password', 'accounts.too_many_sign_ups'))
  .input(SignUp)
  .handler(async ({ context: { services, request }, input }) => {
    const now = services.clock();
    if (!isOfAge(input.dateOfBirth, jamaicaDay(now))) refuse('accounts.too_young', {});
    refuseCommonPassword(input.password);
    const allowed = { tries: services.config.mode === 'demo' ? 200 : 20, seconds: 3600 };
    if (!(await withinLimit(services.authDb, `sign-up:${request.ip}`, { ...allowed, now })))
      refuse('accounts.too_many_sign_ups', {});

    const passwordHash = await services.auth.hash(input.password);
    await services.authDb.transaction().execute(async (tx) => {
      const created = await createAccount(tx, { ...input, passwordHash, agreed: versionsInForce });
      await services.jobs.enqueue(tx, 'accounts.welcome', { email: input.email, created });
    });
    return { email: input.email };
  });
