import { isFor } from '../../kernel/acts.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { accountActs } from './acts.ts';
import { factorsOf } from './factor-store.ts';
import { frozenSince } from './freeze-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { CustomerOnly } from './schema.ts';
import { endPrograms, endSessions, isStaff, sessionsOf } from './session-store.ts';
import { shownSession } from './sessions.ts';

/** Where a customer is signed in, and whether the account is frozen, for staff. The look is written down. */
export const customerSessions = staffOnly(accountActs.readSessions)
  .input(CustomerOnly)
  .handler(async ({ context: { services, tx, person, request }, input: { userId } }) => {
    const sessions = await sessionsOf(services.authDb, userId);
    const { app, passkeys } = await factorsOf(services.authDb, userId);
    const record = { action: 'accounts.sessions_seen', subjectType: 'account', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff({ person, request }), ...record });
    return {
      sessions: sessions.map(shownSession),
      frozenSince: await frozenSince(tx, userId),
      factors: { app, passkeys },
    };
  });

/**
 * Signs a customer and their programs out everywhere (ASVS 7.4.5), not without the line that says so. Whoever is
 * staff is signed out by compliance and admin alone: support does not keep out those who watch it.
 */
export const endCustomerSessions = staffOnly(accountActs.endSessions)
  .errors(mayRefuse('staff.not_allowed'))
  .input(CustomerOnly)
  .handler(async ({ context: { services, person, request }, input: { userId } }) =>
    services.authDb.transaction().execute(async (tx) => {
      const watches = isFor(accountActs.endSessionsOfStaff, person.roles);
      if (!watches && userId !== person.id && (await isStaff(tx, userId))) refuse('staff.not_allowed', {});
      const ended = await endSessions(tx, userId, person.sessionId);
      await endPrograms(tx, userId);
      const record = { action: 'accounts.sessions_ended', subjectType: 'account', subjectId: userId, aboutId: userId };
      await audit(tx, { ...byStaff({ person, request }), ...record, after: { ended } });
      return { ended };
    }),
  );
