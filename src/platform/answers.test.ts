import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, test, vi } from 'vitest';
import { leaveWhen, mountAnswerSilence, overOf } from './answers.ts';
import { mountOneByOne } from './one-by-one.ts';

const app = Fastify();
mountOneByOne(app);
mountAnswerSilence(app, 400);
let open = 0;
function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024);
}
app.get('/endless', async (_request, reply) => {
  const content = Readable.from(endless());
  open += 1;
  content.once('close', () => {
    open -= 1;
  });
  return reply.send(content);
});
app.get('/slow', async () => {
  await wait(900);
  return 'all of it';
});
let held = 0;
app.get('/held', async (_request, reply) => {
  const over = overOf(reply.raw);
  await wait(100);
  held += 1;
  leaveWhen(over, () => {
    held -= 1;
  });
  await wait(10_000, null, { signal: over }).catch(() => null);
  return reply.hijack();
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

async function line(...paths: string[]) {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  return socket;
}

test('an answer that nobody reads on ends with what it stands on; one that is read goes on', async () => {
  const reading = await line('/endless');
  await line('/endless');
  await vi.waitFor(() => expect(open).toBe(2));
  reading.resume();
  await vi.waitFor(() => expect(open).toBe(1), 5_000);
  await wait(800);
  expect(open).toBe(1);
  reading.destroy();
  await vi.waitFor(() => expect(open).toBe(0));
});

test('whoever only sends and takes nothing is silent all the same', async () => {
  const talking = await line('/endless');
  await vi.waitFor(() => expect(open).toBe(1));
  const words = setInterval(() => talking.write('\r\n'), 50);
  await vi.waitFor(() => expect(open).toBe(0), 5_000);
  clearInterval(words);
});

test('an answer may take its time to begin, also behind another on the same line', async () => {
  const socket = await line('/slow', '/slow');
  let told = '';
  socket.resume().on('data', (piece) => {
    told += piece;
  });
  await vi.waitFor(() => expect(told.match(/all of it/g)).toHaveLength(2), 5_000);
  socket.destroy();
});

test('a place is given back when the line ends, before it was taken and where it never was the turn', async () => {
  const gone = await line('/held');
  gone.destroy();
  const socket = await line('/held', '/held', '/held');
  await vi.waitFor(() => expect(held).toBe(3));
  socket.destroy();
  await vi.waitFor(() => expect(held).toBe(0));
});
