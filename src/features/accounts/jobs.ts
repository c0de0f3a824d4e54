import type { Job } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { alreadyHereLetter } from './letters.ts';
import { accountState, forgetOldTries } from './store.ts';

type ToAddress = { email: string };

/** A mail is worth many tries: twelve, over about half a day. */
const patience = { limit: 12, delay: 4 };

/** What accounts do later: mails, and forgetting old counts. */
export function accountsJobs(services: Services, mail: Mailer): Job<never>[] {
  const { auth, authDb, config } = services;
  const sendAlreadyHere = async (email: string) => {
    if ((await accountState(authDb, email)) === 'verified') await mail(alreadyHereLetter(config.origin, email));
    else await auth.sendVerification(email);
  };
  return [
    {
      name: 'accounts.welcome',
      retries: patience,
      run: ({ email, created }: ToAddress & { created: boolean }) =>
        created ? auth.sendVerification(email) : sendAlreadyHere(email),
    },
    { name: 'accounts.verification', retries: patience, run: ({ email }: ToAddress) => auth.sendVerification(email) },
    { name: 'accounts.reset', retries: patience, run: ({ email }: ToAddress) => auth.sendReset(email) },
    {
      name: 'accounts.forget-tries',
      cron: '17 * * * *',
      run: () => forgetOldTries(authDb),
    },
  ];
}
