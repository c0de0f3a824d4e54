import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test, vi } from 'vitest';
import { openLiveStream } from '../../../test/reliability/live-stream.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { encodeEvent, endStream, writeEvent } from './sse-stream.ts';

const { app, owner, signIn } = await serverUnderTest();
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.server.closeAllConnections());
const { port } = app.server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Publishes until a listener received it: processes start listening late. */
const publishUntil = (isReceived: () => boolean) =>
  vi.waitFor(async () => {
    await owner.query(`select pg_notify('topic', 'prices')`);
    expect(isReceived()).toBe(true);
  }, 10_000);

async function openRawStream(...requestLines: string[]): Promise<{ socket: Socket; getText: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write(`${requestLines.join('\r\n')}\r\n\r\n`);
  await vi.waitFor(() => expect(text).toContain('retry: 1000'), 5_000);
  return { socket, getText: () => text };
}

test('an open stream keeps neither its request nor its answer', async () => {
  const references: WeakRef<object>[] = [];
  const track = (request: IncomingMessage, response: object) =>
    references.push(new WeakRef(request), new WeakRef(response));
  app.server.on('request', track);
  const streams = [await openLiveStream(origin, ''), await openLiveStream(origin, await signIn('tier2'))];
  await publishUntil(() => streams.every(({ heard: received }) => received.includes('prices')));
  app.server.off('request', track);
  expect(references).toHaveLength(4);
  await vi.waitFor(() => {
    collectGarbage();
    expect(references.filter((readStream) => readStream.deref() !== undefined)).toEqual([]);
  }, 10_000);
  expect(streams.map((stream) => stream.isOpen())).toEqual([true, true]);
  for (const stream of streams) await stream.close();
});

test('the HTTP parser is released for open streams only', async () => {
  const readers = new Set<number>();
  const watchParsers = createHook({
    init: (id, kind) => {
      if (kind === 'HTTPINCOMINGMESSAGE') readers.add(id);
    },
    destroy: (id) => readers.delete(id),
  }).enable();
  const { socket, getText } = await openRawStream('GET /api/live HTTP/1.1', 'host: localhost');
  const otherSocket = connect(port, '127.0.0.1');
  otherSocket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(otherSocket, 'data');
  await vi.waitFor(() => expect(readers.size).toBe(1), 5_000);
  watchParsers.disable();
  app.server.closeIdleConnections();
  await once(otherSocket.resume(), 'close');
  await publishUntil(() => getText().includes('data: prices\n'));
  socket.destroy();
});

test('a stream ends when its reader closes its side', async () => {
  const { socket } = await openRawStream('GET /api/live HTTP/1.1', 'host: localhost');
  const ended = once(socket, 'close');
  socket.end();
  await ended;
});

test.each([
  ['HTTP/1.0', ['GET /api/live HTTP/1.0', 'host: localhost']],
  ['a connection that closes after its answer', ['GET /api/live HTTP/1.1', 'host: localhost', 'connection: close']],
])('a client with %s receives the same events', async (_how, requestLines) => {
  const { socket, getText } = await openRawStream(...requestLines);
  await publishUntil(() => /data: prices\r?\n/.test(getText()));
  socket.destroy();
});

test('an HTTP/1.0 client gets no chunked encoding', async () => {
  const { socket, getText } = await openRawStream('GET /api/live HTTP/1.0', 'host: localhost');
  await publishUntil(() => getText().includes('data: prices\n\n'));
  expect(getText().split('\r\n\r\n')[1]).toMatch(/^retry: 1000\n\n(data: prices\n\n)+$/);
  expect(getText()).not.toMatch(/transfer-encoding/i);
  socket.destroy();
});

test('a stream ends as a complete answer', async () => {
  const cookie = await signIn('tier1');
  const answer = await fetch(`${origin}/api/live`, { headers: { cookie } });
  const text = answer.text();
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'tier1@demo.test'`);
  const disconnectTimer = setInterval(() => void owner.query(`select pg_notify('topic', 'leave@${rows[0]?.id}')`), 100);
  // The assertion fails when the server cut the stream.
  expect(await text.finally(() => clearInterval(disconnectTimer))).toContain('retry: 1000\n\n');
});

test('a second request on an open stream ends it', async () => {
  const { socket, getText } = await openRawStream('GET /api/live HTTP/1.1', 'host: localhost');
  const ended = once(socket, 'close');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await ended;
  expect(getText()).not.toContain('{"ok"');
});

test('a HEAD request gets only the header', async () => {
  const countListeners = await openLiveStream(origin, '');
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.write('HEAD /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(text).toMatch(/^HTTP\/1\.1 [\s\S]*\r\n\r\n/), 5_000);
  await publishUntil(() => countListeners.heard.includes('prices'));
  // A proxy would take extra bytes as the response to another request.
  expect(text.split('\r\n\r\n').slice(1).join('')).toBe('');
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(text).toContain('{"ok":true}'), 5_000);
  socket.destroy();
  await countListeners.close();
});

test('pipelined requests are answered, and the stream still works', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const openStream = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  socket.write(openStream('/healthz') + openStream('/api/live'));
  await publishUntil(() => /\{"ok":true\}[\s\S]*retry: 1000[\s\S]*data: prices\n/.test(text));
  socket.destroy();
});

test('a client that reads nothing loses its stream', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined).pause();
  const [output] = (await once(server, 'connection')) as [Socket];
  const stream = { output, isChunked: true };
  const event = encodeEvent('x'.repeat(64 * 1024));
  // Writes many events, because the buffers between two machines hold some MB.
  for (let i = 0; i < 1_000 && !output.destroyed; i++) {
    writeEvent(stream, event);
    await setImmediate();
  }
  expect(output.destroyed).toBe(true);
  writeEvent(stream, event);
  endStream(stream);
  reader.destroy();
  server.close();
});

test.each([true, false])('an ended stream that its reader keeps open is cut (chunked: %s)', async (isChunked) => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: hasEnded } = server.address() as AddressInfo;
  const reader = connect({ port: hasEnded, host: '127.0.0.1', allowHalfOpen: true }).resume();
  const [output] = (await once(server, 'connection')) as [Socket];
  const errors: Error[] = [];
  output.on('error', (error) => errors.push(error));
  endStream({ output, isChunked });
  await once(reader, 'end');
  expect(output.destroyed).toBe(false);
  endStream({ output, isChunked });
  expect(output.destroyed).toBe(true);
  await setImmediate();
  expect(errors).toEqual([]);
  reader.destroy();
  server.close();
});
