import { type Job, mailPatience } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { alreadyHereLetter, newDeviceLetter, type OwnerNotice, toldLetter } from './letters.ts';
import { resealAuthenticators } from './reseal.ts';
import { secretsOf } from './sealing.ts';
import { sendToken } from './send-token.ts';
import { sweepAccounts } from './session-store.ts';
import { accountState, forgetOldTries } from './store.ts';
import { keepToken, newToken } from './token-store.ts';

type ToAddress = { email: string };
type NewDevice = ToAddress & { device: string; browser?: string; signedInAt: string; last?: boolean };

/**
 * What accounts do later: mails, and forgetting old counts. Whatever a job says, a letter goes to the address of an
 * account alone, and its token opens no other account than that one.
 */
export function accountsJobs(services: Services, mail: Mailer): Job<never>[] {
  const { authDb, config } = services;
  const send = (purpose: 'verify' | 'reset') => (email: string) => sendToken(services, mail, { email, purpose });
  const [sendVerification, sendReset] = [send('verify'), send('reset')];
  const sendAlreadyHere = async (email: string) => {
    if ((await accountState(authDb, email)) === 'verified') await mail(alreadyHereLetter(config.origin, email));
    // Two people may have signed up with it: whoever reads the address chooses the password.
    else await sendReset(email);
  };
  return [
    {
      name: 'accounts.welcome',
      retries: mailPatience,
      run: ({ email, created }: ToAddress & { created: boolean }) =>
        created ? sendVerification(email) : sendAlreadyHere(email),
    },
    {
      name: 'accounts.verification',
      retries: mailPatience,
      run: ({ email }: ToAddress) => sendVerification(email),
    },
    { name: 'accounts.reset', retries: mailPatience, run: ({ email }: ToAddress) => sendReset(email) },
    {
      name: 'accounts.new-device',
      retries: mailPatience,
      // The token is drawn here, so that it stands in the mail alone.
      run: async ({ email, device, browser, signedInAt, last = false }: NewDevice) => {
        const [token, at] = [newToken(), new Date(signedInAt)];
        const about = { signedInAt: at, browser: browser ?? null };
        if (await keepToken(authDb, email, { purpose: 'not_me', token, about }))
          await mail(newDeviceLetter(config.origin, email, { token, device, at, last }));
      },
    },
    {
      name: 'accounts.letter',
      retries: mailPatience,
      run: async ({ email, about, at }: ToAddress & { about: OwnerNotice; at: string }) => {
        if ((await accountState(authDb, email)) !== 'none')
          await mail(toldLetter(config.origin, email, { about, at: new Date(at) }));
      },
    },
    {
      name: 'accounts.forget-tries',
      cron: '17 * * * *',
      run: () => forgetOldTries(authDb),
    },
    {
      // While an old secret is around a process that knows no other may have sealed by it, after all was sealed anew.
      name: 'accounts.reseal',
      cron: '47 * * * *',
      run: () => resealAuthenticators(authDb, secretsOf(config)),
    },
    {
      name: 'accounts.sweep',
      cron: '27 * * * *',
      run: () => sweepAccounts(authDb),
    },
  ];
}
