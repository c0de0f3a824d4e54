import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { newSessionToken } from '../../src/platform/http/session.ts';
import { userQueueFor } from '../../src/platform/limits/user-queue.ts';
import { liveLimits } from '../../src/platform/live/sse-stream.ts';
import { buildOrder } from '../reliability/customer.ts';
import { until } from '../reliability/until.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, owner, call, signIn, services } = server;
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
  const visitorStreams = await Promise.all(Array.from({ length: liveLimits.connection }, () => openStream()));
  expect(visitorStreams.filter(({ isKept }) => isKept)).toHaveLength(liveLimits.connection - liveLimits.person);
  for (const { close } of [...ownStreams, ...visitorStreams]) close();
  await until('a free slot', async () => {
    const queue = await openStream(cookie);
    queue.close();
    return queue.isKept;
  });
  app.server.closeAllConnections();
});

/** Attempt counts of strangers are shared rows, which must not block other requests, even on a slow disk. */

await owner.query(
  `create function public.as_a_disk() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.005); return new; end $$;
   create trigger as_a_disk before insert or update on rate_limits for each row execute function public.as_a_disk()`,
);

type CommandOptions = { from: string; cookie?: string; input?: object };
const sendCommand = async (command: string, { from, cookie, input }: CommandOptions) => {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const payload = JSON.stringify({ json: input });
  const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
  return (await app.inject(request)).statusCode;
};

/** Repeats `send` in `count` parallel loops until `end` is called, which returns the distinct statuses. */
function startFlood(count: number, send: () => Promise<number>) {
  let [isRunning, answered] = [true, 0];
  const statuses = new Set<number>();
  const requests = Array.from({ length: count }, async () => {
    while (isRunning) {
      statuses.add(await send());
      answered++;
    }
  });
  const end = async () => {
    isRunning = false;
    await Promise.all(requests);
    return [...statuses];
  };
  return { answered: () => answered, end };
}

test('one connection beyond its limit delays neither strangers nor customers', async () => {
  const customer = await createSession(server, 'tier1');
  await call('accounts/security', undefined, customer);
  const sendAttempt = () => sendCommand('accounts/passkeyOptions', { from: '198.51.100.7' });
  for (let n = 0; n < 101; n++) await sendAttempt();
  const flood = startFlood(256, sendAttempt);
  const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.8', cookie: customer });
  const otherStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.8' });
  const answeredMeanwhile = flood.answered();
  expect(await flood.end()).toEqual([429]);
  expect([customerStatus, otherStatus]).toEqual([200, 200]);
  expect(answeredMeanwhile).toBeLessThan(100);
}, 180_000);

test.each<[string, object]>([
  ['accounts/reauthenticate', { password: 'wrong' }],
  [
    'accounts/changePassword',
    { email: 'tier2@demo.test', currentPassword: 'wrong', newPassword: 'Canary-Secret-9081!' },
  ],
  ['accounts/closeAccount', { email: 'tier2@demo.test', password: 'wrong', confirmed: true }],
  ['accounts/confirmAuthenticator', { code: '000000' }],
])(
  'a flood of %s from one account delays only that account',
  async (command, input) => {
    const [busy, customer] = [await createSession(server, 'tier2'), await createSession(server, 'tier1')];
    for (const cookie of [busy, customer]) await call('accounts/viewer', undefined, cookie);
    // After ten wrong attempts every request is refused.
    for (let n = 0; n < 11; n++) await call(command, input, busy);
    const flood = startFlood(100, () => sendCommand(command, { from: '198.51.100.7', cookie: busy, input }));
    await until('the first answer', () => flood.answered() > 0);
    const answeredFirst = flood.answered();
    const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.8', cookie: customer });
    const otherStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.8' });
    const answeredMeanwhile = flood.answered() - answeredFirst;
    expect(await flood.end()).toEqual([429]);
    expect([customerStatus, otherStatus]).toEqual([200, 200]);
    expect(answeredMeanwhile).toBeLessThan(50);
  },
  120_000,
);

test('signing out without a session causes no query', async () => {
  const lockHolder = await owner.connect();
  await lockHolder.query('begin; lock table auth.session in access exclusive mode');
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => sendCommand('accounts/signOut', { from: '198.51.100.7' })),
  );
  await lockHolder.query('rollback');
  lockHolder.release();
  expect(new Set(answers)).toEqual(new Set([200]));
});

function createEndedSessionCookie(): string {
  const token = newSessionToken();
  const sign = createHmac('sha256', services.config.authSecret).update(token).digest('base64');
  return `session=${encodeURIComponent(`${token}.${sign}`)}`;
}

test('a flood of sign-outs with tokens of ended sessions lets other requests through', async () => {
  const customer = await createSession(server, 'tier1');
  await call('accounts/security', undefined, customer);
  let n = 0;
  // A single customer of an internet provider can have this many addresses.
  const from = () => `2001:db8:1:${(n++ % 900).toString(16)}::1`;
  const flood = startFlood(900, () =>
    sendCommand('accounts/signOut', { from: from(), cookie: createEndedSessionCookie() }),
  );
  await until('the first answer', () => flood.answered() > 0);
  const answeredFirst = flood.answered();
  const customerStatus = await sendCommand('accounts/security', { from: '203.0.113.9', cookie: customer });
  const otherStatus = await sendCommand('accounts/passkeyOptions', { from: '203.0.113.10' });
  const answeredMeanwhile = flood.answered() - answeredFirst;
  expect(await flood.end()).toEqual([200]);
  expect([customerStatus, otherStatus]).toEqual([200, 200]);
  expect(answeredMeanwhile).toBeLessThan(100);
}, 120_000);
