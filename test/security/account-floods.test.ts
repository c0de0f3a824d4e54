import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { userQueueFor } from '../../src/platform/limits/user-queue.ts';
import { liveLimits } from '../../src/platform/live/live-limits.ts';
import { buildOrder } from '../reliability/customer.ts';
import { until } from '../reliability/until.ts';
import { getCookie, serverUnderTest } from '../worker.ts';

const { app, owner, call, signIn, services } = await serverUnderTest();
const findUserId = async (name: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0]?.id ??
  '';
const requestQuote = (cookie: string) =>
  call<{ id: string }>(
    'trading/quoteBuy',
    { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '500' },
    cookie,
  );

test.each([200, 1_500])(
  'while %i orders of one account wait for each other, another is answered',
  async (count) => {
    const [one, other] = [await signIn('tier2'), await signIn('tier1')];
    const sessions = [one, await signIn('tier2')];
    const quotes = await Promise.all(sessions.map(requestQuote));
    const quoteId = quotes[0]?.body.id ?? '';
    // Simulates another process that holds the lock of this user.
    const client = await owner.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [await findUserId('tier2')]);
    let answered = 0;
    const orders = Array.from({ length: count }, async (_, n) => {
      const { status } = await call('trading/placeBuyOrder', buildOrder(quoteId), sessions[n % 2]);
      answered += 1;
      return status;
    });
    await until('the first order to take a connection', () => services.pool.totalCount - services.pool.idleCount > 0);
    expect((await requestQuote(other)).status).toBe(200);
    expect(services.pool.totalCount - services.pool.idleCount).toBeLessThanOrEqual(2);
    expect(services.pool.waitingCount).toBe(0);
    // Requests beyond the limit of the queue were refused immediately; all others still wait.
    expect(answered).toBe(Math.max(0, count - 201));
    await client.query('commit');
    client.release();
    const statuses = new Set(await Promise.all(orders));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.has(429)).toBe(count > 201);
  },
  60_000,
);

test('quotes, receipts and files of one user are limited per minute; others continue', async () => {
  const [one, other] = [await signIn('enhanced'), await signIn('tier1')];
  const tooMany = { code: 'general.busy' };
  const answers = await Promise.all(Array.from({ length: 150 }, () => requestQuote(one)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let n = 0; n < 90; n += 1) await requestQuote(one);
  expect(await requestQuote(one)).toMatchObject({ status: 429, body: tooMany });
  expect((await requestQuote(other)).status).toBe(200);

  const fetchFile = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
  const csv = '/api/transactions.csv?from=2026-01-01&until=2026-12-31';
  for (let n = 0; n < 20; n += 1) expect((await fetchFile(csv, one)).statusCode).toBe(200);
  const refused = await fetchFile(csv, one);
  expect([refused.statusCode, refused.json()]).toEqual([429, expect.objectContaining(tooMany)]);
  const receipt = `/api/receipts/${crypto.randomUUID()}.pdf`;
  for (let n = 0; n < 30; n += 1) expect((await fetchFile(receipt, one)).statusCode).toBe(404);
  expect((await fetchFile(receipt, one)).statusCode).toBe(429);
  expect((await fetchFile(receipt, other)).statusCode).toBe(404);
});

test('new sessions join the queue of their user from their first request', async () => {
  const { pool } = services;
  const finance = { email: 'finance@demo.test', password: demoPassword };
  const signInFinance = async () => getCookie(await call('accounts/signIn', finance));
  const cookies = await Promise.all(Array.from({ length: 6 }, signInFinance));
  const tokens = cookies.map((cookie) => /session=([0-9a-f]+)/.exec(cookie)?.[1] ?? '');
  let [running, peak] = [0, 0];
  const fn = async () => {
    peak = Math.max(peak, ++running);
    await setTimeout(5);
    running--;
  };
  const queue = userQueueFor(pool);
  await Promise.all(
    tokens.flatMap((token) =>
      Array.from({ length: 5 }, () => queue.run({ token, ip: '127.0.0.1', isSerial: false }, fn)),
    ),
  );
  expect(peak).toBeLessThanOrEqual(Math.floor((pool.options.max ?? 10) * 0.4));
});

test('one user and one connection have limited live streams, and closing one frees its slot', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const openStream = async (cookie?: string) => {
    const liveRequest = request({ port, path: '/api/live', agent: false, headers: cookie ? { cookie } : {} });
    liveRequest.on('error', () => undefined).end();
    const [answer] = await once(liveRequest, 'response');
    const [first] = await once(answer, 'data');
    return { close: () => liveRequest.destroy(), isKept: !String(first).includes('60000') };
  };
  const cookie = await signIn('tier2');
  const ownStreams = await Promise.all(Array.from({ length: liveLimits.person + 5 }, () => openStream(cookie)));
  expect(ownStreams.filter(({ isKept }) => isKept)).toHaveLength(liveLimits.person);
  const strangerStreams = await Promise.all(Array.from({ length: liveLimits.connection }, () => openStream()));
  expect(strangerStreams.filter(({ isKept }) => isKept)).toHaveLength(liveLimits.connection - liveLimits.person);
  for (const { close } of [...ownStreams, ...strangerStreams]) close();
  await until('a free slot', async () => {
    const queue = await openStream(cookie);
    queue.close();
    return queue.isKept;
  });
  app.server.closeAllConnections();
});
