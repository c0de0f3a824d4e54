import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { buildServer } from '../../src/server.ts';
import { requestFileUrl, upload } from '../orders.ts';
import { serverWithoutFaults } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverWithoutFaults();
const { services, owner } = server;
const cookie = await createSession(server, 'tier2');
const hasBuild = existsSync('build/client/index.html');
const web = hasBuild ? await buildServer(services, 'build/client') : server.app;
const broken = await buildServer(services);
broken.get('/broken', async () => {
  throw new Error('secret detail of a bug');
});
afterAll(async () => {
  if (hasBuild) await web.close();
  await broken.close();
});
const { body: file } = await upload(server, cookie);
const fileUrl = await requestFileUrl(server, cookie, file.id);

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
type HeaderCase = readonly [what: string, method: Method, url: string, headers?: Record<string, string>, body?: string];
const anyId = '00000000-0000-4000-8000-000000000000';
const headerCases: readonly HeaderCase[] = [
  ['an answer', 'GET', '/healthz'],
  ['a public list', 'GET', '/api/prices'],
  ['an own answer', 'POST', '/api/rpc/accounts/viewer'],
  ['a command refused', 'POST', '/api/rpc/trading/limits'],
  ['a command not there', 'POST', '/api/rpc/nothing'],
  ['nothing', 'GET', '/api/nothing'],
  ['no address at all', 'GET', '/%ff'],
  ['a part of an address without end', 'GET', `/api/files/${'x'.repeat(201)}`],
  ['a broken body', 'POST', '/api/rpc/prices/list', {}, '{'],
  ['a body that is too large', 'POST', '/api/rpc/accounts/signIn', {}, `"${'x'.repeat(2_000_000)}"`],
  ['a foreign page', 'POST', '/api/rpc/accounts/viewer', { origin: 'http://evil.test' }],
  ['a preflight', 'OPTIONS', '/api/rpc/accounts/viewer', { 'access-control-request-method': 'POST' }],
  ['a hook not there', 'POST', '/api/hooks/card/none'],
  ['a hook without a signature', 'POST', '/api/hooks/card/sandbox'],
  ['an upload refused', 'PUT', '/api/files'],
  ['an upload for nothing', 'PUT', '/api/files?purpose=none', { 'content-type': 'application/octet-stream' }, 'x'],
  ['an upload not there', 'GET', `/api/uploads/${anyId}`],
  ['another method', 'DELETE', '/api/files'],
  ['a file', 'GET', fileUrl],
  ['the head of a file', 'HEAD', fileUrl],
  ['a file with another signature', 'GET', `${fileUrl}x`],
  ['a file not there', 'GET', '/api/files/x'],
  ['a receipt not there', 'GET', `/api/receipts/${anyId}.pdf`],
  ['a table of orders', 'GET', '/api/transactions.csv?from=2026-01-01&until=2026-12-31'],
  ['a table without its days', 'GET', '/api/transactions.csv?from=x'],
  ['the demo mailbox', 'GET', '/dev/mailbox'],
  ['robots.txt', 'GET', '/robots.txt'],
  ['the map of the site', 'GET', '/sitemap.xml'],
  ['a script not there', 'GET', '/assets/none.js'],
  ...(hasBuild
    ? ([
        ['the home page', 'GET', '/'],
        ['an app page', 'GET', '/trading'],
        ['a staff page', 'GET', '/admin'],
        ['a page not there', 'GET', '/nothing-here'],
        ['the worker', 'GET', '/service-worker.js'],
        ['the manifest', 'GET', '/manifest.webmanifest'],
      ] as const)
    : []),
];

const sendRequest = ([, method, url, more, body]: HeaderCase, session = cookie) => {
  const type = method === 'POST' && { 'content-type': 'application/json' };
  const payload = body ?? (method === 'POST' ? '{"json":{}}' : undefined);
  return web.inject({ method, url, headers: { cookie: session, ...type, ...more }, ...(payload && { payload }) });
};

function expectProtected(headers: Record<string, unknown>) {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'|default-src 'self'/);
  expect(policy).toMatch(/frame-ancestors 'none'|default-src 'none'; sandbox/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*'unsafe-inline'|\*|http:/);
}

const namedCases = headerCases.map((request) => ({ request, what: request[0], url: request[2] }));
test.each(namedCases)('$what is protected, typed, and not cached when private: $url', async ({ request, url }) => {
  const { headers, statusCode, body } = await sendRequest(request);
  expect(statusCode).toBeLessThan(500);
  expectProtected(headers);
  const contentType = String(headers['content-type'] ?? '');
  if (body !== '') expect(contentType).toMatch(/^[a-z]+\/[a-z0-9.+-]+(;|$)/);
  if (/^text\/|xml/.test(contentType)) expect(contentType).toMatch(/; charset=utf-8$/i);
  if (/^\/api\/(?!prices$)/.test(url) && statusCode < 400) expect(headers['cache-control']).toMatch(/no-store/);
});

test('the answer to a fault carries the headers and only a reference', async () => {
  const answer = await broken.inject({ url: '/broken' });
  expect(answer.statusCode).toBe(500);
  expectProtected(answer.headers);
  expect(answer.body).not.toMatch(/secret detail|\.ts|at /);
  expect(answer.json()).toMatchObject({ code: 'general.fault' });
  server.faults.length = 0;
});

test.runIf(hasBuild)('a page allows its own scripts by hash, and no frame, plug-in or base', async () => {
  for (const url of ['/', '/trading', '/nothing-here']) {
    const policy = String((await web.inject({ url })).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' ('sha256-[\w+/=]+' ?)+(;|$)/);
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
  }
});

test.runIf(hasBuild)('the service worker loads only our files and is never cached', async () => {
  const { headers, statusCode } = await web.inject({ url: '/service-worker.js' });
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toMatch(/javascript/);
  expect(headers['service-worker-allowed']).toBeUndefined();
  for (const url of ['/', '/courses'])
    expect((await web.inject({ url })).headers['content-security-policy']).toMatch(/worker-src 'self'(;|$)/);
  expect((await web.inject({ url: '/icon-192.png' })).headers['cache-control']).toContain('max-age=3600');
});

test.runIf(hasBuild)('the staff pages do not exist for customers, in any letter case', async () => {
  for (const url of ['/admin', '/Admin', '/ADMIN/settings', '/admin/', '/admin/orders/x'])
    expect([url, (await web.inject({ url, headers: { cookie } })).statusCode]).toEqual([url, 404]);
  const staff = await createSession(server, 'support');
  expect((await web.inject({ url: '/admin', headers: { cookie: staff } })).statusCode).toBe(200);
});

test('a file is served as a download and never as a page', async () => {
  const { headers } = await web.inject({ url: fileUrl, headers: { cookie } });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[0-9a-f-]{36}\.png"$/);
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(headers['cache-control']).toBe('private, no-store');
});

/** Every route that changes data, with a request that a foreign page could send. */
const writes = [
  ['POST', '/api/rpc/accounts/signOut'],
  ['POST', '/api/rpc/trading/saveSellDraft'],
  ['POST', '/api/rpc/desk/queue'],
  ['PUT', '/api/files?purpose=transaction-proof'],
] as const;
const foreignHeaders: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3001' },
  { origin: 'not an address' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'SAME-ORIGIN' },
  { 'sec-fetch-site': '' },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
];

test.each(writes)('%s %s refuses requests from foreign pages', async (method, url) => {
  for (const from of foreignHeaders) {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { cookie, 'content-type': type, ...from };
      const answer = await web.inject({ method, url, headers, payload: '{"json":{"data":{"x":"y"}}}' });
      expect([from, answer.statusCode]).toEqual([from, 403]);
      expect(answer.json()).toMatchObject({ code: 'general.foreign_origin' });
    }
  }
  expect((await owner.query('select * from sell_drafts')).rows).toEqual([]);
});

test('our own page passes, and a foreign origin reads nothing', async () => {
  const headers = { cookie, 'content-type': 'application/json', origin: 'http://localhost:3000' };
  const send = (more: object) =>
    web.inject({ method: 'POST', url: '/api/rpc/accounts/viewer', headers: { ...headers, ...more }, payload: '{}' });
  expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  const preflight = await web.inject({
    method: 'OPTIONS',
    url: '/api/rpc/accounts/viewer',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
});

test('the client address is the connection’s, unless a trusted proxy names another', async () => {
  const findLimitKeys = async (app: typeof web) => {
    await owner.query('truncate rate_limits');
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const payload = JSON.stringify({ json: { email: 'unknown@nowhere.test' } });
    await app.inject({ method: 'POST', url: '/api/rpc/accounts/resendVerification', headers, payload });
    const { rows } = await owner.query<{ key: string }>(
      `select key from rate_limits where key like '%from%' order by key desc`,
    );
    return rows.map((row) => row.key);
  };
  const buildExpectedKeys = (from: string) =>
    [
      `verification:from:network:${from.replace(/\d+$/, '0/24')}`,
      `verification:from:address:${from}`,
      `mail:verification:unknown@nowhere.test:from:${from}`,
    ].map(hashPersonalParts);
  expect(await findLimitKeys(web)).toEqual(buildExpectedKeys('127.0.0.1'));
  const proxyServices = { ...services, config: { ...services.config, trustedProxies: ['127.0.0.1'] } };
  const behindProxy = await buildServer(proxyServices);
  expect(await findLimitKeys(behindProxy)).toEqual(buildExpectedKeys('203.0.113.9'));
  await behindProxy.close();
  const behindOtherProxy = await buildServer({
    ...services,
    config: { ...services.config, trustedProxies: ['10.0.0.1'] },
  });
  expect(await findLimitKeys(behindOtherProxy)).toEqual(buildExpectedKeys('127.0.0.1'));
  await behindOtherProxy.close();
});

test('the live stream carries the same headers, no data, and no event of others', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { cookie }, signal: stop.signal });
  expectProtected(Object.fromEntries(answer.headers));
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  const findUserId = (name: string) => rows.find((row) => row.name === name)?.id;
  const reader = answer.body?.getReader();
  // The stream may start listening late, so the event is repeated until it arrives.
  const timer = setInterval(() => {
    void owner.query(
      `select pg_notify('topic', 'location@${findUserId('tier1')}'), pg_notify('topic', 'trading@${findUserId('tier2')}')`,
    );
  }, 50);
  let received = '';
  try {
    while (!received.includes('data: trading')) received += new TextDecoder().decode((await reader?.read())?.value);
  } finally {
    clearInterval(timer);
  }
  stop.abort();
  await app.close();
  expect(received).not.toContain('location');
  expect(received).not.toContain(findUserId('tier2'));
});
