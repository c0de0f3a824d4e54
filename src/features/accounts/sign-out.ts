import type { Db } from '../../platform/database/database.ts';
import { command } from '../../platform/http/procedure.ts';
import { sessionCookieName, sessionToken } from '../../platform/http/session.ts';
import { queueSignIn } from '../../platform/limits/anonymous-queue.ts';
import { auditOwnAction } from './audit.ts';
import { endSessionByToken } from './session-store.ts';

/** Succeeds without a session too [000 §7 Authentication]. Queued, so that replayed tokens cannot cause a flood. */
export const signOut = command.handler(async function signOut({ context: { services, request, reply } }) {
  const token = sessionToken(request, services.config);
  const endSession = (tx: Db) => endActiveSession(tx, { token: token ?? '', requestId: request.id });
  if (token) await queueSignIn(request, () => services.authDb.transaction().execute(endSession));
  const secure = services.config.mode === 'production';
  reply.clearCookie(sessionCookieName(services.config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
  reply.header('clear-site-data', '"storage"');
  return { signedOut: true };
});

async function endActiveSession(tx: Db, { token, requestId }: { token: string; requestId: string }): Promise<void> {
  const userId = await endSessionByToken(tx, token);
  if (userId === null) return;
  await auditOwnAction(tx, { userId, requestId }, { action: 'accounts.signed_out' });
}
