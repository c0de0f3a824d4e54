import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { liveRoom } from '../../src/platform/live-room.ts';
import { turnsBefore } from '../../src/platform/own-turn.ts';
import { orderFrom } from '../reliability/customer.ts';
import { until } from '../reliability/patience.ts';
import { cookieOf, serverUnderTest } from '../worker.ts';

/** What one account or one connection sends, however much, leaves the others their share. */
const { app, owner, call, signIn, services } = await serverUnderTest();
const idOf = async (name: string) =>
  (await owner.query<{ id: string }>('select id from profiles where email = $1', [`${name}@demo.test`])).rows[0]?.id ??
  '';
const quote = (cookie: string) =>
  call<{ id: string }>(
    'trading/quoteBuy',
    { symbol: 'BTC', currency: 'JMD', network: 'bitcoin', amount: '500' },
    cookie,
  );

test.each([200, 1_500])(
  'while %i orders of one account wait for each other, another is answered',
  async (many) => {
    const [one, other] = [await signIn('tier2'), await signIn('tier1')];
    const sessions = [one, await signIn('tier2')];
    const quotes = await Promise.all(sessions.map(quote));
    const quoteId = quotes[0]?.body.id ?? '';
    // Another process is at work for this person, and holds the door shut.
    const elsewhere = await owner.connect();
    await elsewhere.query('begin');
    await elsewhere.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [await idOf('tier2')]);
    let answered = 0;
    const crowd = Array.from({ length: many }, async (_, n) => {
      const { status } = await call('trading/placeBuyOrder', orderFrom(quoteId), sessions[n % 2]);
      answered += 1;
      return status;
    });
    await until('the first to reach the door', () => services.pool.totalCount - services.pool.idleCount > 0);
    expect((await quote(other)).status).toBe(200);
    expect(services.pool.totalCount - services.pool.idleCount).toBeLessThanOrEqual(2);
    expect(services.pool.waitingCount).toBe(0);
    // Whoever found no room was told at once; all others still wait.
    expect(answered).toBe(Math.max(0, many - 201));
    await elsewhere.query('commit');
    elsewhere.release();
    const statuses = new Set(await Promise.all(crowd));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.has(429)).toBe(many > 201);
  },
  60_000,
);

test('quotes, receipts and files of one person come to an end within a minute, and only theirs', async () => {
  const [one, other] = [await signIn('enhanced'), await signIn('tier1')];
  const tooMany = { code: 'general.busy' };
  const answers = await Promise.all(Array.from({ length: 150 }, () => quote(one)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let n = 0; n < 90; n += 1) await quote(one);
  expect(await quote(one)).toMatchObject({ status: 429, body: tooMany });
  expect((await quote(other)).status).toBe(200);

  const file = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
  const csv = '/api/transactions.csv?from=2026-01-01&until=2026-12-31';
  for (let n = 0; n < 20; n += 1) expect((await file(csv, one)).statusCode).toBe(200);
  const refused = await file(csv, one);
  expect([refused.statusCode, refused.json()]).toEqual([429, expect.objectContaining(tooMany)]);
  const receipt = `/api/receipts/${crypto.randomUUID()}.pdf`;
  for (let n = 0; n < 30; n += 1) expect((await file(receipt, one)).statusCode).toBe(404);
  expect((await file(receipt, one)).statusCode).toBe(429);
  expect((await file(receipt, other)).statusCode).toBe(404);
});

test('sessions that were just begun stand in the line of their person from their first request on', async () => {
  const { pool } = services;
  const finance = { email: 'finance@demo.test', password: demoPassword };
  const enter = async () => cookieOf(await call('accounts/signIn', finance));
  const cookies = await Promise.all(Array.from({ length: 6 }, enter));
  const tokens = cookies.map((cookie) => /session=([0-9a-f]+)/.exec(cookie)?.[1] ?? '');
  let [inside, most] = [0, 0];
  const act = async () => {
    most = Math.max(most, ++inside);
    await setTimeout(5);
    inside--;
  };
  const line = turnsBefore(pool);
  await Promise.all(
    tokens.flatMap((token) => Array.from({ length: 5 }, () => line.run({ token, ip: '127.0.0.1', alone: false }, act))),
  );
  expect(most).toBeLessThanOrEqual(Math.floor((pool.options.max ?? 10) * 0.4));
});

test('one person and one connection hold so many live lines, and leave their places', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async (cookie?: string) => {
    const asked = request({ port, path: '/api/live', agent: false, headers: cookie ? { cookie } : {} });
    asked.on('error', () => undefined).end();
    const [answer] = await once(asked, 'response');
    const [first] = await once(answer, 'data');
    return { close: () => asked.destroy(), stays: !String(first).includes('60000') };
  };
  const cookie = await signIn('tier2');
  const own = await Promise.all(Array.from({ length: liveRoom.person + 5 }, () => open(cookie)));
  expect(own.filter(({ stays }) => stays)).toHaveLength(liveRoom.person);
  const strangers = await Promise.all(Array.from({ length: liveRoom.connection }, () => open()));
  expect(strangers.filter(({ stays }) => stays)).toHaveLength(liveRoom.connection - liveRoom.person);
  for (const { close } of [...own, ...strangers]) close();
  await until('room again', async () => {
    const line = await open(cookie);
    line.close();
    return line.stays;
  });
  app.server.closeAllConnections();
});
