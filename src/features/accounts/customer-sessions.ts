import { audit } from '../../platform/audit.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { factorsOf } from './factor-store.ts';
import { frozenSince } from './freeze-store.ts';
import { CustomerOnly } from './schema.ts';
import { endSessions, sessionsOf } from './session-store.ts';
import { shownSession } from './sessions.ts';

/** Where a customer is signed in, and whether the account is frozen, for staff. The look is written down. */
export const customerSessions = staffOnly('support', 'compliance', 'admin')
  .input(CustomerOnly)
  .handler(async ({ context: { services, tx, person, request }, input: { userId } }) => {
    const sessions = await sessionsOf(services.authDb, userId);
    const { app, passkeys } = await factorsOf(services.authDb, userId);
    const record = { action: 'accounts.sessions_seen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { actorId: person.id, actorRole: person.roles.join(','), ...record, requestId: request.id });
    return {
      sessions: sessions.map(shownSession),
      frozenSince: await frozenSince(tx, userId),
      factors: { app, passkeys },
    };
  });

/** Signs a customer out everywhere (ASVS 7.4.5). */
export const endCustomerSessions = staffOnly('support', 'compliance', 'admin')
  .input(CustomerOnly)
  .handler(async ({ context: { services, tx, person, request }, input: { userId } }) => {
    const ended = await endSessions(services.authDb, userId, person.sessionId);
    const record = {
      action: 'accounts.sessions_ended',
      subjectType: 'account',
      subjectId: userId,
      aboutId: userId,
      after: { ended },
    };
    await audit(tx, { actorId: person.id, actorRole: person.roles.join(','), ...record, requestId: request.id });
    return { ended };
  });
