import { expect, test } from 'vitest';
import { endSessions, setPassword } from '../../src/features/accounts/session-store.ts';
import { oidcClient, startSignInProvider } from '../sign-in-provider.ts';
import { getCookie, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

const provider = await startSignInProvider();
const server = await serverWithoutFaults({ OIDC_ISSUER: provider.issuer, ...oidcClient, OIDC_NAME: 'Okta' });
const { app, call, services } = server;
const { findUserId } = createAccountTools(server);

const start = (site: string) =>
  app.inject({ url: '/auth/oidc/start', headers: { 'sec-fetch-site': site, host: 'localhost' } });

test('after "This was not me" the provider starts no session until the password is reset', async () => {
  provider.claims = { email: 'support@demo.test', email_verified: true };
  const id = await findUserId('support@demo.test');
  await services.authDb.transaction().execute(async (tx) => {
    await setPassword(tx, id, null);
    await endSessions(tx, id);
  });
  const started = await start('same-origin');
  const answer = await fetch(String(started.headers.location), { redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  const back = await app.inject({ url: `${pathname}${search}`, headers: { cookie: getCookie(started) } });
  expect(back.statusCode).toBe(422);
  expect((await call('accounts/viewer', undefined, getCookie(back))).body).toMatchObject({ session: 'out' });
});

test('another site cannot start a sign-in, which would replace the session of a member of staff', async () => {
  const started = await start('cross-site');
  expect(started.headers.location).toBeUndefined();
  expect(started.headers['set-cookie']).toBeUndefined();
});
