import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { orderFrom, place, quoteOf, signedIn } from './customer.ts';
import { liveLine } from './live-line.ts';
import { until } from './patience.ts';
import { alive, dataFolder, postmaster, start } from './product.ts';

const dataDir = dataFolder();
const env = { MODE: 'demo', DATA_DIR: dataDir };

/** A request of which the server has read the head, as it says itself, and waits for the last byte. */
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

test('SIGTERM finishes the requests under way, ends in time, and the next start finds everything', async () => {
  const first = await start(env);
  const cookie = await signedIn(first.origin, 'tier2');
  const quotes = await Promise.all(Array.from({ length: 3 }, () => quoteOf(first.origin, cookie)));
  const orders = quotes.map(({ body }) => orderFrom(body.id));
  const open = await Promise.all(orders.map((order) => openOrder(first.port, cookie, order)));
  // What browsers leave open: a live line, and a connection that was never used.
  const line = await liveLine(first.origin, cookie);
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
  await line.close();
  expect(postmaster(dataDir)).toBeNull();
  expect(server && alive(server.pid)).toBe(false);

  const second = await start(env);
  // The session outlives the restart, and a repeated request gets its first answer.
  const before = await place(second.origin, cookie, orders[0] ?? orderFrom(''));
  expect(before).toMatchObject({ status: 200, body: { reference: expect.any(String) } });
  expect(await second.end('SIGTERM')).toBe(0);
}, 240_000);

test('two starters at once on one folder share its database; who is left brings it back', async () => {
  const both = await Promise.all([start(env), start(env)]);
  for (const { origin } of both) {
    const cookie = await signedIn(origin, 'tier1');
    expect((await quoteOf(origin, cookie)).status).toBe(200);
  }
  const [one, other] = both;
  expect(await one.end('SIGTERM')).toBe(0);
  expect((await fetch(`${other.origin}/healthz`)).status).toBe(200);
  // If it was the first that ended the database, the other is its owner from now on.
  await until('the other to be ready', async () => (await fetch(`${other.origin}/readyz`)).status === 200, 60_000);
  const third = await start(env);
  expect((await fetch(`${third.origin}/readyz`)).status).toBe(200);
  await other.end('SIGTERM');
  await third.end('SIGTERM');
  expect(postmaster(dataDir)).toBeNull();
}, 240_000);
