import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { liftDeadline, mountBodyDeadline } from './body-deadline.ts';

const app = Fastify();
mountBodyDeadline(app, 150);
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
    liftDeadline(request);
    return { read: await text(request.body as NodeJS.ReadableStream) };
  });
  routes.post('/refused', async (_request, reply) => reply.code(403).send({}));
});
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Sends a request whose body of four signs comes one by one, so many milliseconds apart; what is answered. */
async function trickle(path: string, type: string, pause: number): Promise<string> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const answer = text(socket);
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, 'content-length: 4'];
  socket.write([...head, 'connection: close', '', ''].join('\r\n'));
  for (const sign of '1234') {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (socket.writable) socket.write(sign);
  }
  return (await answer).split('\r\n')[0] ?? '';
}

test('a request whose body trickles in is ended, whatever it is for', async () => {
  expect(await trickle('/form', 'application/json', 100)).toBe('HTTP/1.1 408 Request Timeout');
  expect(await trickle('/nowhere', 'application/json', 100)).toMatch(/^HTTP\/1\.1 4\d\d/);
});

test('one that comes in time is not, and a route may watch over its requests by itself', async () => {
  expect(await trickle('/form', 'application/json', 1)).toBe('HTTP/1.1 200 OK');
  expect(await trickle('/long', 'text/plain', 100)).toBe('HTTP/1.1 200 OK');
});

test('a request that was refused does not hold its connection open by going on', async () => {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /refused HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9999\r\n\r\n');
  const drip = setInterval(() => socket.writable && socket.write('x'), 20);
  socket.resume();
  await new Promise((done) => socket.once('close', done));
  clearInterval(drip);
});

test('an answer that takes longer is not ended: the request had come', async () => {
  const origin = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  expect(await (await fetch(`${origin}/stream`)).text()).toBe('HELLO STILL HERE');
  const slow = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await (await fetch(`${origin}/slow`, slow)).json()).toEqual({ done: true });
});

test('a request without a line, as tests make them, ends nothing', async () => {
  const headers = { 'content-type': 'text/html', 'content-length': '9' };
  expect((await app.inject({ method: 'POST', url: '/form', headers, payload: 'not read.' })).statusCode).toBe(415);
  await new Promise((resolve) => setTimeout(resolve, 250));
});
