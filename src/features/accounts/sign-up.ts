import { dictionary } from '@zxcvbn-ts/language-common';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit } from '../../platform/audit.ts';
import { getConnectionKey, getQueueKeys } from '../../platform/client-network.ts';
import { type Context, signInProcedure } from '../../platform/procedure.ts';
import { getLimitKeys, isWithinLimit, isWithinLimits, revertAttempt, revertIfBusy } from '../../platform/rate-limit.ts';
import { deviceToken, newSessionToken, setDeviceCookie } from '../../platform/session.ts';
import { versionsInForce } from '../agreements/legal-documents.ts';
import { isOfAge } from './age.ts';
import { deviceHash } from './device-hash.ts';
import { canRequestEmail } from './email-limits.ts';
import { refusalCodes, refuse } from './messages.ts';
import { isCommonPassword } from './password.ts';
import { SignUp } from './schema.ts';
import { findCredential } from './session-store.ts';
import { createAccount, recordRepeatedSignUp } from './store.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);

/** Per hour. A mobile carrier puts thousands behind one address, so the connection limit is wide. */
const perEmailLimit = { tries: 5, seconds: 3_600 };
const connectionLimit = { tries: 100, network: 400, seconds: 3_600 };
const demoConnectionLimit = { tries: 200, seconds: 3_600 };

/** Returns the counted keys, or null when over a limit. */
async function countSignUp({ services, request }: Pick<Context, 'services' | 'request'>, email: string) {
  const { authDb, config, clock } = services;
  const now = clock();
  const emailKey = `sign-up:again:${getConnectionKey(request.ip)}:${email}`;
  if (!(await isWithinLimit(authDb, emailKey, { ...perEmailLimit, now }))) return null;
  const keys = getLimitKeys('sign-up', request.ip);
  const limit = config.mode === 'demo' ? demoConnectionLimit : connectionLimit;
  if (await isWithinLimits(authDb, keys, { ...limit, now })) return [emailKey, ...keys];
  await revertAttempt(authDb, emailKey);
  return null;
}

/** (decision B1) */
export const assertUncommonPassword = (
  password: string,
  code: 'accounts.common_password' | 'accounts.common_new_password' = 'accounts.common_password',
) => {
  if (isCommonPassword(password, common)) refuse(code, {});
};

/** From 18 years (decision C8) [000 §7 Authentication]. An existing account gets the same answer in the same time. */
export const signUp = signInProcedure
  .errors(refusalCodes('accounts.too_young', 'accounts.common_password', 'accounts.too_many_sign_ups'))
  .input(SignUp)
  .handler(async function signUp({ context: { services, request, reply, releaseSlotWhile }, input }) {
    const now = services.clock();
    if (!isOfAge(input.dateOfBirth, jamaicaDay(now))) refuse('accounts.too_young', {});
    assertUncommonPassword(input.password);
    const keys = (await countSignUp({ services, request }, input.email)) ?? refuse('accounts.too_many_sign_ups', {});

    const existing = await findCredential(services.authDb, input.email);
    const queueKeys = getQueueKeys(request.ip, input.email);
    const passwordHash = await revertIfBusy(services.authDb, keys, () =>
      releaseSlotWhile(() => services.passwords.hash(input.password, queueKeys, existing?.hash)),
    );
    // Beyond the daily limit no mail is sent, silently.
    const canSendEmail = await canRequestEmail('welcome', input.email, { services, request });
    const device = deviceToken(request, services.config) ?? newSessionToken();
    const account = { ...input, passwordHash, browser: deviceHash(device), agreed: versionsInForce };
    await services.authDb.transaction().execute(async (tx) => {
      const created = await createAccount(tx, account);
      const emailKey = created || (await recordRepeatedSignUp(tx, account));
      // One audit entry in both cases. Only the log knows whether the account existed.
      const action = created ? 'accounts.signed_up' : 'accounts.sign_up_repeated';
      const subjectId = (await findCredential(tx, input.email))?.userId ?? '';
      await audit(tx, {
        actorId: null,
        actorRole: 'visitor',
        action,
        ...{ subjectType: 'account', subjectId },
        requestId: request.id,
      });
      if (canSendEmail) await services.jobs.enqueue(tx, 'accounts.welcome', { email: input.email, created: emailKey });
      // A freeze must apply to the new account before its first command.
      await services.jobs.enqueue(tx, 'identity.links', { userId: subjectId });
    });
    setDeviceCookie(reply, services.config, device);
    return { email: input.email };
  });
