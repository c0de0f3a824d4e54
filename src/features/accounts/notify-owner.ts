import { type AuditEntry, audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import type { Context } from '../../platform/http/procedure.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { getLimitKeys, isWithinLimit, isWithinLimits } from '../../platform/limits/rate-limit.ts';
import { deviceHashOf } from './device.ts';
import type { OwnerNotice } from './emails.ts';
import { isDeviceOfAccount } from './session-store.ts';

const daySeconds = 24 * 3600;

/** Mails per day to one address: per known device or connection, and from all unknown devices together. */
const dailyLimits = {
  verification: { requester: 3, address: 6 },
  reset: { requester: 3, address: 6 },
  welcome: { requester: 2, address: 2 },
} as const;

/** Lifetime of the shortest mailed link. Beyond the daily limit, one mail an hour is still allowed. */
const linkLifetimeSeconds = 3600;

/** Security mails per kind of change. Only a signed-in session triggers them. */
const maxChangesPerDay = 3;

type LimitContext = Pick<Context, 'services' | 'request'>;

const connectionLimit = { tries: 30, seconds: 900 };

async function findKnownDevice(email: string, context: LimitContext): Promise<string | null> {
  const device = deviceHashOf(context);
  return device !== null && (await isDeviceOfAccount(context.services.authDb, email, device)) ? device : null;
}

/** Limits mails that one known device or connection requests, to any address. */
export async function canRequestFrom(
  kind: keyof typeof dailyLimits,
  email: string,
  context: LimitContext,
): Promise<boolean> {
  const { authDb, clock } = context.services;
  const knownDevice = await findKnownDevice(email, context);
  const keys = knownDevice ? [`${kind}:from:browser:${knownDevice}`] : getLimitKeys(`${kind}:from`, context.request.ip);
  return isWithinLimits(authDb, keys, { ...connectionLimit, now: clock() });
}

/** Limits mails to one address per day. A known device has its own quota, which others cannot use up. */
export async function canRequestEmail(
  kind: keyof typeof dailyLimits,
  email: string,
  context: LimitContext,
): Promise<boolean> {
  const { authDb, clock } = context.services;
  const { requester, address } = dailyLimits[kind];
  const dailyLimit = { seconds: daySeconds, now: clock() };
  const knownDevice = await findKnownDevice(email, context);
  const from = `mail:${kind}:${email}:from:${knownDevice ?? getConnectionKey(context.request.ip)}`;
  if (!(await isWithinLimit(authDb, from, { ...dailyLimit, tries: requester }))) return false;
  if (knownDevice) return true;
  const hourlyLimit = { tries: kind === 'welcome' ? 0 : 1, seconds: linkLifetimeSeconds, now: clock() };
  const hasHourlyAllowance = await isWithinLimit(authDb, `mail:${kind}:${email}:hour`, hourlyLimit);
  return (
    (await isWithinLimit(authDb, `mail:${kind}:${email}`, { ...dailyLimit, tries: address })) || hasHourlyAllowance
  );
}

/** Returns false over the daily limit. The mail about a closed account is always sent. */
const canNotifyOf = async (
  tx: Db,
  about: OwnerNotice,
  { email, now }: { email: string; now: Date },
): Promise<boolean> =>
  about === 'closed' ||
  isWithinLimit(tx, `mail:${about}:${email}`, { tries: maxChangesPerDay, seconds: daySeconds, now });

type Owner = { readonly userId: string; readonly requestId: string };

export const auditOwnAction = (
  tx: Db,
  { userId, requestId }: Owner,
  entry: Pick<AuditEntry, 'action' | 'after' | 'reasonCode'>,
): Promise<void> =>
  audit(tx, { actorId: userId, actorRole: 'customer', subjectType: 'account', subjectId: userId, requestId, ...entry });

type NotifyContext = { readonly jobs: Jobs; readonly now: Date };

/** Enqueues the mail unless the day's limit is reached. Call it in the transaction of the change. */
export async function notifyOwner(
  tx: Db,
  { jobs, now }: NotifyContext,
  { email, about }: { email: string; about: OwnerNotice },
) {
  if (!(await canNotifyOf(tx, about, { email, now }))) return;
  await jobs.enqueue(tx, 'accounts.send_email', { email, about, at: now.toISOString() });
}
