import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, expect, test as plainTest } from 'vitest';
import { until } from '../reliability/until.ts';
import { nginx, startNginx } from './nginx.ts';

/** nginx limits connections only after a complete header. Incomplete headers must not use up all its connections. */
const test = plainTest.skipIf(!nginx);

const product = createServer((_request, response) => response.end('{"ok":true}'));
product.listen(0, '127.0.0.1');
await once(product, 'listening');
const proxy = nginx ? await startNginx(nginx, (product.address() as AddressInfo).port) : null;
const openSockets = new Set<TLSSocket>();
let sockets = true;
afterAll(async () => {
  for (const socket of openSockets) socket.destroy();
  await proxy?.stop();
  product.close();
});

const isAnswered = (port: number) =>
  new Promise<boolean>((done) => {
    const to = { host: '127.0.0.1', port, servername: 'localhost', path: '/healthz', headers: { host: 'localhost' } };
    const outgoing = request({ ...to, rejectUnauthorized: false, agent: false, timeout: 15_000 }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode === 200));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => done(false)).end();
  });

const startHeader = (port: number) =>
  new Promise<boolean>((done) => {
    const to = { host: '127.0.0.1', localAddress: '127.0.0.9', servername: 'localhost', rejectUnauthorized: false };
    const socket = connect({ ...to, port }, () => {
      openSockets.add(socket);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX: ', () => done(true));
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        openSockets.delete(socket);
        done(false);
      });
  });

test('an address with many unfinished headers does not block others', async () => {
  const port = proxy?.secure ?? 0;
  expect(await isAnswered(port)).toBe(true);
  let isRefused = false;
  const attack = (async () => {
    while (sockets) {
      const [hasArrived] =
        openSockets.size < 520 ? await Promise.all(Array.from({ length: 5 }, () => startHeader(port))) : [true];
      if (hasArrived) await sleep(5);
      else isRefused = true;
    }
  })();
  await until('a full proxy or the complete attack', () => isRefused || openSockets.size >= 520, 60_000);
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await isAnswered(port));
  sockets = false;
  await attack;
  expect(answers).toEqual(Array(5).fill(true));
}, 120_000);
