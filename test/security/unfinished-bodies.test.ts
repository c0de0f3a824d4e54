import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { largeBodyLimits, mountByteBodies, mountJsonBodies } from '../../src/platform/http/json-body.ts';
import { limitBodyTime } from '../../src/platform/http/request-bounds.ts';
import { limitHeaderCount } from '../../src/platform/http/request-checks.ts';
import { serverWithoutFaults } from '../worker.ts';

const server = await serverWithoutFaults();
const { app } = server;
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const testSockets: Socket[] = [];
afterEach(() => {
  for (const socket of testSockets.splice(0)) socket.destroy();
});

async function openRequest(head: string[], targetPort = port): Promise<Socket> {
  const socket = connect(targetPort, '127.0.0.1');
  socket.on('error', () => undefined);
  testSockets.push(socket);
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}
const buildHead = (...more: string[]) => [
  ...['POST /api/rpc/accounts/viewer HTTP/1.1', 'host: localhost', 'content-type: application/json', ...more],
];
const chunked = 'transfer-encoding: chunked';
const encodeChunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const readStatus = async (socket: Socket) => (await text(socket)).split('\r\n')[0];

const waitForClose = (socket: Socket) => new Promise((done) => socket.once('close', done));

async function writeRepeatedly(socket: Socket, block: string, times: number): Promise<void> {
  for (let n = 0; n < times && !socket.destroyed; n++)
    if (!socket.write(block)) await Promise.race([once(socket, 'drain'), waitForClose(socket)]);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function getLiveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a body in many small chunks is held as one buffer until it is read', async () => {
  const plain = Fastify();
  mountJsonBodies(plain, 256 * 1024);
  plain.post('/', async ({ body }) => body);
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const plainPort = (plain.server.address() as AddressInfo).port;
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', chunked];
  const before = getLiveBytes();
  const sends = Array.from({ length: 4 }, async () => {
    const socket = await openRequest(head, plainPort);
    await writeRepeatedly(socket, encodeChunk(' ').repeat(1_000), 100);
    return socket;
  });
  const sockets = await Promise.all(sends);
  await wait(500);
  // As separate buffers, the chunks would take about 25 MB.
  expect(getLiveBytes() - before).toBeLessThan(5_000_000);
  for (const socket of sockets) socket.write(`${encodeChunk('{"a":"é"}'.replace('é', '\\u00e9'))}0\r\n\r\n`);
  const read = sockets.map(async (socket) => {
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().split('\r\n\r\n')[1];
  });
  expect(await Promise.all(read)).toEqual(Array(4).fill('{"a":"é"}'));
});

test('large bodies take slots, small bodies pass without one, and slots are released', async () => {
  const large = encodeChunk('['.repeat(20_000));
  const openSockets = await Promise.all(
    Array.from({ length: largeBodyLimits.connection }, () => openRequest(buildHead(chunked))),
  );
  for (const socket of openSockets) socket.write(large);
  const sendLarge = async () => {
    const socket = await openRequest(buildHead(chunked, 'connection: close'));
    socket.write(`${encodeChunk(`{"json":{}${' '.repeat(20_000)}}`)}0\r\n\r\n`);
    return readStatus(socket);
  };
  await vi.waitFor(async () => expect(await sendLarge()).toMatch(/ 429 /), 5_000);
  const small = await openRequest(buildHead('content-length: 11', 'connection: close'));
  small.write('{"json":{}}');
  expect(await readStatus(small)).toMatch(/ 401 /);
  for (const socket of openSockets) socket.destroy();
  await vi.waitFor(async () => expect(await sendLarge()).toMatch(/ 401 /), 5_000);
});

test('strangers from many networks do not keep a signed-in customer from sending a large body', async () => {
  const plain = Fastify({ trustProxy: true });
  mountJsonBodies(plain, 256 * 1024, ({ headers }) => headers.cookie ?? null);
  plain.post('/', async () => 'done');
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const plainPort = (plain.server.address() as AddressInfo).port;
  const buildProxiedHead = (ip: string, ...more: string[]) => [
    ...['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', chunked],
    ...[`x-forwarded-for: ${ip}`, ...more],
  ];
  const sendLarge = async (...more: string[]) => {
    const socket = await openRequest(buildProxiedHead('190.213.1.1', 'connection: close', ...more), plainPort);
    socket.write(`${encodeChunk(`{}${' '.repeat(20_000)}`)}0\r\n\r\n`);
    return text(socket);
  };
  for (let network = 1; network * largeBodyLimits.network <= largeBodyLimits.all; network += 1)
    for (let n = 0; n < largeBodyLimits.network; n += 1) {
      const socket = await openRequest(buildProxiedHead(`2001:db8:${network}:${n % 4}::1`), plainPort);
      socket.write(encodeChunk('['.repeat(20_000)));
    }
  await vi.waitFor(async () => expect(await sendLarge()).toMatch(/general\.busy/), 5_000);
  expect(await sendLarge('cookie: session=of-finance')).toMatch(/ 200 [\s\S]*done$/);
});

test('raw bodies take slots too', async () => {
  const plain = Fastify();
  mountByteBodies(plain, 256 * 1024);
  plain.post('/', async ({ body }) => (body as Buffer).toString('latin1').trim());
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const plainPort = (plain.server.address() as AddressInfo).port;
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', chunked, 'connection: close'];
  const openSockets = await Promise.all(
    Array.from({ length: largeBodyLimits.connection }, () => openRequest(head, plainPort)),
  );
  for (const socket of openSockets) socket.write(encodeChunk('['.repeat(20_000)));
  const sendLarge = async (bytes: string) => {
    const socket = await openRequest(head, plainPort);
    socket.write(`${encodeChunk(bytes)}0\r\n\r\n`);
    return text(socket);
  };
  const large = `[${' '.repeat(20_000)}`;
  await vi.waitFor(async () => expect(await sendLarge(large)).toMatch(/general\.busy/), 5_000);
  expect(await sendLarge('[')).toMatch(/ 200 [\s\S]*\[$/);
  for (const socket of openSockets) socket.destroy();
  await vi.waitFor(async () => expect(await sendLarge(large)).toMatch(/ 200 /), 5_000);
});

test.each(['/api/hooks/mail', '/api/hooks/card/sandbox', '/api/hooks/card/unknown'])(
  'an unsigned webhook is answered before its body arrives: %s',
  async (path) => {
    const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', 'content-length: 9000'];
    const socket = await openRequest(head);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(path.endsWith('unknown') ? / 404 / : / 403 /);
  },
);

test('an unread body is not stored while its answer is pending', async () => {
  const slow = Fastify();
  limitBodyTime(slow, 60_000);
  const readLengths: number[] = [];
  slow.get('/', async ({ raw }) => {
    await wait(300);
    readLengths.push(raw.readableLength);
    return {};
  });
  await slow.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => slow.close());
  const head = ['GET / HTTP/1.1', 'host: localhost', 'content-length: 60000', 'connection: close'];
  const socket = await openRequest(head, (slow.server.address() as AddressInfo).port);
  socket.write('x'.repeat(60_000));
  expect(await readStatus(socket)).toMatch(/ 200 /);
  expect(readLengths).toEqual([0]);
});

test.each(['/healthz', '/%ff'])(
  'a client that sends requests behind an unfinished answer is disconnected: %s',
  async (url) => {
    const socket = await openRequest(['GET /api/live HTTP/1.1', 'host: localhost']);
    const ended = waitForClose(socket);
    socket.resume();
    socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(100));
    await ended;
  },
);

test('a request with more headers than the proxy passes on is refused', async () => {
  const proxied = Fastify({ trustProxy: true });
  limitHeaderCount(proxied);
  proxied.get('/', async ({ ip }) => ({ ip }));
  await proxied.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => proxied.close());
  const answer = async (lines: number) => {
    const head = ['GET / HTTP/1.1', 'host: localhost', 'connection: close', ...Array<string>(lines).fill('a:')];
    return text(
      await openRequest([...head, 'x-forwarded-for: 198.51.100.7'], (proxied.server.address() as AddressInfo).port),
    );
  };
  expect(await answer(50)).toMatch(/ 200 [\s\S]*198\.51\.100\.7/);
  for (const lines of [100, 1_999, 3_000]) expect(await answer(lines)).toMatch(/ 431 /);
});
