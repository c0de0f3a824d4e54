import { roleAllows } from '../../kernel/permissions.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { staff } from '../../platform/http/procedure.ts';
import { findFrozenSince } from './freeze-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { accountPermissions } from './permissions.ts';
import { CustomerOnly } from './schema.ts';
import { endSessions, findSessions, isStaff, revokeApiAccess } from './session-store.ts';
import { toSessionView } from './sessions.ts';

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
