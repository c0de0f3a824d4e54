import { type Db, withSystem } from '../../platform/database/database.ts';
import { reencryptAll } from '../../platform/database/reencrypt.ts';
import type { Mailer } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type Job, mailRetries } from '../../platform/jobs/jobs.ts';
import {
  buildAlreadyRegisteredEmail,
  buildNewDeviceEmail,
  buildOwnerEmail,
  buildResetEmail,
  buildVerificationEmail,
  type OwnerNotice,
} from './emails.ts';
import { decryptSecret, encryptSecret, getCurrentKeyId, getSecrets, type Secrets } from './field-encryption.ts';
import { findSecretsOfOtherKeys, replaceSecret } from './mfa-store.ts';
import { deleteExpiredAccess } from './session-store.ts';
import { deleteOldAttempts, findAccountState, wasClosedSince } from './store.ts';
import { createToken, storeToken } from './token-store.ts';

/** Re-encrypts authenticator secrets with the newest key. Safe to repeat; reports owners without a key. */
export const reencryptAuthenticators = (db: Db, secrets: Secrets) =>
  reencryptAll({
    loadAfter: (lastId) => findSecretsOfOtherKeys(db, getCurrentKeyId(secrets), lastId),
    getId: ({ userId }) => userId,
    reencrypt: async (stored) =>
      replaceSecret(db, stored, encryptSecret(decryptSecret(stored, stored.userId, secrets), stored.userId, secrets)),
  });

type Recipient = { email: string };
type NewDevice = Recipient & { device: string; browser?: string; signedInAt: string; last?: boolean };

const emailBuilders = { verify: buildVerificationEmail, reset: buildResetEmail } as const;
type TokenEmail = { readonly email: string; readonly purpose: keyof typeof emailBuilders };

/** Creates and mails a token if the address has an account. Only the mail contains the token. */
async function sendToken({ authDb, config }: Services, mail: Mailer, { email, purpose }: TokenEmail): Promise<void> {
  const token = createToken();
  if (await storeToken(authDb, email, { purpose, token }))
    await mail(emailBuilders[purpose](config.origin, email, token));
}

/** Account mails, queued by the procedures of this feature, and hourly clean-up. */
export function accountsJobs(services: Services, mail: Mailer): Job<never>[] {
  const { authDb, pool, config } = services;
  const send = (purpose: 'verify' | 'reset') => (email: string) => sendToken(services, mail, { email, purpose });
  const [sendVerification, sendReset] = [send('verify'), send('reset')];
  const sendAlreadyRegistered = async (email: string) => {
    if ((await findAccountState(authDb, email)) === 'verified')
      await mail(buildAlreadyRegisteredEmail(config.origin, email));
    // Two people may have signed up with this address: its owner chooses the password.
    else await sendReset(email);
  };
  return [
    {
      name: 'accounts.welcome',
      retries: mailRetries,
      run: ({ email, created }: Recipient & { created: boolean }) =>
        created ? sendVerification(email) : sendAlreadyRegistered(email),
    },
    {
      name: 'accounts.verification',
      retries: mailRetries,
      run: ({ email }: Recipient) => sendVerification(email),
    },
    { name: 'accounts.reset', retries: mailRetries, run: ({ email }: Recipient) => sendReset(email) },
    {
      name: 'accounts.new-device',
      retries: mailRetries,
      // Created here, not in the payload, so that only the mail contains the token.
      run: async ({ email, device, browser, signedInAt, last = false }: NewDevice) => {
        const [token, at] = [createToken(), new Date(signedInAt)];
        const about = { signedInAt: at, browser: browser ?? null };
        if (await storeToken(authDb, email, { purpose: 'not_me', token, about }))
          await mail(buildNewDeviceEmail(config.origin, email, { token, device, at, last }));
      },
    },
    {
      name: 'accounts.send_email',
      retries: mailRetries,
      run: async ({ email, about, at }: Recipient & { about: OwnerNotice; at: string }) => {
        const notice = { about, at: new Date(at) };
        const isOpen = (await findAccountState(authDb, email)) !== 'none';
        // A closed account still gets mail about its closing and about earlier changes.
        if (isOpen || (await withSystem(pool, (tx) => wasClosedSince(tx, email, notice.at))))
          await mail(buildOwnerEmail(config.origin, email, notice));
      },
    },
    {
      name: 'accounts.forget-tries',
      cron: '17 * * * *',
      run: () => deleteOldAttempts(authDb),
    },
    {
      // Hourly, as a process that was not restarted may still encrypt with the old secret.
      name: 'accounts.reseal',
      cron: '47 * * * *',
      run: () => reencryptAuthenticators(authDb, getSecrets(config)),
    },
    {
      name: 'accounts.sweep',
      cron: '27 * * * *',
      run: () => deleteExpiredAccess(authDb),
    },
  ];
}
