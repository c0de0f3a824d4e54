import { authed } from '../../platform/http/procedure.ts';
import { auditOwnAction } from './audit.ts';
import { formatDevice } from './device-label.ts';
import { findFrozenSince } from './freeze-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { loadFactors } from './mfa-store.ts';
import { findPasskeys } from './passkey-store.ts';
import { ById } from './schema.ts';
import { endSession, endSessions, findSessions, type SessionRow } from './session-store.ts';

export const toSessionView = ({ id, userAgent, startedAt, usedAt }: SessionRow) => ({
  id,
  device: formatDevice(userAgent),
  place: null as string | null,
  startedAt,
  usedAt,
});

export const security = authed.handler(async function security({ context: { services, tx, person } }) {
  const { authDb } = services;
  const { app, codes } = await loadFactors(authDb, person.id);
  const passkeys = await findPasskeys(authDb, person.id);
  const sessions = await findSessions(authDb, person.id);
  return {
    email: person.email,
    app,
    codes,
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })),
    sessions: sessions.map((session) => ({ ...toSessionView(session), current: session.id === person.sessionId })),
    frozenSince: await findFrozenSince(tx, person.id),
    factorNeeded: person.needsMfa,
  };
});

/** Ends one of the user's own sessions (ASVS 7.5.2). */
export const endOwnSession = authed
  .errors(refusalCodes('accounts.not_there'))
  .input(ById)
  .handler(async function endOwnSession({ context: { services, person, request }, input }) {
    return services.authDb.transaction().execute(async (tx) => {
      if (!(await endSession(tx, person.id, input.id))) refuse('accounts.not_there', {});
      await auditOwnAction(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.session_ended' });
      return { ended: 1 };
    });
  });

/** Audits only when a session ended. */
export const endOtherSessions = authed.handler(async function endOtherSessions({
  context: { services, person, request },
}) {
  return services.authDb.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, person.id, person.sessionId);
    if (ended === 0) return { ended };
    await auditOwnAction(
      tx,
      { userId: person.id, requestId: request.id },
      { action: 'accounts.sessions_ended', after: { ended } },
    );
    return { ended };
  });
});
