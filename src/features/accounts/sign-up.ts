import { dictionary } from '@zxcvbn-ts/language-common';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { audit } from '../../platform/audit.ts';
import { getConnectionKey, getQueueKeys } from '../../platform/http/client-network.ts';
import { type Context, signInProcedure } from '../../platform/http/procedure.ts';
import { deviceToken, newSessionToken, setDeviceCookie } from '../../platform/http/session.ts';
import {
  getLimitKeys,
  isWithinLimit,
  isWithinLimits,
  revertAttempt,
  revertIfBusy,
} from '../../platform/limits/rate-limit.ts';
import { isOfAge } from './age.ts';
import { versionsInForce } from './agreements/legal-documents.ts';
import { deviceHash } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { canRequestEmail } from './notify-owner.ts';
import { isCommonPassword, SignUp } from './schema.ts';
import { findCredential } from './session-store.ts';
import { createAccount, recordRepeatedSignUp } from './store.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);

/** The connection limit is wide, as a mobile carrier puts thousands of customers behind one IP address. */
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

/** Refuses a common password (decision B1). */
export const assertUncommonPassword = (
  password: string,
  code: 'accounts.common_password' | 'accounts.common_new_password' = 'accounts.common_password',
) => {
  if (isCommonPassword(password, common)) refuse(code, {});
};

/** Creates an unverified account [000 §7 Authentication]. For a taken email, response and duration are the same. */
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
    // Over the daily limit, no mail is sent and the response stays the same.
    const canSendEmail = await canRequestEmail('welcome', input.email, { services, request });
    const device = deviceToken(request, services.config) ?? newSessionToken();
    const account = { ...input, passwordHash, browser: deviceHash(device), agreed: versionsInForce };
    await services.authDb.transaction().execute(async (tx) => {
      const created = await createAccount(tx, account);
      const emailKey = created || (await recordRepeatedSignUp(tx, account));
      // Both cases write one audit entry, so that the duration reveals nothing.
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
      // Finds accounts of the same person: their freeze must cover the new account from the start.
      await services.jobs.enqueue(tx, 'identity.links', { userId: subjectId });
    });
    setDeviceCookie(reply, services.config, device);
    return { email: input.email };
  });
