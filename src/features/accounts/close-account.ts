import { jamaicaDay } from '../../kernel/calendar.ts';
import type { Db } from '../../platform/database/database.ts';
import { getQueueKeys } from '../../platform/http/client-network.ts';
import { exclusivePerUser, stepUpTwoPhase } from '../../platform/http/procedure.ts';
import { sessionCookieName } from '../../platform/http/session.ts';
import { enqueueRemoval } from '../documents/jobs.ts';
import { deleteLocation } from '../location/store-location.ts';
import { assertNotLastAdmin } from '../staff/roles/api.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { AccountChange } from './mfa-change.ts';
import { auditOwnAction, notifyOwner } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { countAttempt } from './reauthenticate.ts';
import { CloseAccount } from './schema.ts';
import { findCredential } from './session-store.ts';
import { closeAccountData, findMoneyInTransit } from './store.ts';

/** Years for which identity and transaction records outlive the account (decision A12). */
const retentionYears = 7;

/** Adds seven years to a day (YYYY-MM-DD). 29 February becomes 1 March of a common year. */
export function getRetentionEnd(day: string): string {
  const end = new Date(`${Number(day.slice(0, 4)) + retentionYears}${day.slice(4)}T00:00:00Z`);
  return end.toISOString().slice(0, 10);
}

/** Closes the account unless money is in transit [000 §5 Delete account, §7 Authentication, decision A12]. */
export const closeAccount = stepUpTwoPhase(accountPermissions.own)
  .use(exclusivePerUser)
  .errors(
    refusalCodes('accounts.closing_refused', 'accounts.money_under_way', 'accounts.too_many_codes', 'roles.last_admin'),
  )
  .input(CloseAccount)
  .handler(async function closeAccount({ context, input }) {
    const { services, person, request, reply, openTransaction } = context;
    const { authDb, passwords, config } = services;
    const account = await findCredential(authDb, person.email);
    const queueKeys = getQueueKeys(request.ip, person.id);
    const verifyPassword = () => passwords.verify(account?.hash ?? null, input.password, queueKeys);
    const verifyOwner = async () => (await verifyPassword()) !== null && input.email === person.email;
    const isRight = await countAttempt(context, 'password', verifyOwner);
    if (!isRight) refuse('accounts.closing_refused', {});
    await openTransaction((tx, now) => {
      if (now.hasMfa !== person.hasMfa) refuse('accounts.confirm_needed', {});
      return close(tx, context);
    });
    const secure = config.mode === 'production';
    reply.clearCookie(sessionCookieName(config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
    reply.header('clear-site-data', '"storage"');
    return { closed: true };
  });

async function close(tx: Db, { services: { jobs, clock }, person, request }: AccountChange): Promise<void> {
  const now = clock();
  const reference = await findMoneyInTransit(tx, person.id);
  if (reference) refuse('accounts.money_under_way', { reference });
  await assertNotLastAdmin(tx, person.id);
  const until = getRetentionEnd(jamaicaDay(now));
  await auditOwnAction(
    tx,
    { userId: person.id, requestId: request.id },
    { action: 'accounts.closed', after: { until } },
  );
  await notifyOwner(tx, { jobs, now }, { email: person.email, about: 'closed' });
  await deleteLocation(tx, person.id, now);
  await enqueueRemoval(jobs, tx, person.id);
  await closeAccountData(tx, person.id, { at: now, until });
}
