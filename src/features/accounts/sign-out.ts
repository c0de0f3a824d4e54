import { open } from '../../platform/procedure.ts';
import { sessionCookieName } from '../../platform/session.ts';

/** Ends the session on the server and clears what the browser holds for us. Without a session it is a success too. */
export const signOut = open.handler(async ({ context: { services, request, reply } }) => {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  await services.auth.signOut(headers);
  const secure = services.config.mode === 'production';
  reply.clearCookie(sessionCookieName(services.config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
  reply.header('clear-site-data', '"storage"');
  return { signedOut: true };
});
