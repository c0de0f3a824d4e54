import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { readConfig } from '../../src/platform/config.ts';
import { buildServer } from '../../src/server.ts';
import { credentialKey } from '../credential-keys.ts';
import { upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** The product as it stands on the Internet: what strangers ask of it, and what it hands out of its folders. */
const server = await serverWithoutFaults();
const { services, owner } = server;
const secret = 'CANARY-OF-THE-FOLDER';
const root = mkdtempSync(join(tmpdir(), 'cryptocommerce-web-'));
const web = join(root, 'web');
for (const folder of ['web/assets/.hidden', 'web/.git', 'web-beside'])
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
  'web-beside/keys.txt': secret,
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
const ask = (url: string, more: object = {}) => app.inject({ url, ...more } as never);

const ways = [
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
  '/..%2fweb-beside%2fkeys.txt',
  '/../web-beside/keys.txt',
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
  '/api/rpc/',
  '/api/files/..%2f..%2fx',
  '/api/receipts/..%2f..%2fetc%2fpasswd.pdf',
  '/api/flyers/..%2f..%2fx',
  '/api/lesson-pictures/..%2f..%2fx',
];
test.each(ways)('%s hands out nothing of the folder', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await ask(url, { method });
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
])('the demo is not there: %s', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await ask(url, { method, ...(method === 'POST' && { headers: json, payload: '{}' }) });
    expect([url, method, answer.statusCode]).toEqual([url, method, expect.toSatisfy((s) => s === 404 || s === 400)]);
  }
});

test.each(['sandbox', 'Sandbox', 'none', 'wipay', 'fygaro'])(
  'a hook of %s without its keys moves nothing',
  async (provider) => {
    const payload = JSON.stringify({ id: 'x', reference: 'x', amount: '1.00', status: 'approved' });
    const answer = await ask(`/api/hooks/card/${provider}`, { method: 'POST', headers: json, payload });
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
])('nothing of the address %j comes back in a page or a header', async (url) => {
  const answer = await ask(encodeURI(url).replaceAll('%25', '%'), { headers: { referer: 'https://x/<script>' } }).catch(
    () => null,
  );
  if (!answer) return;
  expect(answer.body).not.toMatch(/alert|evil|onerror|%%|a=b/);
  expect(JSON.stringify(answer.headers)).not.toMatch(/alert|evil|a=b/);
  expect(answer.headers['location']).toBeUndefined();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'a page answers no %s',
  async (method) => {
    const answer = await ask('/', { method, headers: { origin, 'x-secret': 'CANARY' } });
    expect([400, 403, 404, 405, 415]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('CANARY');
  },
);

test('a page is of whoever asks: kept nowhere, without a body for its head, and the same for strangers', async () => {
  const [one, two] = [await ask('/'), await ask('/')];
  expect(one.body).toBe(two.body);
  expect(one.headers['cache-control']).toMatch(/private.*no-cache|no-store/);
  expect(one.headers['vary']).toMatch(/cookie/i);
  expect(one.headers['etag']).toBeUndefined();
  const head = await ask('/', { method: 'HEAD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect((await ask('/nothing/here')).statusCode).toBe(404);
  const asset = await ask('/assets/app-1a2b.js');
  expect(asset.headers['cache-control']).toMatch(/immutable/);
  expect(asset.headers['set-cookie']).toBeUndefined();
  expect(asset.headers['x-content-type-options']).toBe('nosniff');
});

test('neither a cookie of the demo nor one that another secret signed opens anything', async () => {
  const demo = await sessionFor(server, 'tier1');
  const viewer = async (cookie: string) =>
    (await ask('/api/rpc/accounts/viewer', { method: 'POST', headers: { ...json, cookie }, payload: '{"json":null}' }))
      .statusCode;
  expect(await viewer(demo)).toBe(401);
  expect(await viewer(demo.replace(/^session=/, '__Host-session='))).toBe(401);
  expect(await viewer('__Host-session=; __Host-session=x')).toBe(401);
  expect(await viewer(`__Host-session=${'a'.repeat(4_000)}.b`)).toBe(401);
});

test('two cookies of one name, an odd signature, and a token beside a cookie are no second session', async () => {
  const payload = JSON.stringify({ json: { email: 'tier1@demo.test', password: demoPassword } });
  const entered = await ask('/api/rpc/accounts/signIn', { method: 'POST', headers: { ...json, origin }, payload });
  const cookies = [entered.headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '');
  const mine = cookies.find((line) => line.startsWith('__Host-session=')) ?? '';
  const viewer = async (headers: object, url = '/api/rpc/accounts/viewer') =>
    (await ask(url, { method: 'POST', headers: { ...json, ...headers }, payload: '{"json":null}' })).statusCode;
  expect(await viewer({ cookie: mine })).toBe(200);
  const [name, value = ''] = mine.split('=');
  const token = decodeURIComponent(mine.slice(15)).split('.')[0] ?? '';
  expect(value).not.toBe('');
  for (const cookie of [
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${token}.${'A'.repeat(43)}%3D`,
    mine.replace('__Host-session', '__host-session'),
    mine.replace('__Host-session', 'session'),
    mine.replace('__Host-session', '__Host-device'),
    mine.toUpperCase(),
  ])
    expect([cookie.slice(0, 20), await viewer({ cookie })]).toEqual([cookie.slice(0, 20), 401]);
  expect(await viewer({ authorization: `Bearer ${token}` })).toBe(401);
  expect(await viewer({}, `/api/rpc/accounts/viewer?session=${token}`)).toBe(401);
  expect(await viewer({ 'x-http-method-override': 'GET', cookie: `a=b; x${mine}` })).toBe(401);
});

test.each([
  { host: 'evil.example' },
  { host: 'crypto.example:444' },
  { 'x-forwarded-host': 'evil.example' },
  { forwarded: 'host=evil.example' },
])('a letter leads to our address, whatever a request says of its own: %j', async (more) => {
  await owner.query('truncate rate_limits');
  await owner.query('delete from demo_mails');
  const email = 'tier2@demo.test';
  const payload = JSON.stringify({ json: { email } });
  const headers = { ...json, ...more };
  const asked = await ask('/api/rpc/accounts/requestPasswordReset', { method: 'POST', headers, payload });
  expect(asked.statusCode).toBe(200);
  const { rows } = await owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'accounts.reset' order by created_on desc limit 1`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/evil|444/);
  expect(asked.body + JSON.stringify(asked.headers)).not.toMatch(/evil|444/);
});

test('a private file is its owner’s: by range, by another method, with a tail, it is nobody else’s', async () => {
  const [mine, theirs] = [await server.signIn('tier1'), await server.signIn('tier2')];
  const { body: file } = await upload(server, mine);
  const { body: link } = await server.call<{ url: string }>('documents/link', { fileId: file.id }, mine);
  const plain = (url: string, more: object = {}) => server.app.inject({ url, ...more } as never);
  for (const url of [
    link.url,
    `${link.url}#x`,
    `/api/files/${file.id}`,
    `/api/files/${file.id}.png`,
    `/api/files/${file.id}/`,
  ])
    for (const headers of [{ cookie: theirs }, { cookie: theirs, range: 'bytes=0-3' }, {}]) {
      const answer = await plain(url, { headers });
      expect([url, answer.statusCode]).toEqual([url, expect.toSatisfy((s) => [401, 403, 404].includes(s))]);
      expect(answer.rawPayload.includes(Buffer.from('PNG'))).toBe(false);
    }
  const whole = await plain(link.url, { headers: { cookie: mine, range: 'bytes=0-3' } });
  expect(whole.headers['cache-control']).toMatch(/no-store/);
  expect([200, 206]).toContain(whole.statusCode);
});
