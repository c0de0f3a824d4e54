import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { ConfigurationError, readConfig } from '../../src/platform/config/config.ts';
import { deviceToken, sessionCookieName, sessionToken } from '../../src/platform/http/session.ts';
import { buildServer } from '../../src/server.ts';
import { credentialKey } from '../credential-keys.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { services } = server;

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
  const people = await app.inject({ method: 'POST', url: '/api/rpc/accounts/demoPeople', headers, payload: '{}' });
  expect(people.json()).toEqual({ json: [] });
  const signOutAnswer = await app.inject({ method: 'POST', url: '/api/rpc/accounts/signOut', headers, payload: '{}' });
  for (const setCookie of parseSetCookies(signOutAnswer.headers)) expect(setCookie).toMatch(/;\s*Secure/i);
  await app.close();
});

test.each([
  ['AUTH_SECRET', 'short'],
  ['AUTH_SECRET', 'a'.repeat(64)],
  ['AUTH_SECRET', ''],
  ['PUBLIC_ORIGIN', 'http://crypto.example'],
  ['PUBLIC_ORIGIN', 'https://crypto.example/path'],
  ['PUBLIC_ORIGIN', '*'],
  ['SMTP_URL', ''],
  ['DATABASE_URL', ''],
  ['SETTINGS_FILE', '/nowhere.json'],
])('production does not start with %s=%s', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(ConfigurationError);
});
