import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { bodyRoom, largeBody } from '../../src/platform/json-body.ts';
import { serverUnderTest } from '../worker.ts';

/**
 * Thousands of customers of a mobile network come over one address. A stranger among them, who begins requests and ends
 * none, must not keep those from everything who have an account.
 */
const server = await serverUnderTest();
const { app, call } = server;
const cookie = await server.signIn('tier1');
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const opened: Socket[] = [];
afterAll(() => {
  for (const socket of opened) socket.destroy();
});

const headOf = (whose: string | null) =>
  [
    ...['POST /api/rpc/prices/list HTTP/1.1', 'host: localhost', 'content-type: application/json'],
    ...(whose === null ? [] : [`cookie: ${whose}`]),
    ...['transfer-encoding: chunked', '', ''],
  ].join('\r\n');

async function begins(whose: string | null = null, bytes = '{'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  socket.write(`${headOf(whose)}${bytes.length.toString(16)}\r\n${bytes}\r\n`);
}

test('a thousand requests of a stranger that do not end keep no customer behind the same address out', async () => {
  for (let n = 0; n < bodyRoom.connection; n += 50) await Promise.all(Array.from({ length: 50 }, () => begins()));
  const stranger = async () => (await call('prices/list', {})).status;
  for (let n = 0; n < 50 && (await stranger()) !== 429; n++) await new Promise((go) => setTimeout(go, 100));
  expect(await stranger()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

test('nor do those of one account with many sessions, ended ones among them', async () => {
  const many: string[] = [];
  for (let n = 0; n < 11; n++) many.push(await server.signIn('tier2'));
  for (const one of many) await call('accounts/signOut', undefined, one);
  for (const one of many) await Promise.all(Array.from({ length: 100 }, () => begins(one)));
  const gone = async () => (await call('prices/list', {}, many[0])).status;
  for (let n = 0; n < 50 && (await gone()) !== 429; n++) await new Promise((go) => setTimeout(go, 100));
  expect(await gone()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

/** As long as a statement of a bank is, or a report of a scam that somebody tells at length. */
const long = '['.repeat(20_000);
const saysMuch = async (whose?: string) => (await call('prices/list', { order: 'x'.repeat(20_000) }, whose)).status;
/** Until the places that are being taken are taken: whoever they are for has none left. */
async function untilFull(whose?: string): Promise<void> {
  for (let n = 0; n < 50 && (await saysMuch(whose)) !== 429; n++) await new Promise((go) => setTimeout(go, 100));
  expect(await saysMuch(whose)).toBe(429);
}

test('long forms of a stranger that do not end keep no customer behind the same address from theirs', async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (let n = 0; n < largeBody.connection; n++) await begins(null, long);
  await untilFull();
  expect(await saysMuch(cookie)).not.toBe(429);
});

test('nor do those of one account with many sessions', async () => {
  const many: string[] = [];
  for (let n = 0; n < 12; n++) many.push(await server.signIn('tier2'));
  for (const one of many) await Promise.all(Array.from({ length: 4 }, () => begins(one, long)));
  await untilFull(many[0]);
  expect(await saysMuch(cookie)).not.toBe(429);
});
