import { roleAllows } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { notifyOwner } from './notify-owner.ts';
import { accountPermissions } from './permissions.ts';
import { isUnfreezeReason } from './reasons.ts';
import { CustomerOnly, Unfreeze } from './schema.ts';
import { endSessions, findFrozenSince, findSessions, isStaff, liftFreeze, revokeApiAccess } from './session-store.ts';
import { toSessionView } from './sessions.ts';

/** Lifts a freeze by a customer's own alarm. Staff cannot lift their own; other freezes end on the Freezes page. */
export const unfreeze = staff(accountPermissions.unfreeze)
  .errors(refusalCodes('accounts.not_frozen', 'accounts.reason_unknown', 'approvals.own_matter'))
  .input(Unfreeze)
  .handler(async function unfreeze({ context: { services, tx, person, request }, input: { userId, reasonCode } }) {
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!isUnfreezeReason(reasonCode)) refuse('accounts.reason_unknown', {});
    const owner = await liftFreeze(tx, userId, { by: person.id, reason: reasonCode });
    if (!owner) return refuse('accounts.not_frozen', {});
    const entry = { action: 'accounts.unfrozen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff({ person, request }), ...entry, reasonCode });
    await notifyOwner(tx, { jobs: services.jobs, now: services.clock() }, { email: owner.email, about: 'unfrozen' });
    return { userId };
  });

/** Lists a customer's sessions for staff. Every view is audited. */
export const customerSessions = staff(accountPermissions.readSessions)
  .input(CustomerOnly)
  .handler(async function customerSessions({ context: { services, tx, person, request }, input: { userId } }) {
    const sessions = await findSessions(services.authDb, userId);
    const { app, passkeys } = await loadFactors(services.authDb, userId);
    const entry = { action: 'accounts.sessions_seen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff({ person, request }), ...entry });
    return {
      sessions: sessions.map(toSessionView),
      frozenSince: await findFrozenSince(tx, userId),
      factors: { app, passkeys },
    };
  });

/** Ends a customer's sessions and revokes their API keys (ASVS 7.4.5). For staff accounts, only compliance may. */
export const endCustomerSessions = staff(accountPermissions.endSessions)
  .errors(refusalCodes('staff.not_allowed'))
  .input(CustomerOnly)
  .handler(async function endCustomerSessions({ context: { services, person, request }, input: { userId } }) {
    return services.authDb.transaction().execute(async (tx) => {
      const canEndStaff = roleAllows(accountPermissions.endSessionsOfStaff, person.roles);
      if (!canEndStaff && userId !== person.id && (await isStaff(tx, userId))) refuse('staff.not_allowed', {});
      const ended = await endSessions(tx, userId, person.sessionId);
      await revokeApiAccess(tx, userId);
      const entry = { action: 'accounts.sessions_ended', subjectType: 'account', subjectId: userId, aboutId: userId };
      await audit(tx, { ...byStaff({ person, request }), ...entry, after: { ended } });
      return { ended };
    });
  });
