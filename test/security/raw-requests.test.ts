import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { serverWithoutFaults } from '../worker.ts';

/** Bytes on the line that two readers of one request could read differently: a proxy before us is one of them. */
const server = await serverWithoutFaults();
const app = await buildServer(server.services);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());
const cookie = await server.signIn('tier1');

/** Sends bytes and gathers what comes within a moment, or until the line ends. */
const say = (bytes: string, patience = 1_500) =>
  new Promise<string>((done) => {
    const line = connect(port, '127.0.0.1');
    let heard = '';
    const end = () => {
      line.destroy();
      done(heard);
    };
    const timer = setTimeout(end, patience);
    line.on('data', (data) => {
      heard += data.toString('latin1');
    });
    line.on('error', () => undefined);
    line.on('close', () => {
      clearTimeout(timer);
      done(heard);
    });
    line.write(Buffer.from(bytes, 'latin1'));
  });
const statuses = (heard: string) => [...heard.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
const body = '{"json":null}';
const command = (head: string, payload = body) =>
  `POST /api/rpc/accounts/viewer HTTP/1.1\r\nHost: shop.test\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n${head}\r\n${payload}`;
const hidden = 'GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n';

test('the sound request that the tests below change is answered', async () => {
  expect(statuses(await say(command(`Content-Length: ${body.length}\r\nConnection: close\r\n`)))).toEqual([200]);
});

test.each([
  ['two lengths', `Content-Length: ${body.length}\r\nContent-Length: 5\r\n`, body],
  ['the same length twice', `Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n`, body],
  ['a list of lengths', `Content-Length: ${body.length}, 5\r\n`, body],
  ['a length with a sign', `Content-Length: +${body.length}\r\n`, body],
  ['a length in hexadecimal', 'Content-Length: 0xd\r\n', body],
  ['a length below nothing', 'Content-Length: -1\r\n', body],
  ['a length and pieces', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`],
  ['pieces of another kind', 'Transfer-Encoding: xchunked\r\n', `d\r\n${body}\r\n0\r\n\r\n`],
  ['pieces and then not', 'Transfer-Encoding: chunked, identity\r\n', `d\r\n${body}\r\n0\r\n\r\n`],
  ['pieces told twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `d\r\n${body}\r\n0\r\n\r\n`],
  ['a blank before the colon', 'Transfer-Encoding : chunked\r\n', `d\r\n${body}\r\n0\r\n\r\n${hidden}`],
  ['a folded line', `X-A: b\r\n Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`],
  ['a name with a control sign', `X-\x01A: b\r\nContent-Length: ${body.length}\r\n`, body],
  ['a value with a zero sign', `X-A: b\0c\r\nContent-Length: ${body.length}\r\n`, body],
  ['lines that end with a line feed alone', `X-A: b\nContent-Length: ${body.length}\r\n`, body],
  ['a length of a piece with a sign', 'Transfer-Encoding: chunked\r\n', `+d\r\n${body}\r\n0\r\n\r\n`],
  [
    'a length of a piece beyond all bounds',
    'Transfer-Encoding: chunked\r\n',
    `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`,
  ],
])('a command with %s is run for nobody, and nothing behind it is a request', async (_, head, payload) => {
  const heard = await say(command(head, payload));
  expect([heard.slice(0, 200), statuses(heard).filter((status) => status < 400)]).toEqual([heard.slice(0, 200), []]);
  expect(heard).not.toContain('tier1@');
});

test.each([
  ['no host', 'GET / HTTP/1.1\r\n\r\n', [400, 404]],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [200, 400]],
  ['no version', 'GET /healthz\r\n\r\n', [200, 400]],
  ['version 2', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n', [200, 400, 505]],
  ['an unknown method', 'HACK /healthz HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404, 405]],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', [400, 404, 405]],
  ['a head of 20 KB', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(20_000)}\r\n\r\n`, [431]],
  ['an address of 20 KB', `GET /${'b'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, [400, 414, 431]],
])('a request with %s has one answer, and no other one behind it', async (_, bytes, allowed) => {
  const heard = await say(bytes);
  for (const status of statuses(heard)) expect(allowed).toContain(status);
  expect(statuses(heard).length).toBeLessThanOrEqual(1);
});

test.each(['websocket', 'h2c', 'TLS/1.0'])('nobody becomes another protocol: %s', async (upgrade) => {
  const head = `Upgrade: ${upgrade}\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`;
  const heard = await say(`GET /healthz HTTP/1.1\r\nHost: shop.test\r\n${head}\r\n`);
  expect(statuses(heard)).not.toContain(101);
});
