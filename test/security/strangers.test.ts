import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { addSession } from '../../src/features/accounts/session-store.ts';
import { mostUnanswered } from '../../src/platform/one-by-one.ts';
import { newSessionToken } from '../../src/platform/session.ts';
import { until } from '../reliability/patience.ts';
import { serverUnderTest } from '../worker.ts';
import { sessionFor } from './actors.ts';

/** What strangers ask, however much of it and however fast, leaves a connection to the database for everybody else. */
const server = await serverUnderTest();
const { app, call, owner, services } = server;
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
/** Counts who waits for a connection until it is asked how many they were at the most. */
function watchWaiting(): () => number {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, pool.waitingCount);
  }, 2);
  return () => {
    clearInterval(look);
    return most;
  };
}
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
    const most = watchWaiting();
    const asked = told(crowd(3_000, command, input));
    const others = await Promise.all([
      ...Array.from({ length: 4 }, () => call('accounts/viewer', undefined, inside)),
      ...Array.from({ length: 4 }, () => asks('prices/list', {}, '203.0.113.7')),
    ]);
    const heard = await asked;
    expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(most()).toBeLessThanOrEqual(12);
    expect(heard).toEqual(new Set(['200', '429 general.busy']));
  },
  60_000,
);

test.each([
  ['pictures that are not there', () => `/api/flyers/${randomUUID()}`],
  ['the list of warnings as a table', () => '/scams.csv'],
  ['the same for programs', () => '/scams.json'],
  ['the newest of them', () => '/scams.rss'],
])(
  'a crowd that fetches %s keeps nobody waiting who is inside',
  async (_what, url) => {
    const inside = await sessionFor(server, 'tier1');
    await call('accounts/viewer', undefined, inside);
    const most = watchWaiting();
    // One customer of a provider has as many connections.
    const from = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const fetched = Array.from({ length: 1_500 }, async (_, n) => {
      return (await app.inject({ url: url(), remoteAddress: from(n) })).statusCode;
    });
    const others = await Promise.all(Array.from({ length: 4 }, () => call('accounts/viewer', undefined, inside)));
    const heard = new Set(await Promise.all(fetched));
    expect(others.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(most()).toBeLessThanOrEqual(12);
    expect([200, 404, 429]).toEqual(expect.arrayContaining([...heard]));
  },
  60_000,
);

/** As after signing out, in a process that never knew them: our own words, of sessions that are over. */
const endedWord = () => {
  const token = newSessionToken();
  const sign = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${sign}`);
};

test('words of ended sessions wait for each other, and one that nobody knew yet comes in between', async () => {
  const inside = await sessionFor(server, 'tier1');
  await call('accounts/viewer', undefined, inside);
  // The session of somebody else, of which this process has never heard.
  const { rows } = await owner.query(`select id from profiles where email = 'tier2@demo.test'`);
  const unheard = newSessionToken();
  const session = { token: unheard, userId: rows[0].id, userAgent: '', waits: false, seconds: 3_600 };
  await services.authDb.transaction().execute((tx) => addSession(tx, session));
  const sign = createHmac('sha256', services.config.authSecret).update(unheard).digest('base64');
  const looks = async (cookie: string, from: string) => {
    const request = { method: 'POST' as const, url: '/api/rpc/accounts/viewer', remoteAddress: from };
    const headers = { 'content-type': 'application/json', cookie };
    return (await app.inject({ ...request, headers, payload: '{}' })).statusCode;
  };
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, pool.waitingCount);
  }, 2);
  let open = 3_000;
  const ended = Promise.all(
    Array.from({ length: open }, async (_, n) => {
      const status = await looks(`session=${endedWord()}`, `198.51.${n % 100}.9`);
      open--;
      return status;
    }),
  );
  const own = `session=${encodeURIComponent(`${unheard}.${sign}`)}`;
  const others = await Promise.all([
    ...Array.from({ length: 4 }, () => looks(inside, '203.0.113.7')),
    ...Array.from({ length: 4 }, () => looks(own, '203.0.113.8')),
  ]);
  const left = open;
  expect(new Set(await ended)).toEqual(new Set([401]));
  clearInterval(look);
  expect(others).toEqual(Array(8).fill(200));
  expect(most).toBeLessThanOrEqual(12);
  expect(left).toBeGreaterThan(1_000);
});

test('a crowd at the door is bounded as well, and keeps nobody out', async () => {
  const inside = await sessionFor(server, 'tier1');
  const asked = told(crowd(3_000, 'accounts/passkeyOptions', {}));
  const others = await Promise.all([
    call('accounts/security', undefined, inside),
    asks('accounts/passkeyOptions', {}, '203.0.113.8'),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(await asked).toEqual(new Set(['200', '429 accounts.too_many_tries', '429 general.busy']));
});

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
