import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { buildServer } from '../../src/server.ts';
import { credentialKey } from '../credential-keys.ts';
import { upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { services, owner } = server;
const secret = 'CANARY-OF-THE-FOLDER';
const root = mkdtempSync(join(tmpdir(), 'cryptocommerce-web-'));
const web = join(root, 'web');
for (const folder of ['web/assets/.hidden', 'web/.git', 'web-other'])
  mkdirSync(join(root, folder), { recursive: true });
const page = '<!doctype html><html><head></head><body data-session="%%session%%">page</body></html>';
for (const [name, text] of Object.entries({
  'web/index.html': page,
  'web/__spa-fallback.html': page,
  'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'web/assets/app-1a2b.js': 'let one = 1;',
  'web/.env': secret,
  'web/.git/config': secret,
  'web/assets/.hidden/keys': secret,
  'web-other/keys.txt': secret,
  'outside.txt': secret,
}))
  writeFileSync(join(root, name), text);
const settings = join(root, 'settings.json');
writeFileSync(settings, '{}');
const origin = 'https://crypto.example';
const config = readConfig({
  ...{ MODE: 'production', DATABASE_URL: services.appUrl, SMTP_URL: 'smtp://localhost:1' },
  ...{ MAIL_FROM: 'us@example.com', AUTH_SECRET: 'kP3vX9bQ2mZ7wL5tR8yN1cF6hJ4dS0aG' },
  FILE_KEYS: `2026a:${randomBytes(32).toString('base64')}`,
  CREDENTIAL_KEYS: credentialKey(),
  CLAMD_ADDRESS: 'none',
  ...{ PUBLIC_ORIGIN: origin, SETTINGS_FILE: settings, PRICE_PROVIDERS: '', LOG_LEVEL: 'silent' },
});
const app = await buildServer({ ...services, config }, web);
afterAll(() => app.close());
const json = { 'content-type': 'application/json' };
const send = (url: string, more: object = {}) => app.inject({ url, ...more } as never);

const hostilePaths = [
  '/assets/../.env',
  '/assets/..%2f.env',
  '/assets/%2e%2e/.env',
  '/assets/%2e%2e%2f%2e%2e%2foutside.txt',
  '/assets/..%5c..%5coutside.txt',
  '/assets/....//....//outside.txt',
  '/assets/%252e%252e%252foutside.txt',
  '/assets/.hidden/keys',
  '/assets/%2ehidden/keys',
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/..%2fweb-other%2fkeys.txt',
  '/../web-other/keys.txt',
  '/..\\outside.txt',
  '//etc/passwd',
  '/assets//etc/passwd',
  '/assets/%00',
  '/assets/app-1a2b.js%00.png',
  '/assets/',
  '/assets',
  '/assets/app-1a2b.js.map',
  '/assets/app-1a2b.js.br',
  '/__spa-fallback.html',
  '/index.html',
  `/${'a'.repeat(5_000)}`,
  `/${'%2e%2e%2f'.repeat(500)}outside.txt`,
  '/server-status',
  '/package.json',
  '/src/server.ts',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/rpc/',
  '/api/files/..%2f..%2fx',
  '/api/receipts/..%2f..%2fetc%2fpasswd.pdf',
  '/api/flyers/..%2f..%2fx',
  '/api/lesson-pictures/..%2f..%2fx',
];
test.each(hostilePaths)('%s serves nothing of the folder', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await send(url, { method });
    expect([url, answer.statusCode < 500]).toEqual([url, true]);
    expect(answer.body).not.toMatch(/CANARY|root:|node_modules|\/work\/|at .*\.ts/);
    expect(String(answer.headers['content-type'] ?? '')).not.toMatch(/map|octet/);
  }
});

test.each([
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/card?amount=1',
  '/dev/slots?path=/',
  '/dev/',
  '/DEV/mailbox',
  '/dev%2fmailbox',
  '//dev/mailbox',
])('the demo does not exist in production: %s', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await send(url, { method, ...(method === 'POST' && { headers: json, payload: '{}' }) });
    expect([url, method, answer.statusCode]).toEqual([url, method, expect.toSatisfy((s) => s === 404 || s === 400)]);
  }
});

test.each(['sandbox', 'Sandbox', 'none', 'wipay', 'fygaro'])(
  'a webhook of %s without its keys changes nothing',
  async (provider) => {
    const payload = JSON.stringify({ id: 'x', reference: 'x', amount: '1.00', status: 'approved' });
    const answer = await send(`/api/hooks/card/${provider}`, { method: 'POST', headers: json, payload });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect((await owner.query('select 1 from card_events')).rowCount).toBe(0);
  },
);

test.each([
  '/"><script>alert(1)</script>',
  '/trading?next=//evil.example&x="><img src=x onerror=alert(1)>',
  '/auth?next=javascript:alert(1)#',
  '/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/x?%%session%%=%%staff%%',
  '/\r\nset-cookie:%20a=b',
  '/%0d%0aset-cookie:%20a=b',
])('no part of the address %j is reflected in a page or a header', async (url) => {
  const answer = await send(encodeURI(url).replaceAll('%25', '%'), {
    headers: { referer: 'https://x/<script>' },
  }).catch(() => null);
  if (!answer) return;
  expect(answer.body).not.toMatch(/alert|evil|onerror|%%|a=b/);
  expect(JSON.stringify(answer.headers)).not.toMatch(/alert|evil|a=b/);
  expect(answer.headers['location']).toBeUndefined();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('a page refuses %s', async (method) => {
  const answer = await send('/', { method, headers: { origin, 'x-secret': 'CANARY' } });
  expect([400, 403, 404, 405, 415]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('CANARY');
});

test('a page belongs to its session: not cached, without a body for HEAD, and the same for strangers', async () => {
  const [one, two] = [await send('/'), await send('/')];
  expect(one.body).toBe(two.body);
  expect(one.headers['cache-control']).toMatch(/private.*no-cache|no-store/);
  expect(one.headers['vary']).toMatch(/cookie/i);
  expect(one.headers['etag']).toBeUndefined();
  const head = await send('/', { method: 'HEAD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect((await send('/nothing/here')).statusCode).toBe(404);
  const asset = await send('/assets/app-1a2b.js');
  expect(asset.headers['cache-control']).toMatch(/immutable/);
  expect(asset.headers['set-cookie']).toBeUndefined();
  expect(asset.headers['x-content-type-options']).toBe('nosniff');
});

test('a cookie of the demo, or signed with another secret, opens nothing', async () => {
  const demo = await createSession(server, 'tier1');
  const fetchViewer = async (cookie: string) =>
    (await send('/api/rpc/accounts/viewer', { method: 'POST', headers: { ...json, cookie }, payload: '{"json":null}' }))
      .statusCode;
  expect(await fetchViewer(demo)).toBe(401);
  expect(await fetchViewer(demo.replace(/^session=/, '__Host-session='))).toBe(401);
  expect(await fetchViewer('__Host-session=; __Host-session=x')).toBe(401);
  expect(await fetchViewer(`__Host-session=${'a'.repeat(4_000)}.b`)).toBe(401);
});

test('the upload test is for admins outside the demo', async () => {
  const postAs = async (name: string, command: string) => {
    const cookie = await createSession({ owner, services: { ...services, config } }, name);
    const request = { method: 'POST', headers: { ...json, origin, cookie }, payload: '{"json":null}' };
    return (await send(`/api/rpc/${command}`, request)).json<{ json: { code?: string; canTestUploads?: boolean } }>()
      .json;
  };
  expect(await postAs('tier1', 'documents/testKycUpload')).toMatchObject({ code: 'staff.not_allowed' });
  expect(await postAs('admin', 'documents/testKycUpload')).toEqual({ ok: true });
  expect(await postAs('tier1', 'identity/own')).toMatchObject({ canTestUploads: false });
  expect(await postAs('admin', 'identity/own')).toMatchObject({ canTestUploads: true });
});

test('two cookies of one name, an odd signature, and a token next to a cookie open no second session', async () => {
  const payload = JSON.stringify({ json: { email: 'tier1@demo.test', password: demoPassword } });
  const entered = await send('/api/rpc/accounts/signIn', { method: 'POST', headers: { ...json, origin }, payload });
  const cookies = [entered.headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '');
  const sessionCookie = cookies.find((line) => line.startsWith('__Host-session=')) ?? '';
  const fetchViewer = async (headers: object, url = '/api/rpc/accounts/viewer') =>
    (await send(url, { method: 'POST', headers: { ...json, ...headers }, payload: '{"json":null}' })).statusCode;
  expect(await fetchViewer({ cookie: sessionCookie })).toBe(200);
  const [name, value = ''] = sessionCookie.split('=');
  const token = decodeURIComponent(sessionCookie.slice(15)).split('.')[0] ?? '';
  expect(value).not.toBe('');
  for (const cookie of [
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${token}.${'A'.repeat(43)}%3D`,
    sessionCookie.replace('__Host-session', '__host-session'),
    sessionCookie.replace('__Host-session', 'session'),
    sessionCookie.replace('__Host-session', '__Host-device'),
    sessionCookie.toUpperCase(),
  ])
    expect([cookie.slice(0, 20), await fetchViewer({ cookie })]).toEqual([cookie.slice(0, 20), 401]);
  expect(await fetchViewer({ authorization: `Bearer ${token}` })).toBe(401);
  expect(await fetchViewer({}, `/api/rpc/accounts/viewer?session=${token}`)).toBe(401);
  expect(await fetchViewer({ 'x-http-method-override': 'GET', cookie: `a=b; x${sessionCookie}` })).toBe(401);
});

test.each([
  { host: 'evil.example' },
  { host: 'crypto.example:444' },
  { 'x-forwarded-host': 'evil.example' },
  { forwarded: 'host=evil.example' },
])('an email links to our address and ignores the host of the request: %j', async (more) => {
  await owner.query('truncate rate_limits');
  await owner.query('delete from demo_mails');
  const email = 'tier2@demo.test';
  const payload = JSON.stringify({ json: { email } });
  const headers = { ...json, ...more };
  const request = await send('/api/rpc/accounts/requestPasswordReset', { method: 'POST', headers, payload });
  expect(request.statusCode).toBe(200);
  const { rows } = await owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'accounts.reset' order by created_on desc limit 1`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/evil|444/);
  expect(request.body + JSON.stringify(request.headers)).not.toMatch(/evil|444/);
});

test('a private file opens for its owner only, by range, another method or a suffix', async () => {
  const [ownCookie, otherCookie] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const { body: file } = await upload(server, ownCookie);
  const { body: link } = await server.call<{ url: string }>('documents/link', { fileId: file.id }, ownCookie);
  const fetchLocal = (url: string, more: object = {}) => server.app.inject({ url, ...more } as never);
  for (const url of [
    link.url,
    `${link.url}#x`,
    `/api/files/${file.id}`,
    `/api/files/${file.id}.png`,
    `/api/files/${file.id}/`,
  ])
    for (const headers of [{ cookie: otherCookie }, { cookie: otherCookie, range: 'bytes=0-3' }, {}]) {
      const answer = await fetchLocal(url, { headers });
      expect([url, answer.statusCode]).toEqual([url, expect.toSatisfy((s) => [401, 403, 404].includes(s))]);
      expect(answer.rawPayload.includes(Buffer.from('PNG'))).toBe(false);
    }
  const response = await fetchLocal(link.url, { headers: { cookie: ownCookie, range: 'bytes=0-3' } });
  expect(response.headers['cache-control']).toMatch(/no-store/);
  expect([200, 206]).toContain(response.statusCode);
});
