import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, expect, test as plainTest } from 'vitest';
import { createPhonePhoto } from '../files/good-files.ts';
import { buildOrder } from '../reliability/customer.ts';
import { createDataFolder } from '../reliability/product.ts';
import { until } from '../reliability/until.ts';
import type { Connection } from './browser-connection.ts';
import { nginx } from './nginx.ts';
import { openScene, type Scene } from './scene.ts';

const test = plainTest.skipIf(!nginx);
const dataDir = createDataFolder();
const scene = (nginx ? await openScene(nginx, dataDir) : {}) as Scene;
const { proxy, product, connection, openAnother, command, signIn, cookie } = scene;
const getOrigin = () => `https://localhost:${proxy.secure}`;
afterAll(() => scene.close?.());

test('the configuration is valid', () => {
  expect(proxy.configTest.output).toContain('syntax is ok');
  expect(proxy.configTest.status).toBe(0);
});

test('pages use HTTP/2 with the headers of the product, and plain HTTP redirects to them', async () => {
  const page = await connection.request('/');
  expect(connection.protocol()).toBe('h2');
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Cryptocommerce</h1>') });
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const plain = request({ port: proxy.plain, host: '127.0.0.1', path: '/terms?a=b', headers: { host: 'localhost' } });
  const [moved] = (await once(plain.end(), 'response')) as [IncomingMessage];
  expect([moved.statusCode, moved.headers.location]).toEqual([301, 'https://localhost/terms?a=b']);
});

test('a program without TLS is refused instead of redirected', async () => {
  const requestDirectly = request({
    ...{ port: proxy.plain, host: '127.0.0.1', path: '/api/rpc/accounts/signIn', method: 'POST' },
    headers: { host: 'localhost', 'content-type': 'application/json' },
  });
  const [answer] = (await once(requestDirectly.end('{}'), 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
});

test('a command from our pages is accepted, one from a foreign page is not', async () => {
  expect((await command(connection, 'accounts/viewer', { input: undefined, headers: { cookie } })).body).toMatchObject({
    email: 'tier2@demo.test',
  });
  const foreign = await command(connection, 'accounts/viewer', {
    input: undefined,
    headers: { cookie, origin: 'https://elsewhere.example' },
  });
  expect(foreign.status).toBe(403);
});

test('a forged X-Forwarded-For does not change the counted address', async () => {
  const failSignIn = (via: Connection, headers = {}) =>
    signIn(via, { name: 'unknown', password: 'Wrong-Pass-2026!', headers });
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  await failSignIn(connection);
  await failSignIn(connection, forged);
  await failSignIn(openAnother('127.0.0.2'), forged);
  const listDenied = () =>
    product.output.err
      .split('\n')
      .filter((text) => text.includes('"denied"') && text.includes('accounts/signIn'))
      .map((text) => JSON.parse(text).connection as string);
  const [plainly, withForgedHeader, fromOtherAddress] = await until(
    'three log lines',
    () => listDenied().length === 3 && listDenied(),
  );
  expect(plainly).toMatch(/^[0-9a-f]{16}$/);
  expect(withForgedHeader).toBe(plainly);
  expect(fromOtherAddress).not.toBe(plainly);
});

test('requests that bypass the proxy cannot set their address', async () => {
  const requestDirectly = (from: string, headers: Record<string, string>) =>
    new Promise<number>((done, fail) => {
      const to = { host: '127.0.0.1', port: product.port, localAddress: from, path: '/api/rpc/accounts/signIn' };
      const json = { 'content-type': 'application/json', ...headers };
      const sent = request({ ...to, method: 'POST', headers: json }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode ?? 0));
      });
      sent.on('error', fail).end(JSON.stringify({ json: { email: 'gone@demo.test', password: 'Wrong-Pass-2026!' } }));
    });
  const before = product.output.err.length;
  await requestDirectly('127.0.0.2', {});
  await requestDirectly('127.0.0.2', { 'x-forwarded-for': '203.0.113.77' });
  const listPseudonyms = () =>
    [...product.output.err.slice(before).matchAll(/"connection":"([0-9a-f]+)"/g)].map(([, pseudonym]) => pseudonym);
  const [plainly, forged] = await until('two log lines', () => listPseudonyms().length === 2 && listPseudonyms());
  expect(forged).toBe(plainly);
});

test('a live stream delivers each event immediately and stays open', async () => {
  const stream = openAnother().session.request({ ':path': '/api/live', cookie });
  let received = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  await until('the first event', () => received.includes('retry: 1000'));
  const wanted = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '2000' };
  const { body: quote } = await command(connection, 'trading/quoteBuy', { input: wanted, headers: { cookie } });
  expect(
    (await command(connection, 'trading/placeBuyOrder', { input: buildOrder(quote.id), headers: { cookie } })).status,
  ).toBe(200);
  await until('the event of the order', () => /^data: /m.test(received));
  expect(stream.readableEnded).toBe(false);
  stream.close();
});

test('an upload is streamed, and continues after its connection broke', async () => {
  const photo = await createPhonePhoto();
  const half = Math.floor(photo.length / 2);
  const id = randomUUID();
  const headers = {
    ...{ cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.jpg' },
    ...{ 'upload-id': id, 'upload-length': String(photo.length), origin: getOrigin() },
  };
  const to = { ':path': '/api/files?purpose=transaction-proof', ':method': 'PUT' };
  const breaking = openAnother();
  const stream = breaking.session.request({ ...to, ...headers, 'upload-offset': '0' });
  stream.on('error', () => undefined);
  stream.write(photo.subarray(0, half));
  const incoming = join(dataDir, 'incoming');
  const hasArrived = () =>
    existsSync(incoming) && readdirSync(incoming).some((name) => statSync(join(incoming, name)).size === half);
  await until('half of the upload', hasArrived);
  breaking.close();
  const statuses = await connection.request(`/api/uploads/${id}`, { headers: { cookie } });
  expect(JSON.parse(statuses.text)).toMatchObject({ bytes: half, file: null });
  const rest = { method: 'PUT', headers: { ...headers, 'upload-offset': String(half) }, body: photo.subarray(half) };
  const stored = await connection.request('/api/files?purpose=transaction-proof', rest);
  expect(stored.status).toBe(200);
  const { body: link } = await command(connection, 'documents/link', {
    input: { fileId: JSON.parse(stored.text).id },
    headers: { cookie },
  });
  expect((await connection.request(link.url, { headers: { cookie } })).status).toBe(200);
});

test('a file that is too large is refused by the product, a large command by the proxy', async () => {
  const headers = { cookie, 'content-type': 'application/octet-stream', origin: getOrigin() };
  const large = { method: 'PUT', headers, body: Buffer.alloc(11 * 1024 * 1024) };
  const refused = await openAnother().request('/api/files?purpose=transaction-proof', large);
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'documents.too_large' });
  const long = await command(openAnother(), 'accounts/viewer', {
    input: 'x'.repeat(300 * 1024),
    headers: { cookie },
  }).catch(() => null);
  expect(long).toBeNull();
});

test('a wrong server name fails the TLS handshake', async () => {
  const options = {
    host: '127.0.0.1',
    port: proxy.secure,
    servername: 'elsewhere.example',
    rejectUnauthorized: false,
  };
  const refused = await new Promise<string>((done) => {
    const socket = connect(options, () => done('greeted'));
    socket.on('error', (error) => done(error.message));
  });
  expect(refused).toMatch(/unrecognized.name/i);
});

test('readiness is local, and the health check is public', async () => {
  const outside = openAnother('127.0.0.2');
  expect((await outside.request('/readyz')).status).toBe(403);
  expect((await outside.request('/healthz')).status).toBe(200);
  expect((await connection.request('/readyz')).status).not.toBe(403);
});

test('the log contains no secret links', async () => {
  await connection.request('/api/notices/stop?token=a-word-that-opens');
  await connection.request('/api/hooks/card/wipay/CC-1/another-word-that-opens?status=success');
  const log = await until('the log', () => /hooks\/card/.test(proxy.log()) && proxy.log());
  expect(log).toContain('/api/notices/stop');
  expect(log).not.toContain('word-that-opens');
});

test('an address with too many open requests is refused, and others are served', async () => {
  const statuses: unknown[] = [];
  // Sends commands with incomplete bodies: seven connections with 58 requests each.
  const incompleteRequest = { ':path': '/api/rpc/accounts/viewer', ':method': 'POST', 'content-length': '10' };
  for (const { session } of Array.from({ length: 7 }, () => openAnother('127.0.0.3')))
    for (let n = 0; n < 58; n++) {
      const stream = session.request({ ...incompleteRequest, 'content-type': 'application/json' });
      stream.on('error', () => undefined).on('response', (answer) => void statuses.push(answer[':status']));
    }
  await until('the first refusal', () => statuses.includes(429));
  expect(new Set(statuses)).toEqual(new Set([429]));
  expect((await connection.request('/healthz')).status).toBe(200);
});
