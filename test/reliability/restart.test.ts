import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildOrder, placeOrder, requestQuote, signInDemoUser } from './customer.ts';
import { openLiveStream } from './live-stream.ts';
import { createDataFolder, isAlive, postmaster, start } from './product.ts';
import { until } from './until.ts';

const dataDir = createDataFolder();
const env = { MODE: 'demo', DATA_DIR: dataDir };

/** Sends an order without its last byte. Resolves when the server has read the headers. */
async function openOrder(port: number, cookie: string, order: object) {
  const body = JSON.stringify({ json: order });
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/rpc/trading/placeBuyOrder HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n` +
      'expect: 100-continue\r\n\r\n',
  );
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('100 Continue')]);
  socket.write(body.slice(0, -1));
  const answer = text(socket);
  return {
    finish: async () => {
      socket.write(body.slice(-1));
      return (await answer).split('\r\n')[0];
    },
  };
}

test('SIGTERM finishes the open requests, ends in time, and the next start keeps all data', async () => {
  const first = await start(env);
  const cookie = await signInDemoUser(first.origin, 'tier2');
  const quotes = await Promise.all(Array.from({ length: 3 }, () => requestQuote(first.origin, cookie)));
  const orders = quotes.map(({ body }) => buildOrder(body.id));
  const open = await Promise.all(orders.map((order) => openOrder(first.port, cookie, order)));
  const stream = await openLiveStream(first.origin, cookie);
  const unused = connect(first.port, '127.0.0.1').on('error', () => undefined);
  await once(unused, 'connect');

  const server = postmaster(dataDir);
  const from = performance.now();
  const ended = first.end('SIGTERM');
  await sleep(300);
  const answers = await Promise.all(open.map(({ finish }) => finish()));
  expect(answers).toEqual(orders.map(() => 'HTTP/1.1 200 OK'));
  expect(await ended).toBe(0);
  expect(performance.now() - from).toBeLessThan(15_000);
  await stream.close();
  expect(postmaster(dataDir)).toBeNull();
  expect(server && isAlive(server.pid)).toBe(false);

  const second = await start(env);
  const before = await placeOrder(second.origin, cookie, orders[0] ?? buildOrder(''));
  expect(before).toMatchObject({ status: 200, body: { reference: expect.any(String) } });
  expect(await second.end('SIGTERM')).toBe(0);
}, 240_000);

test('two starts in one folder share its database, and the remaining process restarts it', async () => {
  const both = await Promise.all([start(env), start(env)]);
  for (const { origin } of both) {
    const cookie = await signInDemoUser(origin, 'tier1');
    expect((await requestQuote(origin, cookie)).status).toBe(200);
  }
  const [first, second] = both;
  expect(await first.end('SIGTERM')).toBe(0);
  expect((await fetch(`${second.origin}/healthz`)).status).toBe(200);
  await until('the other to be ready', async () => (await fetch(`${second.origin}/readyz`)).status === 200, 60_000);
  const third = await start(env);
  expect((await fetch(`${third.origin}/readyz`)).status).toBe(200);
  await second.end('SIGTERM');
  await third.end('SIGTERM');
  expect(postmaster(dataDir)).toBeNull();
}, 240_000);
