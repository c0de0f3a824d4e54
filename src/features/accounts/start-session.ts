import type { Db } from '../../platform/database/database.ts';
import type { Context, Services } from '../../platform/http/procedure.ts';
import {
  deviceToken,
  newSessionToken,
  sessionSeconds,
  setDeviceCookie,
  setSessionCookie,
} from '../../platform/http/session.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import { userQueueFor } from '../../platform/limits/user-queue.ts';
import { auditOwnAction } from './audit.ts';
import { deviceHash, formatDevice } from './device.ts';
import { refuse } from './messages.ts';
import { lockPasskey } from './mfa-store.ts';
import {
  addSession,
  endSession,
  lockMfaState,
  lockPassword,
  recordFirstSignIn,
  rememberDevice,
  skipNewDeviceMail,
} from './session-store.ts';

export const getUserAgent = ({ request }: Pick<Context, 'request'>): string =>
  String(request.headers['user-agent'] ?? '').slice(0, 400);

const awaitingSeconds = 600;

/** Starts a session that has no access until the second factor is verified. */
export async function startMfaSession(context: Context, userId: string, hash: string | null): Promise<void> {
  const { services, reply } = context;
  const token = newSessionToken();
  const session = { token, userId, userAgent: getUserAgent(context), awaitsMfa: true, seconds: awaitingSeconds };
  await services.authDb.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, userId, hash))) refuse('accounts.wrong_password', {});
    await addSession(tx, session);
  });
  userQueueFor(services.pool).rememberUser(token, userId);
  setSessionCookie(reply, services.config, token);
}

export type SignInProof = {
  readonly userId: string;
  readonly email: string;
  readonly awaitingSessionId?: string;
  readonly hash?: string | null;
  readonly passkey?: string;
  readonly by: 'password' | 'password and code' | 'password and recovery code' | 'password and passkey' | 'passkey';
};

/**
 * Starts a session under a new token in an HttpOnly cookie (decision A6) and remembers the device. A new device sends a
 * mail with 'This was not me', except at the first sign-in. False when a second factor was added meanwhile.
 */
export async function startSession(
  context: Context,
  { userId, email, awaitingSessionId, hash, passkey, by }: SignInProof,
): Promise<boolean> {
  const { services, request, reply } = context;
  const { authDb, config } = services;
  const token = newSessionToken();
  const device = deviceToken(request, config) ?? newSessionToken();
  const browser = deviceHash(device);
  const userAgent = getUserAgent(context);
  const isStarted = await authDb.transaction().execute(async (tx) => {
    // Passkey sign-ins lock the password too: changing it ends sessions, and 'This was not me' removes passkeys.
    const isCurrent = (await lockPassword(tx, userId, hash)) && (!passkey || (await lockPasskey(tx, passkey)));
    if (!isCurrent) refuse(passkey ? 'accounts.passkey_refused' : 'accounts.wrong_password', {});
    if (by === 'password' && !(await lockMfaState(tx, userId, false))) return false;
    if (awaitingSessionId && !(await endSession(tx, userId, awaitingSessionId)))
      refuse('accounts.second_step_over', {});
    await addSession(tx, { token, userId, userAgent, awaitsMfa: false, seconds: sessionSeconds, device: browser });
    const isFirst = await recordFirstSignIn(tx, userId);
    const isNewDevice = (await rememberDevice(tx, userId, browser)) && !isFirst;
    if (isNewDevice) await notifyNewDevice(tx, services, { email, userAgent, browser });
    await auditOwnAction(
      tx,
      { userId, requestId: request.id },
      { action: 'accounts.signed_in', after: { by, fresh: isNewDevice } },
    );
    return true;
  });
  if (!isStarted) return false;
  userQueueFor(services.pool).rememberUser(token, userId);
  setSessionCookie(reply, config, token);
  setDeviceCookie(reply, config, device);
  return true;
}

type UnknownDevice = { email: string; userAgent: string; browser: string };

/** Mails the owner. Over the daily limit, marks the device: any reported sign-in then removes its factors. */
async function notifyNewDevice(
  tx: Db,
  { jobs, clock }: Services,
  { email, userAgent, browser }: UnknownDevice,
): Promise<void> {
  const now = clock();
  const quota = await claimDailyEmail(tx, 'new-device', { recipientId: email, now });
  if (!quota) return void (await skipNewDeviceMail(tx, email, browser));
  const payload = { email, device: formatDevice(userAgent), browser, signedInAt: now.toISOString() };
  await jobs.enqueue(tx, 'accounts.new-device', { ...payload, last: quota === 'last' });
}
