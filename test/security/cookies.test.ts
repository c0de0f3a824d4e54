import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { deleteExpiredAccess } from '../../src/features/accounts/session-store.ts';
import { getSourceState } from '../../src/features/screening/sources.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { deviceToken, sessionCookieName, sessionToken } from '../../src/platform/http/session.ts';
import { isWithinLimit } from '../../src/platform/limits/rate-limit.ts';
import { buildServer } from '../../src/server.ts';
import { credentialKey } from '../credential-keys.ts';
import { buildOrder } from '../reliability/customer.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { services, owner, call, signIn } = server;

const parseSetCookies = (headers: Record<string, unknown>) =>
  [headers['set-cookie']]
    .flat()
    .filter((setCookie) => setCookie !== undefined)
    .map(String);

test('every cookie is unreachable for scripts and other sites', async () => {
  const answers = [
    await server.call('accounts/signIn', { email: 'tier1@demo.test', password: demoPassword }),
    await server.call('accounts/signOut', undefined, await createSession(server, 'tier1')),
  ];
  const setCookies = answers.flatMap(({ headers }) => parseSetCookies(headers));
  expect(setCookies.length).toBeGreaterThanOrEqual(3);
  for (const setCookie of setCookies) {
    expect(setCookie).toMatch(/;\s*HttpOnly/i);
    expect(setCookie).toMatch(/;\s*SameSite=(Lax|Strict)/i);
    expect(setCookie).toMatch(/;\s*Path=\/(;|$)/i);
    expect(setCookie).not.toMatch(/;\s*Domain=/i);
  }
  expect(JSON.stringify(answers[0]?.body)).not.toMatch(/token|session/i);
});

const settings = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-settings-')), 'settings.json');

writeFileSync(settings, '{}');

const production = {
  MODE: 'production',
  DATABASE_URL: services.appUrl,
  SMTP_URL: 'smtp://localhost:1',
  MAIL_FROM: 'us@example.com',
  AUTH_SECRET: 'kP3vX9bQ2mZ7wL5tR8yN1cF6hJ4dS0aG',
  FILE_KEYS: `2026a:${randomBytes(32).toString('base64')}`,
  CREDENTIAL_KEYS: credentialKey(),
  CLAMD_ADDRESS: 'none',
  PUBLIC_ORIGIN: 'https://crypto.example',
  SETTINGS_FILE: settings,
  PRICE_PROVIDERS: '',
  LOG_LEVEL: 'silent',
};

test('a device token is no session and causes no session lookup', async () => {
  const { headers } = await server.call('accounts/signIn', { email: 'tier1@demo.test', password: demoPassword });
  const device = parseSetCookies(headers).find((setCookie) => setCookie.startsWith('device=')) ?? '';
  const token = decodeURIComponent(/^device=([^;]+)/.exec(device)?.[1] ?? '');
  const buildRequest = (name: string) => ({ cookies: { [name]: token } }) as unknown as FastifyRequest;
  expect(deviceToken(buildRequest('device'), services.config)).toBe(token.split('.')[0]);
  expect(sessionToken(buildRequest('session'), services.config)).toBeNull();
});

test('production binds cookies to our host and TLS, sends HSTS, and has no demo', async () => {
  const config = readConfig(production);
  expect(sessionCookieName(config.mode)).toBe('__Host-session');
  const app = await buildServer({ ...services, config });
  const payload = JSON.stringify({ json: { email: 'tier1@demo.test', password: demoPassword } });
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signIn', headers, payload });
  expect(answer.statusCode).toBe(200);
  for (const setCookie of parseSetCookies(answer.headers)) {
    expect(setCookie).toMatch(/^__Host-(session|device)=/);
    expect(setCookie).toMatch(/;\s*Secure/i);
  }
  expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  for (const url of ['/dev/mailbox', '/dev/mailbox.json']) expect((await app.inject({ url })).statusCode).toBe(404);
  const people = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signInOptions', headers, payload: '{}' });
  expect(people.json()).toEqual({ json: { people: [], provider: null } });
  const signOutAnswer = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signOut', headers, payload: '{}' });
  for (const setCookie of parseSetCookies(signOutAnswer.headers)) expect(setCookie).toMatch(/;\s*Secure/i);
  await app.close();
});

/** Rows with future dates, from a minute in which the clock ran 35 days ahead, must not take effect. */
describe('a clock that is ahead', () => {
  const ahead = `interval '35 days'`;
  const now = () => new Date();

  const requestQuote = (cookie: string) =>
    call('trading/quoteBuy', { symbol: 'BTC', currency: 'JMD', amount: '500' }, cookie);

  test('a price from the future is not used, and the next price replaces it', async () => {
    const cookie = await signIn('tier2');
    expect((await requestQuote(cookie)).status).toBe(200);
    await owner.query(`update crypto_prices set observed_at = now() + ${ahead}, last_updated = now() + ${ahead}`);
    await owner.query(`update price_refreshes set attempted_at = now() + ${ahead}`);
    const refused = { status: 503, body: { code: 'trading.prices_unavailable' } };
    expect(await requestQuote(cookie)).toMatchObject(refused);
    const { body } = await call<{ refreshedAt: string }>('prices/refresh', {});
    expect(new Date(body.refreshedAt).getTime()).toBeLessThan(Date.now() + 60_000);
    expect((await requestQuote(cookie)).status).toBe(200);
  });

  test('an attempt count that began in the future starts again', async () => {
    const allowance = { tries: 2, seconds: 60, now: now() };
    const later = { ...allowance, now: after(now(), days(35)) };
    const answers = [true, true, false];
    for (const answer of answers) expect(await isWithinLimit(services.authDb, 'clock', later)).toBe(answer);
    for (const answer of answers) expect(await isWithinLimit(services.authDb, 'clock', allowance)).toBe(answer);
  });

  test('a session from the future ends, and its reauthentication proves nothing', async () => {
    const cookie = await signIn('tier1');
    const change = () => call('accounts/startAuthenticator', {}, cookie);
    expect((await change()).status).toBe(200);
    await owner.query(`update auth.session set confirmed_at = now() + ${ahead}`);
    expect(await change()).toMatchObject({ body: { code: 'accounts.confirm_needed' } });
    await owner.query(`update auth.session set used_at = now() + ${ahead}`);
    await deleteExpiredAccess(services.authDb);
    expect((await owner.query('select 1 from auth.session')).rowCount).toBe(0);
  });

  test('a list that was last checked in the future counts as stale', () => {
    const list = { source: 'ofac', listId: 'one', publishedOn: new Date().toISOString().slice(0, 10) } as const;
    const source = { source: 'ofac', needed: true, allowedHours: 72, list } as const;
    expect(getSourceState({ ...source, asOf: after(now(), -hours(1)) }, now())).toBe('fresh');
    expect(getSourceState({ ...source, asOf: after(now(), days(35)) }, now())).toBe('stale');
  });

  test('a quote from the future cannot be used', async () => {
    const cookie = await signIn('tier2');
    const { body } = await requestQuote(cookie);
    const order = buildOrder((body as { id: string }).id);
    await owner.query(`update quotes set expires_at = expires_at + ${ahead}`);
    expect(await call('trading/placeBuyOrder', order, cookie)).toMatchObject({
      body: { code: 'trading.quote_lapsed' },
    });
  });
});
