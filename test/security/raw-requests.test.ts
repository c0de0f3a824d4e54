import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
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
