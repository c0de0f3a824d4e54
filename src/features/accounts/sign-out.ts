import type { Db } from '../../platform/database.ts';
import { command } from '../../platform/procedure.ts';
import { sessionCookieName, sessionToken } from '../../platform/session.ts';
import { atTheDoor } from '../../platform/strangers-turn.ts';
import { ownerLine } from './owner-line.ts';
import { endSessionOf } from './session-store.ts';

/**
 * The server's part of signing out: ends the session and takes back its cookie [000 §7 Authentication]; toasts and the
 * browser's storage are `ui/sign-out.ts`. Without a session it is a success too, for which the database is asked
 * nothing; words of sessions that are over, which anybody gathers, wait as strangers do.
 */
export const signOut = command.handler(async ({ context: { services, request, reply } }) => {
  const token = sessionToken(request, services.config);
  const end = (tx: Db) => signOutIn(tx, { token: token ?? '', requestId: request.id });
  if (token) await atTheDoor(request, () => services.authDb.transaction().execute(end));
  const secure = services.config.mode === 'production';
  reply.clearCookie(sessionCookieName(services.config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
  reply.header('clear-site-data', '"storage"');
  return { signedOut: true };
});

async function signOutIn(tx: Db, { token, requestId }: { token: string; requestId: string }): Promise<void> {
  const userId = await endSessionOf(tx, token);
  if (userId === null) return;
  await ownerLine(tx, { userId, requestId }, { action: 'accounts.signed_out' });
}
