import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { addSession } from '../../src/features/accounts/session-store.ts';
import { maxUnanswered } from '../../src/platform/http/request-bounds.ts';
import { newSessionToken } from '../../src/platform/http/session.ts';
import { until } from '../reliability/until.ts';
import { serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner, services } = server;
const { pool } = services;

const sendCommand = async (command: string, input: object, from: string) => {
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from };
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ ...request, headers, payload: JSON.stringify({ json: input }) });
  const parsed = answer.json();
  return { status: answer.statusCode, code: (parsed.json ?? parsed).code as string | undefined };
};
const startFlood = (count: number, command: string, input: object) =>
  Array.from({ length: count }, () => sendCommand(command, input, '198.51.100.9'));
/** Watches the number of waiting requests. The returned function stops watching and returns the maximum. */
function watchWaiting(): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, pool.waitingCount);
  }, 2);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
const collectStatuses = async (flood: ReturnType<typeof startFlood>) =>
  new Set((await Promise.all(flood)).map(({ status, code }) => `${status} ${code ?? ''}`.trim()));

test('a price curve is computed once for all callers, and no caller of a shared network is refused', async () => {
  let acquired = 0;
  pool.on('acquire', () => acquired++);
  expect(await collectStatuses(startFlood(500, 'prices/history', { symbol: 'BTC', range: '30d' }))).toEqual(
    new Set(['200']),
  );
  expect(acquired).toBeLessThan(50);
});

test.each<[string, object]>([
  ['prices/list', {}],
  ['prices/history', { symbol: 'ETH', range: '7d' }],
  ['settings/publicTerms', {}],
])(
  'a flood of %s delays neither signed-in users nor a stranger elsewhere',
  async (command, input) => {
    const customer = await createSession(server, 'tier1');
    await call('accounts/viewer', undefined, customer);
    const peak = watchWaiting();
    const flood = collectStatuses(startFlood(3_000, command, input));
    const others = await Promise.all([
      ...Array.from({ length: 4 }, () => call('accounts/viewer', undefined, customer)),
      ...Array.from({ length: 4 }, () => sendCommand('prices/list', {}, '203.0.113.7')),
    ]);
    const statuses = await flood;
    expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(peak()).toBeLessThanOrEqual(12);
    expect(statuses).toEqual(new Set(['200', '429 general.busy']));
  },
  60_000,
);

test.each([
  ['missing pictures', () => `/api/flyers/${randomUUID()}`],
  ['the warnings as CSV', () => '/scams.csv'],
  ['the warnings as JSON', () => '/scams.json'],
  ['the newest warnings', () => '/scams.rss'],
])(
  'a flood of requests for %s delays no signed-in user',
  async (_what, url) => {
    const customer = await createSession(server, 'tier1');
    await call('accounts/viewer', undefined, customer);
    const peak = watchWaiting();
    // A single customer of an internet provider can have this many addresses.
    const from = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const requests = Array.from({ length: 1_500 }, async (_, n) => {
      return (await app.inject({ url: url(), remoteAddress: from(n) })).statusCode;
    });
    const others = await Promise.all(Array.from({ length: 4 }, () => call('accounts/viewer', undefined, customer)));
    const statuses = new Set(await Promise.all(requests));
    expect(others.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(peak()).toBeLessThanOrEqual(12);
    expect([200, 404, 429]).toEqual(expect.arrayContaining([...statuses]));
  },
  60_000,
);

/** Creates a validly signed token of an ended session that this process has never seen. */
const createEndedToken = () => {
  const token = newSessionToken();
  const signature = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
};

test('tokens of ended sessions wait for each other, and an unknown one passes between them', async () => {
  const customer = await createSession(server, 'tier1');
  await call('accounts/viewer', undefined, customer);
  const { rows } = await owner.query(`select id from profiles where email = 'tier2@demo.test'`);
  const unknownToken = newSessionToken();
  const session = { token: unknownToken, userId: rows[0].id, userAgent: '', awaitsMfa: false, lifetimeSeconds: 3_600 };
  await services.authDb.transaction().execute((tx) => addSession(tx, session));
  const signature = createHmac('sha256', services.config.authSecret).update(unknownToken).digest('base64');
  const fetchViewer = async (cookie: string, from: string) => {
    const request = { method: 'POST' as const, url: '/api/rpc/accounts/viewer', remoteAddress: from };
    const headers = { 'content-type': 'application/json', cookie };
    return (await app.inject({ ...request, headers, payload: '{}' })).statusCode;
  };
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, pool.waitingCount);
  }, 2);
  let pendingCount = 3_000;
  const ended = Promise.all(
    Array.from({ length: pendingCount }, async (_, n) => {
      const status = await fetchViewer(`session=${createEndedToken()}`, `198.51.${n % 100}.9`);
      pendingCount--;
      return status;
    }),
  );
  const unknownCookie = `session=${encodeURIComponent(`${unknownToken}.${signature}`)}`;
  const others = await Promise.all([
    ...Array.from({ length: 4 }, () => fetchViewer(customer, '203.0.113.7')),
    ...Array.from({ length: 4 }, () => fetchViewer(unknownCookie, '203.0.113.8')),
  ]);
  const openRequests = pendingCount;
  expect(new Set(await ended)).toEqual(new Set([401]));
  clearInterval(timer);
  expect(others).toEqual(Array(8).fill(200));
  expect(peak).toBeLessThanOrEqual(12);
  expect(openRequests).toBeGreaterThan(1_000);
});

test('a flood of sign-in requests is bounded and locks no one out', async () => {
  const customer = await createSession(server, 'tier1');
  const flood = collectStatuses(startFlood(3_000, 'accounts/passkeyOptions', {}));
  const others = await Promise.all([
    call('accounts/security', undefined, customer),
    sendCommand('accounts/passkeyOptions', {}, '203.0.113.8'),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(await flood).toEqual(new Set(['200', '429 accounts.too_many_tries', '429 general.busy']));
});

test('a connection that pipelines many requests is closed, and a few are answered', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const one = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
  const connectSocket = async () => {
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
  const few = await connectSocket();
  for (let n = 1; n <= 20; n++) {
    few.socket.write(one.repeat(maxUnanswered));
    await until('the answers', () => few.answered() === n * maxUnanswered);
  }
  const flooding = await connectSocket();
  flooding.socket.write(one.repeat(500));
  await until('the end of the connection', () => flooding.socket.closed);
  expect(flooding.answered()).toBeLessThanOrEqual(maxUnanswered);
  few.socket.destroy();
});
