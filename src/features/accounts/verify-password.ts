import { getQueueKeys } from '../../platform/http/client-network.ts';
import type { Context } from '../../platform/http/procedure.ts';
import type { ReleaseSlotWhile } from '../../platform/limits/anonymous-queue.ts';
import {
  recordAttempt as countOne,
  deleteAttempts,
  isWithinLimit,
  isWithinLimits,
  revertAttempt,
  revertIfBusy,
} from '../../platform/limits/rate-limit.ts';
import { deviceHashOf } from './device.ts';
import { refuse } from './messages.ts';
import { notifyOwner } from './notify-owner.ts';
import { type Credential, findCredential, isDeviceOfAccount } from './session-store.ts';
import {
  accountDayLimit,
  accountLimit,
  connectionLimit,
  findLimitKeys,
  getAccountDayKey,
  getAccountKey,
  getDeviceKey,
} from './sign-in-limits.ts';

type PasswordAttempt = {
  /** Undefined for an unknown email, for which verifying takes the same work. */
  readonly account: Credential | undefined;
  /** Null when the password is wrong. */
  readonly hash: string | null;
  /** Device hash; null when the account has never used the device. */
  readonly device: string | null;
  readonly revertCounts: () => Promise<void>;
};

/** Counts the attempt, then verifies the password. Throws `accounts.too_many_tries` over `sign-in-limits.ts`. */
export async function attemptPassword(
  context: Context & { readonly releaseSlotWhile: ReleaseSlotWhile },
  { email, password }: { readonly email: string; readonly password: string },
): Promise<PasswordAttempt> {
  const { services, releaseSlotWhile } = context;
  const attempt = await countPasswordAttempt(context, email);
  const account = await findCredential(services.authDb, email);
  const queueKeys = getQueueKeys(context.request.ip, email);
  const hash = await attempt.revertIfBusy(() =>
    releaseSlotWhile(() => services.passwords.verify(account?.hash ?? null, password, queueKeys)),
  );
  if (account && !hash && attempt.isLast) {
    const notifyContext = { jobs: services.jobs, now: services.clock() };
    await notifyOwner(services.authDb, notifyContext, { email, about: 'passwords_guessed' });
  }
  return { account, hash, device: attempt.device, revertCounts: attempt.revertCounts };
}

async function countPasswordAttempt(context: Context, email: string) {
  const { services } = context;
  const { authDb } = services;
  const now = services.clock();
  const browser = deviceHashOf(context);
  const device = (await isDeviceOfAccount(authDb, email, browser ?? '')) ? browser : null;
  const key = device === null ? getAccountKey(email) : getDeviceKey(email, device);
  const dayKey = device === null ? getAccountDayKey(email) : null;
  const keys = await findLimitKeys('sign-in', context, email);
  // Connection limits first, so that a blocked connection creates no rows for other emails.
  const isWithin =
    (await isWithinLimits(authDb, keys, { ...connectionLimit, now })) &&
    (await isWithinLimit(authDb, key, { ...accountLimit, now }));
  if (!isWithin) refuse('accounts.too_many_tries', {});
  const todayCount = dayKey === null ? 0 : await countOne(authDb, dayKey, { ...accountDayLimit, now });
  if (todayCount > accountDayLimit.tries) refuse('accounts.too_many_tries', {});
  // Earlier wrong attempts of unknown devices stay counted.
  const revertCounts = async () => {
    await (device ? deleteAttempts(authDb, key) : revertAttempt(authDb, key));
    if (dayKey) await revertAttempt(authDb, dayKey);
    for (const limitKey of keys) await revertAttempt(authDb, limitKey);
  };
  return {
    device,
    isLast: todayCount === accountDayLimit.tries,
    revertCounts,
    revertIfBusy: <T>(verify: () => Promise<T>) =>
      revertIfBusy(authDb, [key, ...(dayKey ? [dayKey] : []), ...keys], verify),
  };
}
