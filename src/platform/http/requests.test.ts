import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { getConnectionKey, getNetworkKey } from './client-network.ts';
import { OrpcSerializer, serializedTypes } from './orpc-internals.ts';
import { cancelBodyTimeout, limitBodyTime, limitPipelining } from './request-bounds.ts';
import { closedSignal, closeStalledResponses, releaseOn } from './response-stall.ts';
import { RpcSerializer } from './rpc-serializer.ts';

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

/** Sends four body bytes, `pauseMs` apart, until the answer, and returns the answer. */
async function sendSlowly(path: string, type: string, pauseMs: number): Promise<string> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((done) => socket.once('close', done));
  const requestLine = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, 'content-length: 4'];
  socket.write([...requestLine, 'connection: close', '', ''].join('\r\n'));
  for (const character of '1234') {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    // Writing after the answer would reset the connection.
    if (socket.writable && answer === '') socket.write(character);
  }
  await closed;
  return answer.split('\r\n')[0] ?? '';
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

const library = new OrpcSerializer();
const serializer = new RpcSerializer();

const value = fc.oneof(
  ...[fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined), fc.bigInt(), fc.date()],
);
const { answer } = fc.letrec((jsonValue) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.array(jsonValue('answer')),
    fc.dictionary(fc.string(), jsonValue('answer')),
    fc.constantFrom<unknown>(new Map([[1, 2n]]), new Set([1n]), new URL('https://example.com'), /a/g),
  ),
}));

test('an answer is serialized exactly like the library does', () => {
  fc.assert(
    fc.property(answer, (answers) => {
      expect(serializer.serialize(answers)).toEqual(library.serialize(answers));
    }),
    { numRuns: 2_000 },
  );
});

test('an answer arrives as it was sent', () => {
  const sent = { orders: [{ id: 'a', coins: { base: 12n }, placedAt: new Date(0), tag: null }], more: false };
  const [json, typeNotes] = serializer.serialize(sent);
  expect(library.deserialize(JSON.parse(JSON.stringify(json)), typeNotes)).toEqual(sent);
});

test('a date in an input arrives as a date', () => {
  const sent = { valueDate: new Date(0), note: 'x' };
  const [json, typeNotes] = library.serialize(sent);
  expect(serializer.deserialize(json, typeNotes)).toEqual(sent);
});

test.each(Object.entries(serializedTypes).filter(([name]) => name !== 'DATE'))(
  'an input never becomes %s',
  (_, kind) => {
    expect(() => serializer.deserialize({ a: 'https://x.test' }, [[kind, 'a']])).toThrow(
      /not a type that commands accept/,
    );
  },
);

test('a rejected value is never built, at any depth', () => {
  const created = vi.spyOn(globalThis, 'URL');
  const moment = [serializedTypes.DATE, 'at'] as [number, string];
  expect(() =>
    serializer.deserialize({ at: null, u: 'https://x.test' }, [[serializedTypes.URL, 'u'], moment]),
  ).toThrow();
  expect(() =>
    serializer.deserialize({ at: null, u: 'https://x.test' }, [moment, [serializedTypes.URL, 'u']]),
  ).toThrow();
  expect(created).not.toHaveBeenCalled();
  created.mockRestore();
});

const stallingApp = Fastify();
limitPipelining(stallingApp);
closeStalledResponses(stallingApp, 400);
let getActive = 0;
function* generateEndlessly() {
  for (;;) yield Buffer.alloc(64 * 1024);
}
stallingApp.get('/endless', async (_request, reply) => {
  const content = Readable.from(generateEndlessly());
  getActive += 1;
  content.once('close', () => {
    getActive -= 1;
  });
  return reply.send(content);
});
stallingApp.get('/slow', async () => {
  await wait(900);
  return 'all of it';
});
let heldSlots = 0;
stallingApp.get('/held', async (_request, reply) => {
  const release = closedSignal(reply.raw);
  await wait(100);
  heldSlots += 1;
  releaseOn(release, () => {
    heldSlots -= 1;
  });
  await wait(10_000, null, { signal: release }).catch(() => null);
  return reply.hijack();
});
await stallingApp.listen({ port: 0, host: '127.0.0.1' });
const { port } = stallingApp.server.address() as AddressInfo;
afterAll(() => stallingApp.close());

async function openConnection(...paths: string[]) {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  return socket;
}

test('an unread answer is ended with its sources, and one that is read continues', async () => {
  const reader = await openConnection('/endless');
  await openConnection('/endless');
  await vi.waitFor(() => expect(getActive).toBe(2));
  reader.resume();
  await vi.waitFor(() => expect(getActive).toBe(1), 5_000);
  await wait(800);
  expect(getActive).toBe(1);
  reader.destroy();
  await vi.waitFor(() => expect(getActive).toBe(0));
});

test('a client that only sends and reads nothing counts as stalled', async () => {
  const sender = await openConnection('/endless');
  await vi.waitFor(() => expect(getActive).toBe(1));
  const line = setInterval(() => sender.write('\r\n'), 50);
  await vi.waitFor(() => expect(getActive).toBe(0), 5_000);
  clearInterval(line);
});

test('an answer may start late, also behind another on the same connection', async () => {
  const socket = await openConnection('/slow', '/slow');
  let received = '';
  socket.resume().on('data', (chunk) => {
    received += chunk;
  });
  await vi.waitFor(() => expect(received.match(/all of it/g)).toHaveLength(2), 5_000);
  socket.destroy();
});

test('a slot is released when the connection ends, before or without its turn', async () => {
  const closed = await openConnection('/held');
  closed.destroy();
  const socket = await openConnection('/held', '/held', '/held');
  await vi.waitFor(() => expect(heldSlots).toBe(3));
  socket.destroy();
  await vi.waitFor(() => expect(heldSlots).toBe(0));
});
