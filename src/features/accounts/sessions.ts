import type { Db, SessionUser } from '../../platform/database/database.ts';
import { authed, signInProcedure } from '../../platform/http/procedure.ts';
import { formatDevice } from './device.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findPasskeys, loadFactors, removeFactorsSince } from './mfa-store.ts';
import { auditOwnAction } from './notify-owner.ts';
import { ById, ReportSignIn } from './schema.ts';
import {
  addFreeze,
  endSession,
  endSessions,
  findFrozenSince,
  findSessions,
  forgetDevicesExcept,
  lockCredentials,
  type SessionRow,
  setPassword,
} from './session-store.ts';
import { consumeAlarm } from './token-store.ts';

/** Refuses when the session has ended. Call it before writing anything that outlives the session. */
export async function assertSessionActive(tx: Db, { sessionId }: Pick<SessionUser, 'sessionId'>): Promise<void> {
  if (!(await lockCredentials(tx, sessionId))) refuse('accounts.sign_in_required', {});
}

/**
 * Handles "This was not me" (mailed token): ends every session, freezes payouts, and removes the password and factors
 * added since the reported sign-in (never of staff). A password reset restores access; staff lift the freeze.
 */
export const thisWasNotMe = signInProcedure
  .errors(refusalCodes('accounts.alarm_invalid'))
  .input(ReportSignIn)
  .handler(async function thisWasNotMe({ context: { services, request }, input }) {
    return services.authDb.transaction().execute(async (tx) => {
      const alarm = await consumeAlarm(tx, input.token);
      if (!alarm) return refuse('accounts.alarm_invalid', {});
      const { userId } = alarm;
      // Removed before the sessions end, so that a concurrent sign-in fails or its session ends below.
      await setPassword(tx, userId, null);
      const ended = await endSessions(tx, userId);
      await removeFactorsSince(tx, alarm);
      await forgetDevicesExcept(tx, userId);
      await addFreeze(tx, userId);
      const entry = { action: 'accounts.frozen', after: { ended }, reasonCode: 'not_me' };
      await auditOwnAction(tx, { userId, requestId: request.id }, entry);
      return { frozen: true };
    });
  });

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
