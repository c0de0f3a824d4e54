import { beforeEach, expect, test, vi } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { renderAuthPage } from '../../src/features/accounts/auth-page.ts';
import { accountsMessages } from '../../src/features/accounts/messages.ts';
import { ProviderDownError, startAttempt } from '../../src/features/accounts/provider-gateway.ts';
import { providerMessages } from '../../src/features/accounts/security-messages.ts';
import type { Config } from '../../src/platform/config/config.ts';
import type { Context } from '../../src/platform/http/procedure.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { platformMessages } from '../../src/platform/messages.ts';
import { buildServer } from '../../src/server.ts';
import { oidcClient, startSignInProvider } from '../sign-in-provider.ts';
import { getCookie, serverUnderTest, serverWithoutFaults } from '../worker.ts';
import { createAccountTools } from './account-security.ts';
import { insertUser } from './actors.ts';

const provider = await startSignInProvider();
const settings = { OIDC_ISSUER: provider.issuer, ...oidcClient, OIDC_NAME: 'Okta & Co' };
const server = await serverWithoutFaults(settings);
const withoutProvider = await serverUnderTest();
const { app, call, owner, services } = server;
const { createUserWithApp, isSignedIn, findUserId } = createAccountTools(server);
const warn = vi.spyOn(services.log, 'warn');

const staff = { email: 'support@demo.test', email_verified: true };
const { provider_refused: refused, provider_expired: expired } = {
  provider_refused: providerMessages['accounts.provider_refused'].text,
  provider_expired: providerMessages['accounts.provider_expired'].text,
};

beforeEach(async () => {
  await owner.query('truncate rate_limits');
  Object.assign(provider, { claims: staff, userInfo: {}, isDown: false, signsWithUnknownKey: false });
});

const get = async (url: string, cookie?: string) => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { ...(cookie && { cookie }) } });
  return {
    status: statusCode,
    location: String(headers.location),
    headers,
    body: body as never,
    text: body.replaceAll('&#39;', "'"),
  };
};

async function askProvider(query = '') {
  const start = await get(`/auth/oidc/start${query}`);
  expect(start.status).toBe(302);
  const answer = await fetch(start.location, { redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  return { callback: `${pathname}${search}`, cookie: getCookie(start), start };
}

async function signIn(query = '') {
  const { callback, cookie } = await askProvider(query);
  return get(callback, cookie);
}

const findSignIns = async (email: string) =>
  (
    await owner.query<{ after: object }>(
      `select after from audit_log where action = 'accounts.signed_in' and actor_id = $1 order by id`,
      [await findUserId(email)],
    )
  ).rows.map(({ after }) => after);

test('staff sign in with the email of the provider in any case, and the audit log names the issuer', async () => {
  provider.claims = { ...staff, email: 'Finance@DEMO.test' };
  const answer = await signIn();
  expect([answer.status, answer.location]).toEqual([302, '/auth?tab=signin']);
  const viewer = await call('accounts/viewer', undefined, getCookie(answer));
  expect(viewer.body).toMatchObject({ email: 'finance@demo.test', staff: true });
  expect(await findSignIns('finance@demo.test')).toEqual([
    { by: 'OpenID Connect', issuer: provider.issuer, fresh: expect.any(Boolean) },
  ]);
});

test('the sign-in is no fresh proof: a change of credentials still asks for the own password', async () => {
  const cookie = getCookie(await signIn());
  const change = () => call('accounts/startAuthenticator', undefined, cookie);
  expect((await change()).body).toMatchObject({ code: 'accounts.confirm_needed' });
  const proof = await call('accounts/reauthenticate', { password: demoPassword }, cookie);
  expect(proof.status).toBe(200);
  const renewed = getCookie(proof).includes('session=') ? getCookie(proof) : cookie;
  expect((await call('accounts/startAuthenticator', undefined, renewed)).status).toBe(200);
});

test('the request uses PKCE, state and nonce, in a sealed cookie that scripts cannot read', async () => {
  const { start } = await askProvider();
  const query = Object.fromEntries(new URL(start.location).searchParams);
  expect(query).toMatchObject({
    response_type: 'code',
    scope: 'openid email',
    client_id: oidcClient.OIDC_CLIENT_ID,
    redirect_uri: `${services.config.origin}/auth/oidc/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const cookie = String(start.headers['set-cookie']);
  expect(cookie).toMatch(/^oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const secret of [query['state'], query['nonce']])
    expect(Buffer.from(cookie, 'base64').toString('latin1')).not.toContain(secret);
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/admin/orders?a=1&step=second'])(
  'the callback returns to our own page with next=%s',
  async (next) => {
    const { location } = await signIn(`?tab=signup&step=second&next=${encodeURIComponent(next)}`);
    expect(location.startsWith('/auth?tab=signin&next=')).toBe(true);
    expect(new URLSearchParams(location.slice(6)).get('next')).toBe(next);
    expect(location).not.toContain('&step');
  },
);

test('a customer, an unknown and an unverified address get the same refusal, without a session', async () => {
  await insertUser(server, 'waiting@staff.test', false);
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [
    await findUserId('waiting@staff.test'),
  ]);
  const answers = [];
  for (const claims of [
    { ...staff, email: 'tier1@demo.test' },
    { ...staff, email: 'unknown@nowhere.test' },
    { ...staff, email: 'waiting@staff.test' },
    { ...staff, email_verified: false },
    { ...staff, email_verified: 'true' },
    { email: staff.email },
    { email_verified: true },
    { ...staff, email: ['support@demo.test'] },
  ]) {
    provider.claims = claims;
    const { status, text, headers } = await signIn();
    answers.push({ status, text, cookie: String(headers['set-cookie']).replace(/Expires.*/, '') });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 422, cookie: expect.stringMatching(/^oidc=;/) });
  expect(answers[0]?.text).toContain(refused);
});

test('an email that only the UserInfo endpoint returns is accepted, of the same person only', async () => {
  Object.assign(provider, { claims: {}, userInfo: staff });
  expect((await signIn()).location).toBe('/auth?tab=signin');
  provider.userInfo = { ...staff, sub: 'person-2' };
  expect((await signIn()).text).toContain(refused);
});

test.each([
  ['another nonce', { nonce: 'other' }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://other.example' }],
  ['another audience', { aud: 'other' }],
  ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 600 }],
  ['no subject', { sub: undefined }],
])('an ID token with %s is refused', async (_, change) => {
  provider.claims = { ...staff, ...change };
  expect((await signIn()).text).toContain(refused);
});

test('an ID token of an unknown key is refused', async () => {
  provider.signsWithUnknownKey = true;
  expect((await signIn()).text).toContain(refused);
});

test('an answer is refused without the cookie of its attempt, and after ten minutes', async () => {
  const [own, other, late] = [await askProvider(), await askProvider(), await askProvider()];
  const redeemed = provider.requests.get('/token');
  expect((await get(own.callback)).text).toContain(expired);
  expect((await get(own.callback, 'oidc=invented')).text).toContain(expired);
  expect((await get(own.callback, other.cookie)).text).toContain(refused);
  server.setTime(new Date(Date.now() + 11 * 60_000));
  expect((await get(late.callback, late.cookie)).text).toContain(expired);
  expect(provider.requests.get('/token')).toBe(redeemed);
});

test("a stranger's code with the state of this browser is refused by PKCE", async () => {
  const [own, attacker] = [await askProvider(), await askProvider()];
  const code = new URLSearchParams(attacker.callback.split('?')[1]).get('code');
  const answer = await get(own.callback.replace(/code=[^&]+/, `code=${code}`), own.cookie);
  expect(answer.text).toContain(refused);
});

test('a repeated answer is refused before its code is sent again', async () => {
  const { callback, cookie } = await askProvider();
  expect((await get(callback, cookie)).status).toBe(302);
  const redeemed = provider.requests.get('/token');
  expect((await get(callback, cookie)).text).toContain(expired);
  expect(provider.requests.get('/token')).toBe(redeemed);
});

test.each(['error=access_denied', 'code=a&code=b', 'response=x', ''])('the answer %s is refused', async (query) => {
  const { start, cookie } = await askProvider();
  const state = new URL(start.location).searchParams.get('state');
  expect((await get(`/auth/oidc/callback?state=${state}&${query}`, cookie)).text).toContain(refused);
});

test('an account with a second factor is asked for it, and the audit log names both steps', async () => {
  const person = await createUserWithApp();
  await owner.query(`insert into user_roles (user_id, role) values ($1, 'support')`, [person.id]);
  provider.claims = { email: person.email, email_verified: true, amr: ['mfa', 'otp'] };
  const answer = await signIn('?next=%2Fadmin');
  expect(answer.location).toBe('/auth?tab=signin&next=%2Fadmin&step=second');
  const waiting = getCookie(answer);
  expect(await isSignedIn(waiting)).toBe(false);
  expect((await call('accounts/secondStep', undefined, waiting)).body).toMatchObject({ app: true });
  expect((await call('accounts/confirmSignIn', { code: '000000' }, waiting)).status).toBe(422);
  const confirmed = await call('accounts/confirmSignIn', { code: person.code(1) }, waiting);
  expect(await isSignedIn(getCookie(confirmed))).toBe(true);
  expect((await findSignIns(person.email)).at(-1)).toMatchObject({
    by: 'OpenID Connect and code',
    issuer: provider.issuer,
  });
});

test('a frozen member of staff gets no roles, as after a password', async () => {
  await owner.query(`insert into account_freezes (user_id, cause) values ($1, 'not_me')`, [
    await findUserId('compliance@demo.test'),
  ]);
  provider.claims = { ...staff, email: 'compliance@demo.test' };
  const { body } = await call('accounts/viewer', undefined, getCookie(await signIn()));
  expect(body).toMatchObject({ email: 'compliance@demo.test', roles: [], staff: false });
});

test('a provider that is down answers busy, counts as no attempt, and is asked again later', async () => {
  const busy = platformMessages['general.busy'].text;
  const waiting = await askProvider();
  provider.isDown = true;
  const answer = await get(waiting.callback, waiting.cookie);
  expect([answer.status, answer.text.includes(busy)]).toEqual([429, true]);
  const { rows } = await owner.query(`select key from rate_limits where key like 'sign-in:%'`);
  expect(rows).toEqual([]);
  expect(warn.mock.calls.map(([, text]) => text)).toContain('the sign-in provider does not answer');
  const oidc = { ...services.config.oidc } as NonNullable<Config['oidc']>;
  const fresh = await buildServer({ ...services, config: { ...services.config, oidc } });
  const start = () => fresh.inject({ url: '/auth/oidc/start' });
  expect((await start()).statusCode).toBe(429);
  provider.isDown = false;
  expect([(await signIn()).status, (await start()).statusCode]).toEqual([302, 302]);
  await fresh.close();
});

function startWith(changes: { issuer?: string }) {
  const oidc = { ...services.config.oidc, ...changes } as NonNullable<Config['oidc']>;
  return () => startAttempt({ oidc, origin: 'http://localhost' });
}

test('a discovery document of another issuer is refused', async () => {
  const start = startWith({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
  await expect(start()).rejects.toThrow(ProviderDownError);
});

test('the discovery document is fetched at the first sign-in and then kept', async () => {
  const count = () => provider.requests.get('/.well-known/openid-configuration') ?? 0;
  const [before, start] = [count(), startWith({})];
  await Promise.all([start(), start()]);
  await start();
  expect(count() - before).toBe(1);
});

test('a connection over the limit of sign-ins is refused', async () => {
  const { callback, cookie } = await askProvider();
  await owner.query('insert into rate_limits values ($1, now(), 100)', [
    hashPersonalParts('sign-in:address:127.0.0.1'),
  ]);
  expect((await get(callback, cookie)).text).toContain(accountsMessages['accounts.too_many_tries'].text);
});

test('refused and successful sign-ins count like those with a password', async () => {
  await signIn();
  provider.claims = { ...staff, email: 'tier1@demo.test' };
  await signIn();
  await signIn();
  const { rows } = await owner.query('select tries from rate_limits where key = $1', [
    hashPersonalParts('sign-in:address:127.0.0.1'),
  ]);
  expect(rows).toEqual([{ tries: 2 }]);
});

test('the sign-in page names the provider only where it is configured', async () => {
  const readOptions = async (one: typeof server) => {
    const context = { services: one.services, request: { cookies: {}, url: '/auth', ip: '192.0.2.1' } };
    return (await renderAuthPage(context as unknown as Context, '/auth'))?.queries[0]?.answer;
  };
  expect(await readOptions(server)).toMatchObject({ provider: 'Okta & Co' });
  expect(await readOptions(withoutProvider)).toMatchObject({ provider: null });
  for (const url of ['/auth/oidc/start', '/auth/oidc/callback?code=a&state=b'])
    expect((await withoutProvider.app.inject({ url })).statusCode).toBe(404);
});
