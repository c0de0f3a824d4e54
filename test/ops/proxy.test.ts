import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, expect, test as plainTest } from 'vitest';
import { phonePhoto } from '../files/good-files.ts';
import { orderFrom } from '../reliability/customer.ts';
import { until } from '../reliability/patience.ts';
import { dataFolder } from '../reliability/product.ts';
import type { Line } from './browser-line.ts';
import { nginx } from './nginx.ts';
import { openScene, type Scene } from './scene.ts';

/** Left out where no nginx is here and none could be unpacked. */
const test = plainTest.skipIf(!nginx);
const dataDir = dataFolder();
const scene = (nginx ? await openScene(nginx, dataDir) : {}) as Scene;
const { proxy, product, line, another, command, signIn, cookie } = scene;
const own = () => `https://localhost:${proxy.secure}`;
afterAll(() => scene.close?.());

test('its settings are sound', () => {
  expect(proxy.judged.said).toContain('syntax is ok');
  expect(proxy.judged.status).toBe(0);
});

test('pages come over HTTP/2 with the headers of the product, and plain HTTP leads to them', async () => {
  const page = await line.ask('/');
  expect(line.protocol()).toBe('h2');
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Cryptocommerce</h1>') });
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const plain = request({ port: proxy.plain, host: '127.0.0.1', path: '/terms?a=b', headers: { host: 'localhost' } });
  const [moved] = (await once(plain.end(), 'response')) as [IncomingMessage];
  expect([moved.statusCode, moved.headers.location]).toEqual([301, 'https://localhost/terms?a=b']);
});

test('a program that asks without TLS is told so, and not led on', async () => {
  const asked = request({
    ...{ port: proxy.plain, host: '127.0.0.1', path: '/api/rpc/accounts/signIn', method: 'POST' },
    headers: { host: 'localhost', 'content-type': 'application/json' },
  });
  const [answer] = (await once(asked.end('{}'), 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
});

test('a command of a page of ours is taken, one of a page of somebody else is not', async () => {
  expect((await command(line, 'accounts/viewer', { input: undefined, headers: { cookie } })).body).toMatchObject({
    email: 'tier2@demo.test',
  });
  const foreign = await command(line, 'accounts/viewer', {
    input: undefined,
    headers: { cookie, origin: 'https://elsewhere.example' },
  });
  expect(foreign.status).toBe(403);
});

test('whoever writes into X-Forwarded-For is counted as who they are', async () => {
  const wrong = (over: Line, headers = {}) => signIn(over, { name: 'nobody', password: 'Wrong-Pass-2026!', headers });
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  await wrong(line);
  await wrong(line, forged);
  await wrong(another('127.0.0.2'), forged);
  const denied = () =>
    product.said.err
      .split('\n')
      .filter((text) => text.includes('"denied"') && text.includes('accounts/signIn'))
      .map((text) => JSON.parse(text).connection as string);
  const [plainly, asAnother, fromAnother] = await until(
    'three lines of the log',
    () => denied().length === 3 && denied(),
  );
  expect(plainly).toMatch(/^[0-9a-f]{16}$/);
  expect(asAnother).toBe(plainly);
  expect(fromAnother).not.toBe(plainly);
});

test('whoever comes past the proxy is believed nothing', async () => {
  const asked = (from: string, headers: Record<string, string>) =>
    new Promise<number>((done, fail) => {
      const to = { host: '127.0.0.1', port: product.port, localAddress: from, path: '/api/rpc/accounts/signIn' };
      const json = { 'content-type': 'application/json', ...headers };
      const sent = request({ ...to, method: 'POST', headers: json }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode ?? 0));
      });
      sent.on('error', fail).end(JSON.stringify({ json: { email: 'gone@demo.test', password: 'Wrong-Pass-2026!' } }));
    });
  const before = product.said.err.length;
  await asked('127.0.0.2', {});
  await asked('127.0.0.2', { 'x-forwarded-for': '203.0.113.77' });
  const marks = () =>
    [...product.said.err.slice(before).matchAll(/"connection":"([0-9a-f]+)"/g)].map(([, mark]) => mark);
  const [plainly, forged] = await until('two lines of the log', () => marks().length === 2 && marks());
  expect(forged).toBe(plainly);
});

test('a live line says each word at once, while it stays open', async () => {
  const stream = another().session.request({ ':path': '/api/live', cookie });
  let heard = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    heard += piece;
  });
  await until('the first word', () => heard.includes('retry: 1000'));
  const wanted = { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '2000' };
  const { body: quote } = await command(line, 'trading/quoteBuy', { input: wanted, headers: { cookie } });
  expect(
    (await command(line, 'trading/placeBuyOrder', { input: orderFrom(quote.id), headers: { cookie } })).status,
  ).toBe(200);
  await until('word of the order', () => /^data: /m.test(heard));
  expect(stream.readableEnded).toBe(false);
  stream.close();
});

test('an upload arrives as it is sent, and goes on where its line broke', async () => {
  const photo = await phonePhoto();
  const half = Math.floor(photo.length / 2);
  const id = randomUUID();
  const headers = {
    ...{ cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.jpg' },
    ...{ 'upload-id': id, 'upload-length': String(photo.length), origin: own() },
  };
  const to = { ':path': '/api/files?purpose=transaction-proof', ':method': 'PUT' };
  const breaking = another();
  const stream = breaking.session.request({ ...to, ...headers, 'upload-offset': '0' });
  stream.on('error', () => undefined);
  stream.write(photo.subarray(0, half));
  const incoming = join(dataDir, 'incoming');
  const came = () =>
    existsSync(incoming) && readdirSync(incoming).some((name) => statSync(join(incoming, name)).size === half);
  await until('half of it to be there while it is still being sent', came);
  breaking.close();
  const told = await line.ask(`/api/uploads/${id}`, { headers: { cookie } });
  expect(JSON.parse(told.text)).toMatchObject({ bytes: half, file: null });
  const rest = { method: 'PUT', headers: { ...headers, 'upload-offset': String(half) }, body: photo.subarray(half) };
  const kept = await line.ask('/api/files?purpose=transaction-proof', rest);
  expect(kept.status).toBe(200);
  const { body: link } = await command(line, 'documents/link', {
    input: { fileId: JSON.parse(kept.text).id },
    headers: { cookie },
  });
  expect((await line.ask(link.url, { headers: { cookie } })).status).toBe(200);
});

test('a file that is too large is refused in the words of the product, a command that is ends before it', async () => {
  const headers = { cookie, 'content-type': 'application/octet-stream', origin: own() };
  const large = { method: 'PUT', headers, body: Buffer.alloc(11 * 1024 * 1024) };
  const refused = await another().ask('/api/files?purpose=transaction-proof', large);
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'documents.too_large' });
  const long = await command(another(), 'accounts/viewer', {
    input: 'x'.repeat(300 * 1024),
    headers: { cookie },
  }).catch(() => null);
  expect(long).toBeNull();
});

test('who asks by another name is not even greeted', async () => {
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

test('how the product is, is for this machine; that it answers, for everybody', async () => {
  const outside = another('127.0.0.2');
  expect((await outside.ask('/readyz')).status).toBe(403);
  expect((await outside.ask('/healthz')).status).toBe(200);
  expect((await line.ask('/readyz')).status).not.toBe(403);
});

test('its log keeps no word that opens something', async () => {
  await line.ask('/api/notices/stop?token=a-word-that-opens');
  await line.ask('/api/hooks/card/wipay/CC-1/another-word-that-opens?status=success');
  const log = await until('the log', () => /hooks\/card/.test(proxy.log()) && proxy.log());
  expect(log).toContain('/api/notices/stop');
  expect(log).not.toContain('word-that-opens');
});

test('whoever keeps more open than a house full of people does is told so, and nobody else', async () => {
  const told: unknown[] = [];
  // Commands whose bodies do not come: seven lines with 58 of them each.
  const held = { ':path': '/api/rpc/accounts/viewer', ':method': 'POST', 'content-length': '10' };
  for (const { session } of Array.from({ length: 7 }, () => another('127.0.0.3')))
    for (let n = 0; n < 58; n++) {
      const stream = session.request({ ...held, 'content-type': 'application/json' });
      stream.on('error', () => undefined).on('response', (answer) => void told.push(answer[':status']));
    }
  await until('the first that is one too many', () => told.includes(429));
  expect(new Set(told)).toEqual(new Set([429]));
  expect((await line.ask('/healthz')).status).toBe(200);
});
