import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { mountBodyDeadline } from '../../src/platform/body-deadline.ts';
import { mountHeaderBound } from '../../src/platform/crumbs.ts';
import { largeBody, mountByteBodies, mountJsonBodies } from '../../src/platform/json-body.ts';
import { serverWithoutFaults } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** Bodies of strangers on real lines, which begin and do not end. */
const server = await serverWithoutFaults();
const { app } = server;
const cookie = await sessionFor(server, 'tier1');
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

async function line(head: string[], to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}
const command = (...more: string[]) => [
  ...['POST /api/rpc/accounts/viewer HTTP/1.1', 'host: localhost', 'content-type: application/json', ...more],
];
const upload = [
  ...['PUT /api/files?purpose=transaction-proof HTTP/1.1', 'host: localhost', 'content-type: application/octet-stream'],
];
const inPieces = 'transfer-encoding: chunked';
const piece = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const statusOf = async (socket: Socket) => (await text(socket)).split('\r\n')[0];

const closing = (socket: Socket) => new Promise((done) => socket.once('close', done));

async function send(socket: Socket, block: string, times: number): Promise<void> {
  for (let n = 0; n < times && !socket.destroyed; n++)
    if (!socket.write(block)) await Promise.race([once(socket, 'drain'), closing(socket)]);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes that are still needed. */
function kept(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each([
  ['a command', command(inPieces)],
  ['a live line', ['GET /api/live HTTP/1.1', 'host: localhost', inPieces]],
  ['an upload', [...upload, `cookie: ${cookie}`, inPieces]],
  ['nothing', ['POST /nowhere HTTP/1.1', 'host: localhost', 'content-type: application/json', inPieces]],
])('a body for %s that comes in crumbs is ended with its line', async (_, head) => {
  const socket = await line(head);
  const ended = closing(socket);
  socket.resume();
  await send(socket, piece('x').repeat(1_000), 20);
  await ended;
});

test('a body in many small pieces is one piece of memory, until it is read', async () => {
  const plain = Fastify();
  mountJsonBodies(plain, 256 * 1024);
  plain.post('/', async ({ body }) => body);
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const here = (plain.server.address() as AddressInfo).port;
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', inPieces];
  const before = kept();
  const sends = Array.from({ length: 4 }, async () => {
    const socket = await line(head, here);
    await send(socket, piece(' ').repeat(1_000), 100);
    return socket;
  });
  const sockets = await Promise.all(sends);
  await wait(500);
  // One by one they would be some 25 MB.
  expect(kept() - before).toBeLessThan(5_000_000);
  for (const socket of sockets) socket.write(`${piece('{"a":"é"}'.replace('é', '\\u00e9'))}0\r\n\r\n`);
  const read = sockets.map(async (socket) => {
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().split('\r\n\r\n')[1];
  });
  expect(await Promise.all(read)).toEqual(Array(4).fill('{"a":"é"}'));
});

test('large bodies under way have their places, small ones go on beside them, and places are given back', async () => {
  const large = piece('['.repeat(20_000));
  const holders = await Promise.all(Array.from({ length: largeBody.connection }, () => line(command(inPieces))));
  for (const socket of holders) socket.write(large);
  const ask = async () => {
    const socket = await line(command(inPieces, 'connection: close'));
    socket.write(`${piece(`{"json":{}${' '.repeat(20_000)}}`)}0\r\n\r\n`);
    return statusOf(socket);
  };
  await vi.waitFor(async () => expect(await ask()).toMatch(/ 429 /), 5_000);
  const small = await line(command('content-length: 11', 'connection: close'));
  small.write('{"json":{}}');
  expect(await statusOf(small)).toMatch(/ 401 /);
  for (const socket of holders) socket.destroy();
  await vi.waitFor(async () => expect(await ask()).toMatch(/ 401 /), 5_000);
});

test('strangers of however many networks keep nobody with an account from a large body', async () => {
  const plain = Fastify({ trustProxy: true });
  mountJsonBodies(plain, 256 * 1024, ({ headers }) => headers.cookie ?? null);
  plain.post('/', async () => 'done');
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const here = (plain.server.address() as AddressInfo).port;
  const from = (ip: string, ...more: string[]) => [
    ...['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', inPieces],
    ...[`x-forwarded-for: ${ip}`, ...more],
  ];
  const ask = async (...more: string[]) => {
    const socket = await line(from('190.213.1.1', 'connection: close', ...more), here);
    socket.write(`${piece(`{}${' '.repeat(20_000)}`)}0\r\n\r\n`);
    return text(socket);
  };
  for (let network = 1; network * largeBody.network <= largeBody.all; network += 1)
    for (let n = 0; n < largeBody.network; n += 1) {
      const socket = await line(from(`2001:db8:${network}:${n % 4}::1`), here);
      socket.write(piece('['.repeat(20_000)));
    }
  await vi.waitFor(async () => expect(await ask()).toMatch(/general\.busy/), 5_000);
  expect(await ask('cookie: session=of-finance')).toMatch(/ 200 [\s\S]*done$/);
});

test('bodies that are taken as bytes have their places too', async () => {
  const plain = Fastify();
  mountByteBodies(plain, 256 * 1024);
  plain.post('/', async ({ body }) => (body as Buffer).toString('latin1').trim());
  await plain.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => plain.close());
  const here = (plain.server.address() as AddressInfo).port;
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', inPieces, 'connection: close'];
  const holders = await Promise.all(Array.from({ length: largeBody.connection }, () => line(head, here)));
  for (const socket of holders) socket.write(piece('['.repeat(20_000)));
  const ask = async (bytes: string) => {
    const socket = await line(head, here);
    socket.write(`${piece(bytes)}0\r\n\r\n`);
    return text(socket);
  };
  const large = `[${' '.repeat(20_000)}`;
  await vi.waitFor(async () => expect(await ask(large)).toMatch(/general\.busy/), 5_000);
  expect(await ask('[')).toMatch(/ 200 [\s\S]*\[$/);
  for (const socket of holders) socket.destroy();
  await vi.waitFor(async () => expect(await ask(large)).toMatch(/ 200 /), 5_000);
});

test.each(['/api/hooks/mail', '/api/hooks/card/sandbox', '/api/hooks/card/nobody'])(
  'a hook that nobody signed is answered before its body came: %s',
  async (path) => {
    const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json', 'content-length: 9000'];
    const socket = await line(head);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(path.endsWith('nobody') ? / 404 / : / 403 /);
  },
);

test('a body that nobody reads is not kept while the answer takes its time', async () => {
  const slow = Fastify();
  mountBodyDeadline(slow, 60_000);
  const kept: number[] = [];
  slow.get('/', async ({ raw }) => {
    await wait(300);
    kept.push(raw.readableLength);
    return {};
  });
  await slow.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => slow.close());
  const head = ['GET / HTTP/1.1', 'host: localhost', 'content-length: 60000', 'connection: close'];
  const socket = await line(head, (slow.server.address() as AddressInfo).port);
  socket.write('x'.repeat(60_000));
  expect(await statusOf(socket)).toMatch(/ 200 /);
  expect(kept).toEqual([0]);
});

test.each(['/healthz', '/%ff'])('who asks on and on, behind an answer that never ends, is ended: %s', async (url) => {
  const socket = await line(['GET /api/live HTTP/1.1', 'host: localhost']);
  const ended = closing(socket);
  socket.resume();
  socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(100));
  await ended;
});

test('a head of so many lines that those of the proxy would be dropped is refused', async () => {
  const proxied = Fastify({ trustProxy: true });
  mountHeaderBound(proxied);
  proxied.get('/', async ({ ip }) => ({ ip }));
  await proxied.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => proxied.close());
  const answer = async (lines: number) => {
    const head = ['GET / HTTP/1.1', 'host: localhost', 'connection: close', ...Array<string>(lines).fill('a:')];
    return text(await line([...head, 'x-forwarded-for: 198.51.100.7'], (proxied.server.address() as AddressInfo).port));
  };
  expect(await answer(50)).toMatch(/ 200 [\s\S]*198\.51\.100\.7/);
  for (const lines of [100, 1_999, 3_000]) expect(await answer(lines)).toMatch(/ 431 /);
});
