import { expect, test } from 'vitest';
import { endSessions, setPassword } from '../../src/features/accounts/session-store.ts';
import { oidcClient, startSignInProvider } from '../sign-in-provider.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';

const provider = await startSignInProvider();
const server = await serverWithoutFaults({ OIDC_ISSUER: provider.issuer, ...oidcClient, OIDC_NAME: 'Okta' });
const { app, call, services } = server;
const { findUserId } = createAccountTools(server);

type Sent = { readonly headers: { readonly 'set-cookie'?: string | string[] | undefined } };
const readCookie = ({ headers }: Sent): string => String(headers['set-cookie']).split(';')[0] ?? '';

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
  const back = await app.inject({ url: `${pathname}${search}`, headers: { cookie: readCookie(started) } });
  expect(back.statusCode).toBe(422);
  expect((await call('accounts/viewer', undefined, readCookie(back))).status).toBe(401);
});

test('another site cannot start a sign-in, which would replace the session of a member of staff', async () => {
  const started = await start('cross-site');
  expect(started.headers.location).toBeUndefined();
  expect(started.headers['set-cookie']).toBeUndefined();
});
