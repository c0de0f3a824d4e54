import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { mostUnanswered } from '../../src/platform/one-by-one.ts';
import { until } from '../reliability/patience.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** What strangers ask, however much of it and however fast, leaves a connection to the database for everybody else. */
const server = await serverUnderTest();
const { app, call, services } = server;
const { pool } = services;

const asks = async (command: string, input: object, from: string) => {
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from };
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ ...request, headers, payload: JSON.stringify({ json: input }) });
  const said = answer.json();
  return { status: answer.statusCode, code: (said.json ?? said).code as string | undefined };
};
const crowd = (many: number, command: string, input: object) =>
  Array.from({ length: many }, () => asks(command, input, '198.51.100.9'));
const told = async (asked: ReturnType<typeof crowd>) =>
  new Set((await Promise.all(asked)).map(({ status, code }) => `${status} ${code ?? ''}`.trim()));

test('a curve is worked out once for all who ask for it, and of one school nobody is refused', async () => {
  let taken = 0;
  pool.on('acquire', () => taken++);
  expect(await told(crowd(500, 'prices/history', { symbol: 'BTC', range: '30d' }))).toEqual(new Set(['200']));
  expect(taken).toBeLessThan(50);
});

test.each<[string, object]>([
  ['prices/list', {}],
  ['prices/history', { symbol: 'ETH', range: '7d' }],
  ['settings/publicTerms', {}],
])(
  'a crowd before %s keeps nobody waiting who is inside, nor a stranger elsewhere',
  async (command, input) => {
    const inside = await sessionFor(server, 'tier1');
    await call('accounts/viewer', undefined, inside);
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, pool.waitingCount);
    }, 2);
    const asked = told(crowd(3_000, command, input));
    const others = await Promise.all([
      ...Array.from({ length: 4 }, () => call('accounts/viewer', undefined, inside)),
      ...Array.from({ length: 4 }, () => asks('prices/list', {}, '203.0.113.7')),
    ]);
    const heard = await asked;
    clearInterval(look);
    expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(most).toBeLessThanOrEqual(12);
    expect(heard).toEqual(new Set(['200', '429 general.busy']));
  },
  60_000,
);

test('a crowd at the door is bounded as well, and keeps nobody out', async () => {
  const inside = await sessionFor(server, 'tier1');
  const asked = told(crowd(3_000, 'accounts/passkeyOptions', {}));
  const others = await Promise.all([
    call('accounts/security', undefined, inside),
    asks('accounts/passkeyOptions', {}, '203.0.113.8'),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(await asked).toEqual(new Set(['200', '429 accounts.too_many_tries', '429 general.busy']));
}, 60_000);

test('a line over which requests come without waiting for answers ends, and a few together are answered', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const one = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
  const line = async () => {
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket
      .on('error', () => undefined)
      .on('data', (part) => {
        answers += part.toString('latin1');
      });
    await once(socket, 'connect');
    return { socket, answered: () => answers.split('HTTP/1.1 200').length - 1 };
  };
  const few = await line();
  for (let n = 1; n <= 20; n++) {
    few.socket.write(one.repeat(mostUnanswered));
    await until('the answers', () => few.answered() === n * mostUnanswered);
  }
  const many = await line();
  many.socket.write(one.repeat(500));
  await until('the end of the line', () => many.socket.closed);
  expect(many.answered()).toBeLessThanOrEqual(mostUnanswered);
  few.socket.destroy();
});
