import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { getConnectionKey, getNetworkKey } from './client-network.ts';
import { cancelBodyTimeout, limitBodyTime } from './request-bounds.ts';

const app = Fastify();

limitBodyTime(app, 150);

app.post('/form', async ({ body }) => ({ body }));

app.get('/stream', (_request, reply) => {
  reply.hijack();
  reply.raw.write('HELLO ');
  setTimeout(() => reply.raw.end('STILL HERE'), 400);
});

app.post('/slow', async () => {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return { done: true };
});

app.register(async (routes) => {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('text/plain', (_request, payload, done) => done(null, payload));
  routes.post('/long', async (request) => {
    cancelBodyTimeout(request);
    return { read: await text(request.body as NodeJS.ReadableStream) };
  });
  routes.post('/refused', async (_request, reply) => reply.code(403).send({}));
});

await app.listen({ port: 0, host: '127.0.0.1' });

afterAll(() => app.close());

/** Sends four body bytes, `pauseMs` apart, and returns the answer. */
async function sendSlowly(path: string, type: string, pauseMs: number): Promise<string> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const answer = text(socket);
  const requestLine = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, 'content-length: 4'];
  socket.write([...requestLine, 'connection: close', '', ''].join('\r\n'));
  for (const character of '1234') {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (socket.writable) socket.write(character);
  }
  return (await answer).split('\r\n')[0] ?? '';
}

test('a request with a slow body is ended on every route', async () => {
  expect(await sendSlowly('/form', 'application/json', 100)).toBe('HTTP/1.1 408 Request Timeout');
  expect(await sendSlowly('/nowhere', 'application/json', 100)).toMatch(/^HTTP\/1\.1 4\d\d/);
});

test('a request in time is kept, and a route may watch its own requests', async () => {
  expect(await sendSlowly('/form', 'application/json', 1)).toBe('HTTP/1.1 200 OK');
  expect(await sendSlowly('/long', 'text/plain', 100)).toBe('HTTP/1.1 200 OK');
});

test('a refused request that keeps sending does not keep its connection', async () => {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /refused HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9999\r\n\r\n');
  const dripTimer = setInterval(() => socket.writable && socket.write('x'), 20);
  socket.resume();
  await new Promise((done) => socket.once('close', done));
  clearInterval(dripTimer);
});

test('a slow answer is kept, because its request had arrived', async () => {
  const origin = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  expect(await (await fetch(`${origin}/stream`)).text()).toBe('HELLO STILL HERE');
  const slowRequest = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await (await fetch(`${origin}/slow`, slowRequest)).json()).toEqual({ done: true });
});

test('a request without a socket, as tests make them, is ignored', async () => {
  const headers = { 'content-type': 'text/html', 'content-length': '9' };
  expect((await app.inject({ method: 'POST', url: '/form', headers, payload: 'not read.' })).statusCode).toBe(415);
  await new Promise((resolve) => setTimeout(resolve, 250));
});

describe('network of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['no address', 'no address'],
  ])('%s counts as %s', (ip, connection) => expect(getConnectionKey(ip)).toBe(connection));

  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['no address', 'no address'],
  ])('%s is in the network %s', (ip, network) => expect(getNetworkKey(ip)).toBe(network));
});
