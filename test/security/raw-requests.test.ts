import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { webhookGateway } from '../../src/features/api-access/webhooks/deliver.ts';
import { createPushKey, pushGateway } from '../../src/features/notifications/push/send-push.ts';
import { openJobs } from '../../src/platform/jobs/jobs.ts';
import { withSlowHostQueue } from '../../src/platform/limits/slow-host-queue.ts';
import { buildServer } from '../../src/server.ts';
import { until } from '../reliability/until.ts';
import { serverWithoutFaults } from '../worker.ts';

/** Request smuggling: bytes that a proxy and our server could parse differently. */
const server = await serverWithoutFaults();
const app = await buildServer(server.services);

await app.listen({ port: 0, host: '127.0.0.1' });

const { port } = app.server.address() as AddressInfo;

afterAll(() => app.close());

const cookie = await server.signIn('tier1');

/** Sends bytes. Returns the response bytes until a timeout or the end of the connection. */
const sendBytes = (bytes: string, timeoutMs = 1_500) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
const parseStatuses = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
const body = '{"json":null}';
const buildRequest = (head: string, payload = body) =>
  `POST /api/rpc/accounts/viewer HTTP/1.1\r\nHost: shop.test\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n${head}\r\n${payload}`;
const smuggled = 'GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n';

test('the valid request that the tests below change is answered', async () => {
  expect(
    parseStatuses(await sendBytes(buildRequest(`Content-Length: ${body.length}\r\nConnection: close\r\n`))),
  ).toEqual([200]);
});

test.each([
  ['two lengths', `Content-Length: ${body.length}\r\nContent-Length: 5\r\n`, body],
  ['the same length twice', `Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n`, body],
  ['a list of lengths', `Content-Length: ${body.length}, 5\r\n`, body],
  ['a length with a sign', `Content-Length: +${body.length}\r\n`, body],
  ['a length in hexadecimal', 'Content-Length: 0xd\r\n', body],
  ['a negative length', 'Content-Length: -1\r\n', body],
  ['a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`],
  ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n', `d\r\n${body}\r\n0\r\n\r\n`],
  ['chunked and then identity', 'Transfer-Encoding: chunked, identity\r\n', `d\r\n${body}\r\n0\r\n\r\n`],
  [
    'two transfer codings',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    `d\r\n${body}\r\n0\r\n\r\n`,
  ],
  ['a space before the colon', 'Transfer-Encoding : chunked\r\n', `d\r\n${body}\r\n0\r\n\r\n${smuggled}`],
  ['a folded header', `X-A: b\r\n Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`],
  ['a header name with a control character', `X-\x01A: b\r\nContent-Length: ${body.length}\r\n`, body],
  ['a header value with a null character', `X-A: b\0c\r\nContent-Length: ${body.length}\r\n`, body],
  ['lines ending in LF only', `X-A: b\nContent-Length: ${body.length}\r\n`, body],
  ['a chunk length with a sign', 'Transfer-Encoding: chunked\r\n', `+d\r\n${body}\r\n0\r\n\r\n`],
  ['an oversized chunk length', 'Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`],
])('a command with %s does not run, and nothing behind it is a request', async (_, head, payload) => {
  const received = await sendBytes(buildRequest(head, payload));
  expect([received.slice(0, 200), parseStatuses(received).filter((status) => status < 400)]).toEqual([
    received.slice(0, 200),
    [],
  ]);
  expect(received).not.toContain('tier1@');
});

test.each([
  ['no host', 'GET / HTTP/1.1\r\n\r\n', [400, 404]],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [200, 400]],
  ['no version', 'GET /healthz\r\n\r\n', [200, 400]],
  ['version 2', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n', [200, 400, 505]],
  ['an unknown method', 'HACK /healthz HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404, 405]],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', [400, 404, 405]],
  ['headers of 20 KB', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(20_000)}\r\n\r\n`, [431]],
  ['an address of 20 KB', `GET /${'b'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, [400, 414, 431]],
])('a request with %s has one answer, and no second one', async (_, bytes, allowed) => {
  const received = await sendBytes(bytes);
  for (const status of parseStatuses(received)) expect(allowed).toContain(status);
  expect(parseStatuses(received).length).toBeLessThanOrEqual(1);
});

test.each(['websocket', 'h2c', 'TLS/1.0'])('no request switches to another protocol: %s', async (upgrade) => {
  const head = `Upgrade: ${upgrade}\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`;
  const received = await sendBytes(`GET /healthz HTTP/1.1\r\nHost: shop.test\r\n${head}\r\n`);
  expect(parseStatuses(received)).not.toContain(101);
});

/** After a 101, Node reports no response and no error and ignores timeouts, so the product must detect it itself. */
describe('switched protocols', async () => {
  const { owner, services } = server;
  const switching = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
  });

  switching.listen(0, '127.0.0.1');

  await once(switching, 'listening');

  const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });

  afterAll(async () => {
    await jobs.stop();
    switching.close();
  });

  const { port } = switching.address() as AddressInfo;
  const requestLocal = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) =>
    request(new URL(url.pathname, `http://machine.example:${port}`), options, done);
  const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
  const parts = { request: requestLocal, isAllowed: () => true, resolver: names, timeoutMs: 500 };
  const callWebhook = webhookGateway(parts);
  const key = createPushKey(services.config.pushKey ?? '');

  if (!key) throw new Error('the demo has no key');

  const callPush = pushGateway({ ...parts, key, contact: 'mailto:us@example.com', clock: services.clock });

  test.each([
    ['a webhook address', () => callWebhook({ url: 'https://machine.example/x', body: '{}', heads: {} })],
    ['a push service', () => callPush('https://machine.example/x')],
  ])('%s that switches to another protocol counts as failed and is not awaited', async (_, deliver) => {
    const ended = deliver().then(
      (status) => `said ${status}`,
      () => 'failed',
    );
    const late = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 5_000));
    expect(['failed', 'said later', 'said 101']).toContain(await Promise.race([ended, late]));
  });

  test('four such servers delay no delivery to others', async () => {
    const delivered: string[] = [];
    const deliveryJob = withSlowHostQueue({
      ...{ name: 'test.deliver', retries: { limit: 1, delay: 600 }, concurrency: 4, jobs },
      run: async ({ url }: { url: string; lane: string }) => {
        if (!url.startsWith('https://good')) await callWebhook({ url, body: '{}', heads: {} });
        delivered.push(url);
      },
    });
    await jobs.prepare(deliveryJob);
    for (let n = 0; n < 8; n++)
      await jobs.enqueue(services.db, 'test.deliver', {
        url: `https://switching${n}.example/x`,
        lane: `switching${n}`,
      });
    await jobs.enqueue(services.db, 'test.deliver', { url: 'https://good.example/x', lane: 'good' });
    await jobs.work(deliveryJob);
    await until('the delivery to another address', () => delivered.includes('https://good.example/x'), 40_000);
  });
});
