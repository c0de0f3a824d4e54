import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test, vi } from 'vitest';
import { liveLine } from '../../test/reliability/live-line.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { endLine, say, wordsOf } from './live-line.ts';

/** Lines on which somebody listens, on the server as it is. */
const { app, owner, signIn } = await serverUnderTest();
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.server.closeAllConnections());
const { port } = app.server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Says that prices changed until somebody heard of it: a process listens only some moments after its start. */
const untilHeard = (hear: () => boolean) =>
  vi.waitFor(async () => {
    await owner.query(`select pg_notify('topic', 'prices')`);
    expect(hear()).toBe(true);
  }, 10_000);

/** A line as it is on the wire. */
async function rawLine(...head: string[]): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await vi.waitFor(() => expect(text).toContain('retry: 1000'), 5_000);
  return { socket, said: () => text };
}

test('of a line that is open nothing is kept of its request, and of its answer', async () => {
  const kept: WeakRef<object>[] = [];
  const keep = (request: IncomingMessage, response: object) => kept.push(new WeakRef(request), new WeakRef(response));
  app.server.on('request', keep);
  const lines = [await liveLine(origin, ''), await liveLine(origin, await signIn('tier2'))];
  await untilHeard(() => lines.every(({ heard }) => heard.includes('prices')));
  app.server.off('request', keep);
  expect(kept).toHaveLength(4);
  await vi.waitFor(() => {
    collect();
    expect(kept.filter((one) => one.deref() !== undefined)).toEqual([]);
  }, 10_000);
  expect(lines.map((line) => line.isOpen())).toEqual([true, true]);
  for (const line of lines) await line.close();
});

test('the server puts its reader of HTTP away for a line that is open, and for no other', async () => {
  const readers = new Set<number>();
  const watch = createHook({
    init: (id, kind) => {
      if (kind === 'HTTPINCOMINGMESSAGE') readers.add(id);
    },
    destroy: (id) => readers.delete(id),
  }).enable();
  const { socket, said } = await rawLine('GET /api/live HTTP/1.1', 'host: localhost');
  const asks = connect(port, '127.0.0.1');
  asks.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(asks, 'data');
  await vi.waitFor(() => expect(readers.size).toBe(1), 5_000);
  watch.disable();
  // All that was let go is open as ever.
  app.server.closeIdleConnections();
  await once(asks.resume(), 'close');
  await untilHeard(() => said().includes('data: prices\n'));
  socket.destroy();
});

test('a line ends when its reader says that nothing more will come', async () => {
  const { socket } = await rawLine('GET /api/live HTTP/1.1', 'host: localhost');
  const ended = once(socket, 'close');
  socket.end();
  await ended;
});

test.each([
  ['HTTP/1.0', ['GET /api/live HTTP/1.0', 'host: localhost']],
  ['a line that is to end with its answer', ['GET /api/live HTTP/1.1', 'host: localhost', 'connection: close']],
])('who speaks %s hears the same', async (_how, head) => {
  const { socket, said } = await rawLine(...head);
  await untilHeard(() => /data: prices\r?\n/.test(said()));
  socket.destroy();
});

test('to who speaks an old HTTP nothing is said in pieces', async () => {
  const { socket, said } = await rawLine('GET /api/live HTTP/1.0', 'host: localhost');
  await untilHeard(() => said().includes('data: prices\n\n'));
  expect(said().split('\r\n\r\n')[1]).toMatch(/^retry: 1000\n\n(data: prices\n\n)+$/);
  expect(said()).not.toMatch(/transfer-encoding/i);
  socket.destroy();
});

test('a line ends whole: what was said on it is a whole answer', async () => {
  const cookie = await signIn('tier1');
  const answer = await fetch(`${origin}/api/live`, { headers: { cookie } });
  const text = answer.text();
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'tier1@demo.test'`);
  const leave = setInterval(() => void owner.query(`select pg_notify('topic', 'leave@${rows[0]?.id}')`), 100);
  // Were it cut off, this would fail.
  expect(await text.finally(() => clearInterval(leave))).toContain('retry: 1000\n\n');
});

test('who asks for something else over an open line has it ended', async () => {
  const { socket, said } = await rawLine('GET /api/live HTTP/1.1', 'host: localhost');
  const ended = once(socket, 'close');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await ended;
  expect(said()).not.toContain('{"ok"');
});

test('whoever asks for the head of a line alone has a head, and not a byte of what is said', async () => {
  const listens = await liveLine(origin, '');
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  socket.write('HEAD /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(text).toMatch(/^HTTP\/1\.1 [\s\S]*\r\n\r\n/), 5_000);
  await untilHeard(() => listens.heard.includes('prices'));
  // What a proxy would take for the answer to somebody else's next request.
  expect(text.split('\r\n\r\n').slice(1).join('')).toBe('');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(text).toContain('{"ok":true}'), 5_000);
  socket.destroy();
  await listens.close();
});

test('who sent more requests along is heard out, and listens all the same', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  socket.write(get('/healthz') + get('/api/live'));
  await untilHeard(() => /\{"ok":true\}[\s\S]*retry: 1000[\s\S]*data: prices\n/.test(text));
  socket.destroy();
});

test('who takes nothing of what is said loses the line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined).pause();
  const [to] = (await once(server, 'connection')) as [Socket];
  const line = { to, inPieces: true };
  const words = wordsOf('x'.repeat(64 * 1024));
  // What lies between two machines is some MB.
  for (let said = 0; said < 1_000 && !to.destroyed; said++) {
    say(line, words);
    await setImmediate();
  }
  expect(to.destroyed).toBe(true);
  // Nothing more is said there, and nothing breaks by it.
  say(line, words);
  endLine(line);
  reader.destroy();
  server.close();
});

test.each([true, false])(
  'a line that was ended and that its reader keeps open is cut (in pieces: %s)',
  async (inPieces) => {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: there } = server.address() as AddressInfo;
    const reader = connect({ port: there, host: '127.0.0.1', allowHalfOpen: true }).resume();
    const [to] = (await once(server, 'connection')) as [Socket];
    const faults: Error[] = [];
    to.on('error', (fault) => faults.push(fault));
    endLine({ to, inPieces });
    await once(reader, 'end');
    expect(to.destroyed).toBe(false);
    endLine({ to, inPieces });
    expect(to.destroyed).toBe(true);
    await setImmediate();
    expect(faults).toEqual([]);
    reader.destroy();
    server.close();
  },
);
