import type { Db } from '../../platform/database/database.ts';
import type { Context } from '../../platform/http/procedure.ts';
import { getQuotaKey } from '../../platform/limits/quotas.ts';
import { deleteAttempts, getLimitKeys, isWithinLimit, recordAttempt } from '../../platform/limits/rate-limit.ts';
import { deviceHashOf } from './device.ts';
import { budgets } from './quotas.ts';
import { type AwaitingSession, getDeviceCodesKey, isDeviceOfAccount, isKnownDevice } from './session-store.ts';

export const accountLimit = { tries: 10, seconds: 900 };
/** Wrong attempts of unknown devices. A mobile carrier puts thousands of customers behind one network. */
export const connectionLimit = { tries: 100, network: 3_000, seconds: 900 };

export const getAccountKey = (email: string): string => `sign-in:account:${email}`;

/** Returns the limit key of a known device, else the keys of connection and network. `email` restricts the account. */
export async function findLimitKeys(
  name: string,
  context: Pick<Context, 'services' | 'request'>,
  email?: string,
): Promise<string[]> {
  const { authDb } = context.services;
  const device = deviceHashOf(context);
  const isKnown =
    device !== null &&
    (await (email === undefined ? isKnownDevice(authDb, device) : isDeviceOfAccount(authDb, email, device)));
  return isKnown ? [`${name}:browser:${device}`] : getLimitKeys(name, context.request.ip);
}

/** Unknown devices only: at most 100 wrong passwords a day for one account (NIST SP 800-63B, 3.2.2). */
export const accountDayLimit = { tries: 100, seconds: 24 * 3600 };
export const getAccountDayKey = (email: string): string => `sign-in:account-day:${email}`;

export const getDeviceKey = (email: string, device: string): string => `sign-in:account:${email}:device:${device}`;

/** Keeps the quota of known devices separate, so that a password thief cannot use up the owner's quota. */
export const getSignInQuotaId = (userId: string, device: string | null): string =>
  device === null ? userId : `${userId}:device:${device}`;

/** Clears the wrong-attempt counts. Call it in the transaction that sets a new password. */
export async function clearAttempts(tx: Db, { userId, email }: { userId: string; email: string }): Promise<void> {
  await deleteAttempts(tx, getAccountKey(email));
  await deleteAttempts(tx, getAccountDayKey(email));
  await deleteAttempts(tx, getPasswordKey(userId));
  await deleteAttempts(tx, getQuotaKey(budgets.signedIn, getSignInQuotaId(userId, null)));
}

const getMfaKey = (userId: string): string => `second-step:${userId}`;

const awaitingSessionLimit = { tries: 5, seconds: 900 };

/** Wrong codes per password, of each known device or all unknown devices (NIST SP 800-63B, 3.2.2: below 100). */
export const passwordLimit = { tries: 50, seconds: 365 * 24 * 3600 };
export const getPasswordKey = (userId: string): string => `${getMfaKey(userId)}:password`;
export const notifyAfter = 10;

export type MfaAttempt = {
  readonly keys: readonly string[];
  /** Key that a right code deletes rather than decrements. Null for unknown devices. */
  readonly streakKey: string | null;
  /** Attempts since the password was set: of this known device, or of all unknown devices. */
  readonly countSincePassword: number;
};

/** Null when over the limit. Known devices count separately, so a password thief cannot lock out the owner. */
export async function countMfaAttempt(
  context: Pick<Context, 'services' | 'request'>,
  awaiting: AwaitingSession,
): Promise<MfaAttempt | null> {
  const { authDb, clock } = context.services;
  const now = clock();
  const device = deviceHashOf(context);
  const unknownDevicesKey = getMfaKey(awaiting.userId);
  if (device && (await isDeviceOfAccount(authDb, awaiting.email, device))) {
    const deviceLimitKey = `${unknownDevicesKey}:device:${device}`;
    if (!(await isWithinLimit(authDb, deviceLimitKey, { ...accountLimit, now }))) return null;
    const streakKey = getDeviceCodesKey(awaiting.userId, device);
    const countSincePassword = await recordAttempt(authDb, streakKey, { ...passwordLimit, now });
    return countSincePassword <= passwordLimit.tries
      ? { keys: [deviceLimitKey, streakKey], streakKey, countSincePassword }
      : null;
  }
  const sessionKey = `${unknownDevicesKey}:session:${awaiting.id}`;
  if (!(await isWithinLimit(authDb, sessionKey, { ...awaitingSessionLimit, now }))) return null;
  if (!(await isWithinLimit(authDb, unknownDevicesKey, { ...accountLimit, now }))) return null;
  const lifetimeKey = getPasswordKey(awaiting.userId);
  const countSincePassword = await recordAttempt(authDb, lifetimeKey, { ...passwordLimit, now });
  return countSincePassword <= passwordLimit.tries
    ? { keys: [sessionKey, unknownDevicesKey, lifetimeKey], streakKey: null, countSincePassword }
    : null;
}
