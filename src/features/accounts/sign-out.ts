import { audit } from '../../platform/audit.ts';
import { asPerson } from '../../platform/database.ts';
import { command, type Services } from '../../platform/procedure.ts';
import { comerOf, sessionCookieName } from '../../platform/session.ts';
import { endSessionOf } from './session-store.ts';

/** Ends the session on the server and clears what the browser holds for us. Without a session it is a success too. */
export const signOut = command.handler(async ({ context: { services, request, reply } }) => {
  const comer = comerOf(request, services.config);
  const who = await asPerson(services.pool, comer, async (_, { id }) => id);
  await endSessionOf(services.authDb, comer.token);
  if (who) await recordEnd(services, who.value, request.id);
  const secure = services.config.mode === 'production';
  reply.clearCookie(sessionCookieName(services.config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
  reply.header('clear-site-data', '"storage"');
  return { signedOut: true };
});

function recordEnd({ authDb }: Services, userId: string, requestId: string): Promise<void> {
  const what = { action: 'accounts.signed_out', subjectType: 'account', subjectId: userId };
  return audit(authDb, { actorId: userId, actorRole: 'customer', ...what, requestId });
}
