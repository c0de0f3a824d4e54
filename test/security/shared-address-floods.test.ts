import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { bodyLimits, largeBodyLimits } from '../../src/platform/http/json-body.ts';
import { serverUnderTest } from '../worker.ts';

/** Thousands of mobile customers share an IP address, so limits per address must not affect signed-in customers. */
const server = await serverUnderTest();
const { app, call } = server;
const cookie = await server.signIn('tier1');
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const buildHead = (sessionCookie: string | null) =>
  [
    ...['POST /api/rpc/prices/list HTTP/1.1', 'host: localhost', 'content-type: application/json'],
    ...(sessionCookie === null ? [] : [`cookie: ${sessionCookie}`]),
    ...['transfer-encoding: chunked', '', ''],
  ].join('\r\n');

async function beginRequest(sessionCookie: string | null = null, bytes = '{'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`${buildHead(sessionCookie)}${bytes.length.toString(16)}\r\n${bytes}\r\n`);
}

test('a thousand unfinished requests of a stranger keep no customer behind the same address out', async () => {
  for (let n = 0; n < bodyLimits.connection; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => beginRequest()));
  const sendAsStranger = async () => (await call('prices/list', {})).status;
  for (let n = 0; n < 50 && (await sendAsStranger()) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendAsStranger()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

test('unfinished requests of one account with many sessions, ended ones among them, keep no customer out', async () => {
  const cookies: string[] = [];
  for (let n = 0; n < 11; n++) cookies.push(await server.signIn('tier2'));
  for (const userCookie of cookies) await call('accounts/signOut', undefined, userCookie);
  for (const userCookie of cookies) await Promise.all(Array.from({ length: 100 }, () => beginRequest(userCookie)));
  const sendAsEnded = async () => (await call('prices/list', {}, cookies[0])).status;
  for (let n = 0; n < 50 && (await sendAsEnded()) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendAsEnded()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

/** Unfinished JSON with the size of a bank statement or a long scam report. */
const long = '['.repeat(20_000);
const sendLarge = async (sessionCookie?: string) =>
  (await call('prices/list', { order: 'x'.repeat(20_000) }, sessionCookie)).status;
async function waitUntilFull(sessionCookie?: string): Promise<void> {
  for (let n = 0; n < 50 && (await sendLarge(sessionCookie)) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendLarge(sessionCookie)).toBe(429);
}

test('long unfinished forms of a stranger keep no customer behind the same address from theirs', async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (let n = 0; n < largeBodyLimits.connection; n++) await beginRequest(null, long);
  await waitUntilFull();
  expect(await sendLarge(cookie)).not.toBe(429);
});

test('long unfinished forms of one account with many sessions keep no customer from theirs', async () => {
  const cookies: string[] = [];
  for (let n = 0; n < 12; n++) cookies.push(await server.signIn('tier2'));
  for (const userCookie of cookies) await Promise.all(Array.from({ length: 4 }, () => beginRequest(userCookie, long)));
  await waitUntilFull(cookies[0]);
  expect(await sendLarge(cookie)).not.toBe(429);
});
