import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, test, vi } from 'vitest';
import { limitPipelining } from './request-bounds.ts';
import { closedSignal, closeStalledResponses, releaseOn } from './response-stall.ts';

const app = Fastify();
limitPipelining(app);
closeStalledResponses(app, 400);
let getActive = 0;
function* generateEndlessly() {
  for (;;) yield Buffer.alloc(64 * 1024);
}
app.get('/endless', async (_request, reply) => {
  const content = Readable.from(generateEndlessly());
  getActive += 1;
  content.once('close', () => {
    getActive -= 1;
  });
  return reply.send(content);
});
app.get('/slow', async () => {
  await wait(900);
  return 'all of it';
});
let heldSlots = 0;
app.get('/held', async (_request, reply) => {
  const release = closedSignal(reply.raw);
  await wait(100);
  heldSlots += 1;
  releaseOn(release, () => {
    heldSlots -= 1;
  });
  await wait(10_000, null, { signal: release }).catch(() => null);
  return reply.hijack();
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

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
