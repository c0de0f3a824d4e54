import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../fakes/people.ts';
import { bodyLimits, largeBodyLimits } from '../../src/platform/http/json-body.ts';
import { hashPersonalParts } from '../../src/platform/limits/rate-limit.ts';
import { getCookie, serverUnderTest } from '../worker.ts';
import { createAccountTools, createSignInFrom } from './account-security.ts';
import { createSession } from './actors.ts';

const server = await serverUnderTest();
const { app, call, owner, services } = server;
const { pool } = services;

function watchPool() {
  const peak = { held: 0, waiting: 0 };
  const sample = () => {
    peak.held = Math.max(peak.held, pool.totalCount - pool.idleCount);
    peak.waiting = Math.max(peak.waiting, pool.waitingCount);
  };
  const timer = setInterval(sample, 1);
  pool.on('acquire', sample);
  return () => {
    clearInterval(timer);
    pool.off('acquire', sample);
    return peak;
  };
}

const uploadBytes = async (cookie: string) => {
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  const request = { method: 'PUT' as const, url: '/api/files?purpose=transaction-proof', headers, payload: 'x' };
  return (await app.inject(request)).statusCode;
};

test.each<[string, (cookie: string) => Promise<number>]>([
  ['looks', async (cookie) => (await call('accounts/viewer', undefined, cookie)).status],
  ['uploads', uploadBytes],
])(
  'one user with two hundred pending %s leaves connections to everyone else',
  async (_, send) => {
    const [busyCookie, otherCookie] = [await createSession(server, 'tier2'), await createSession(server, 'tier1')];
    for (const cookie of [busyCookie, otherCookie]) await call('accounts/viewer', undefined, cookie);
    const stop = watchPool();
    const requests = Promise.all(Array.from({ length: 200 }, () => send(busyCookie)));
    const other = await call('accounts/viewer', undefined, otherCookie);
    const answers = new Set(await requests);
    const { held, waiting } = stop();
    expect(other.status).toBe(200);
    expect(answers).not.toContain(500);
    expect(held).toBeLessThan(pool.options.max ?? 10);
    expect(waiting).toBeLessThanOrEqual(4);
  },
  60_000,
);

describe('the queue comes before slots', () => {
  type CommandOptions = { from: string; cookie?: string; input?: object };
  const sendCommand = async (command: string, { from, cookie, input }: CommandOptions) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const payload = JSON.stringify({ json: input });
    const request = { method: 'POST' as const, url: `/api/rpc/${command}`, remoteAddress: from, headers, payload };
    return (await app.inject(request)).statusCode;
  };
  const emptyLookup = { name: '', website: '', contactInfo: '', text: 'evil.example.com', facts: [] };

  test('a user who waits in their own queue delays no stranger', async () => {
    const busyCookie = await createSession(server, 'tier2');
    await call('accounts/viewer', undefined, busyCookie);
    await sendCommand('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } });
    let answered = 0;
    const from = '198.51.100.7';
    const requests = Array.from({ length: 190 }, () =>
      sendCommand('accounts/security', { from, cookie: busyCookie }).then(() => (answered += 1)),
    );
    const lookups = Array.from({ length: 8 }, () =>
      sendCommand('scamReports/lookUp', { from, cookie: busyCookie, input: emptyLookup }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const answeredFirst = answered;
    expect(await sendCommand('prices/list', { from: '203.0.113.9', input: { order: 'symbol' } })).toBe(200);
    const answeredMeanwhile = answered - answeredFirst;
    await Promise.all([...requests, ...lookups]);
    expect(services.pool.options.max).toBeGreaterThan(4);
    expect(answeredMeanwhile).toBeLessThan(50);
  }, 180_000);
});

/** Thousands of mobile customers share an IP address, so limits per address must not affect signed-in customers. */
const cookie = await server.signIn('tier1');

await app.listen({ port: 0, host: '127.0.0.1' });

const { port } = app.server.address() as AddressInfo;
const sockets: Socket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const buildHead = (sessionCookie: string | null) =>
  [
    ...['POST /api/rpc/prices/list HTTP/1.1', 'host: localhost', 'content-type: application/json'],
    ...(sessionCookie === null ? [] : [`cookie: ${sessionCookie}`]),
    ...['transfer-encoding: chunked', '', ''],
  ].join('\r\n');

async function beginRequest(sessionCookie: string | null = null, bytes = '{'): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`${buildHead(sessionCookie)}${bytes.length.toString(16)}\r\n${bytes}\r\n`);
}

test('a thousand unfinished requests of a stranger keep no customer behind the same address out', async () => {
  for (let n = 0; n < bodyLimits.connection; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => beginRequest()));
  const sendAsVisitor = async () => (await call('prices/list', {})).status;
  for (let n = 0; n < 50 && (await sendAsVisitor()) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendAsVisitor()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

test('unfinished requests of one account with many sessions, ended ones among them, keep no customer out', async () => {
  const cookies: string[] = [];
  for (let n = 0; n < 11; n++) cookies.push(await server.signIn('tier2'));
  for (const userCookie of cookies) await call('accounts/signOut', undefined, userCookie);
  for (const userCookie of cookies) await Promise.all(Array.from({ length: 100 }, () => beginRequest(userCookie)));
  const sendAsEnded = async () => (await call('prices/list', {}, cookies[0])).status;
  for (let n = 0; n < 50 && (await sendAsEnded()) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendAsEnded()).toBe(429);
  expect((await call('accounts/viewer', undefined, cookie)).status).toBe(200);
  expect((await call('trading/limits', undefined, cookie)).status).toBe(200);
});

/** Unfinished JSON with the size of a bank statement or a long scam report. */
const long = '['.repeat(20_000);
const sendLarge = async (sessionCookie?: string) =>
  (await call('prices/list', { order: 'x'.repeat(20_000) }, sessionCookie)).status;
async function waitUntilFull(sessionCookie?: string): Promise<void> {
  for (let n = 0; n < 50 && (await sendLarge(sessionCookie)) !== 429; n++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await sendLarge(sessionCookie)).toBe(429);
}

test('long unfinished forms of a stranger keep no customer behind the same address from theirs', async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (let n = 0; n < largeBodyLimits.connection; n++) await beginRequest(null, long);
  await waitUntilFull();
  expect(await sendLarge(cookie)).not.toBe(429);
});

test('long unfinished forms of one account with many sessions keep no customer from theirs', async () => {
  const cookies: string[] = [];
  for (let n = 0; n < 12; n++) cookies.push(await server.signIn('tier2'));
  for (const userCookie of cookies) await Promise.all(Array.from({ length: 4 }, () => beginRequest(userCookie, long)));
  await waitUntilFull(cookies[0]);
  expect(await sendLarge(cookie)).not.toBe(429);
});

describe('a shared address', () => {
  const { submitSignIn } = createAccountTools(server);
  const signInFrom = createSignInFrom(server);
  const clearLimits = () => owner.query('truncate rate_limits');

  test('a hundred wrong passwords from one address lock out no known browser behind it', async () => {
    await clearLimits();
    const ip = '192.0.2.10';
    const email = 'tier1@demo.test';
    const device = getCookie(await submitSignIn(email)).split('; ')[1] ?? '';
    for (let n = 0; n < 101; n++) await signInFrom(ip, { email: `unknown-${n}@nowhere.test`, password: 'wrong' });
    expect((await signInFrom(ip, { email: 'tier2@demo.test', password: demoPassword })).status).toBe(429);
    expect((await signInFrom(ip, { email, password: demoPassword, cookie: device })).status).toBe(200);
  }, 120_000);

  test('all addresses of one IPv6 network count as one connection', async () => {
    await clearLimits();
    const network = hashPersonalParts('sign-in:address:2001:db8:1:2::/64');
    await owner.query('insert into rate_limits values ($1, now(), 100)', [network]);
    const attempt = { email: 'tier2@demo.test', password: demoPassword };
    expect((await signInFrom('2001:db8:1:2:3:4:5:6', attempt)).status).toBe(429);
    expect((await signInFrom('2001:db8:1:3::1', attempt)).status).toBe(200);
  });
});
