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

type HeaderCase = readonly [what: string, method: 'GET' | 'POST' | 'PUT', url: string];
const headerCases: readonly HeaderCase[] = [
  ['an answer', 'GET', '/healthz'],
  ['a public list', 'GET', '/api/prices'],
  ['a command refused', 'POST', '/api/rpc/trading/limits'],
  ['a command not there', 'POST', '/api/rpc/nothing'],
  ['nothing', 'GET', '/api/nothing'],
  ['no address at all', 'GET', '/%ff'],
  ['a part of an address without end', 'GET', `/api/files/${'x'.repeat(201)}`],
  ['a broken body', 'POST', '/api/rpc/prices/list'],
  ['an upload refused', 'PUT', '/api/files'],
  ['a file', 'GET', fileUrl],
  ['a file not there', 'GET', '/api/files/x'],
  ['a receipt not there', 'GET', '/api/receipts/x.pdf'],
  ['a table of orders', 'GET', '/api/transactions.csv?from=2026-01-01&until=2026-12-31'],
  ['the demo mailbox', 'GET', '/dev/mailbox'],
  ['robots.txt', 'GET', '/robots.txt'],
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

const sendRequest = ([, method, url]: HeaderCase, headers: Record<string, string> = { cookie }) =>
  web.inject({
    method,
    url,
    headers,
    ...(method === 'POST' && { payload: '{"json":{}}', headers: { ...headers, 'content-type': 'application/json' } }),
  });

function expectProtected(headers: Record<string, unknown>) {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
  expect(headers['access-control-allow-origin']).toBeUndefined();
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'|default-src 'self'/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*'unsafe-inline'|\*|http:/);
}

test.each(headerCases)('%s carries the protective headers (%s %s)', async (...headerCase) => {
  expectProtected((await sendRequest(headerCase)).headers);
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

test.each([
  ['POST', '/api/rpc/accounts/viewer'],
  ['POST', '/api/rpc/accounts/signOut'],
  ['GET', fileUrl],
  ['GET', '/api/transactions.csv?from=2026-01-01&until=2026-12-31'],
] as const)('no cache stores a private answer: %s %s', async (method, url) => {
  const own = await createSession(server, 'tier2');
  expect(String((await sendRequest(['', method, url], { cookie: own })).headers['cache-control'])).toContain(
    'no-store',
  );
});

/** Every route that changes data, with a request that a foreign page could send. */
const writes = [
  ['POST', '/api/rpc/accounts/signOut'],
  ['POST', '/api/rpc/trading/keepSellDraft'],
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

test('opening a stream reports changes since the page was loaded, and nothing of others', async () => {
  const app = await buildServer(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  const findUserId = (name: string) => rows.find((row) => row.name === name)?.id;
  const readTopics = async (query: string) => {
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/api/live${query}`, {
      headers: { cookie },
      signal: stop.signal,
    });
    const reader = answer.body?.getReader();
    let received = '';
    // This event is sent last, so all earlier events have been read.
    while (!received.includes('data: identity')) received += new TextDecoder().decode((await reader?.read())?.value);
    stop.abort();
    return [...received.matchAll(/^data: (.+)$/gm)].map(([, topic]) => topic).filter((topic) => topic !== 'identity');
  };
  const timer = setInterval(
    () => void owner.query(`select pg_notify('topic', 'identity@${findUserId('tier2')}')`),
    200,
  );
  try {
    // The server does not know events from before it listened, so it asks for a full reload.
    await expect.poll(() => readTopics('?age=0'), { timeout: 15_000 }).toEqual([]);
    await owner.query(`select pg_notify('topic', 'location@${findUserId('tier1')}'), pg_notify('topic', 'compliance'),
      pg_notify('topic', 'trading@${findUserId('tier2')}'), pg_notify('topic', 'prices')`);
    expect(await Promise.all(['?age=0', '?age=999999', '?age=x', ''].map(readTopics))).toEqual([
      ['trading', 'prices'],
      ['everything'],
      ['everything'],
      [],
    ]);
  } finally {
    clearInterval(timer);
  }
  await app.close();
});
