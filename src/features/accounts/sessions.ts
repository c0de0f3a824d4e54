import { signedIn } from '../../platform/procedure.ts';
import { deviceWords } from './device-words.ts';
import { factorsOf } from './factor-store.ts';
import { frozenSince } from './freeze-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { passkeysOf } from './passkey-store.ts';
import { ById } from './schema.ts';
import { endSession, endSessions, type SessionLine, sessionsOf } from './session-store.ts';

/** A session as people see it. Where it came from is not known here. */
export const shownSession = ({ id, userAgent, startedAt, usedAt }: SessionLine) => ({
  id,
  device: deviceWords(userAgent),
  place: null as string | null,
  startedAt,
  usedAt,
});

/** How an account is defended: factors, passkeys, sessions, and whether it is frozen. No secret is among it. */
export const security = signedIn.handler(async ({ context: { services, tx, person } }) => {
  const { authDb } = services;
  const { app, codes } = await factorsOf(authDb, person.id);
  const passkeys = await passkeysOf(authDb, person.id);
  const sessions = await sessionsOf(authDb, person.id);
  return {
    email: person.email,
    app,
    codes,
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })),
    sessions: sessions.map((line) => ({ ...shownSession(line), current: line.id === person.sessionId })),
    frozenSince: await frozenSince(tx, person.id),
    factorNeeded: person.factorNeeded,
  };
});

/** Signs one device of one's own out (ASVS 7.5.2). */
export const endOwnSession = signedIn
  .errors(mayRefuse('accounts.not_there'))
  .input(ById)
  .handler(async ({ context: { services, person, request }, input }) =>
    services.authDb.transaction().execute(async (tx) => {
      if (!(await endSession(tx, person.id, input.id))) refuse('accounts.not_there', {});
      await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.session_ended' });
      return { ended: 1 };
    }),
  );

/** Signs every other device of one's own out. Where there is none nothing happened, and no line says so. */
export const endOtherSessions = signedIn.handler(async ({ context: { services, person, request } }) =>
  services.authDb.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, person.id, person.sessionId);
    if (ended === 0) return { ended };
    await ownerLine(
      tx,
      { userId: person.id, requestId: request.id },
      { action: 'accounts.sessions_ended', after: { ended } },
    );
    return { ended };
  }),
);
