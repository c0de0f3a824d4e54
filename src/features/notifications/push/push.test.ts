import { randomBytes, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startPushServer } from '../../../../fakes/push/push-server.ts';
import { until } from '../../../../test/reliability/until.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { isPublicAddress, isPublicHttpsUrl } from '../../../platform/http/outbound-http.ts';
import { openJobs, runAsJob } from '../../../platform/jobs/jobs.ts';
import { letterAbout } from '../email.ts';
import { noticesJobs } from '../jobs.ts';
import { openOutbox } from '../send-mail.ts';
import { createPushKey, formatVapid, pushGateway, sendPush } from './send-push.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;

const noon = new Date('2026-11-25T17:00:00Z');
const pushService = await startPushServer(() => services.clock());
afterAll(() => pushService.stop());
afterEach(() => void pushService.setAnswer(201));
const key = createPushKey(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no push key');
/** Plain HTTP to the fake on this machine, which no endpoint may use. */
const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) => request(url, options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { key, contact: 'mailto:us@example.com', clock: services.clock, resolver: names };
const gateway = pushGateway({ ...parts, request: plain, isAllowed: () => true });
const send = (endpoint: string) => gateway(`${pushService.origin}${new URL(endpoint).pathname}`);

const newEndpoint = () => `https://push.example/${randomUUID()}`;
const pathsOf = (endpoints: readonly string[]) => endpoints.map((endpoint) => new URL(endpoint).pathname);
const post = openOutbox(services, async () => undefined);
const sendNotice = (email: string, kind: 'order' | 'plan' = 'order') =>
  runAsJob(randomUUID(), () =>
    post.mail(
      letterAbout(kind, email, {
        ...{ subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' },
        url: `${services.config.origin}/orders/1`,
      }),
    ),
  );
async function runPushJobs(): Promise<string[]> {
  const before = pushService.receivedPaths.length;
  const { rows } = await owner.query<{ data: { id: string } }>(
    `delete from pgboss.job where name = 'notices.push' and state = 'created' returning data`,
  );
  for (const { data } of rows) await sendPush(services, send, data);
  return pushService.receivedPaths.slice(before);
}
const findEndpoints = async (id: string) =>
  (
    await owner.query<{ endpoint: string }>('select endpoint from push_subscriptions where user_id = $1', [id])
  ).rows.map(({ endpoint }) => endpoint);

test('each subscribed browser gets one push, and no notice of others', async () => {
  server.setTime(noon);
  const [customer, otherCustomer] = [await newCustomer(server), await newCustomer(server)];
  const [laptop, phone, other] = [newEndpoint(), newEndpoint(), newEndpoint()];
  for (const endpoint of [laptop, phone, phone])
    expect((await call('notices/startPush', { endpoint }, customer.cookie)).status).toBe(200);
  await call('notices/startPush', { endpoint: other }, otherCustomer.cookie);
  await sendNotice(customer.email, 'order');
  expect((await runPushJobs()).sort()).toEqual(pathsOf([laptop, phone]).sort());
  await call('notices/stopPush', { endpoint: laptop }, customer.cookie);
  await call('notices/stopPush', { endpoint: other }, customer.cookie);
  await sendNotice(customer.email, 'order');
  await sendNotice(otherCustomer.email, 'order');
  expect((await runPushJobs()).sort()).toEqual(pathsOf([phone, other]).sort());
});

test('at night only money is pushed, and never a kind that is turned off', async () => {
  const customer = await newCustomer(server);
  const endpoint = newEndpoint();
  await call('notices/startPush', { endpoint }, customer.cookie);
  server.setTime(new Date('2026-11-26T03:00:00Z'));
  await sendNotice(customer.email, 'plan');
  expect(await runPushJobs()).toEqual([]);
  await sendNotice(customer.email, 'order');
  expect(await runPushJobs()).toEqual(pathsOf([endpoint]));
  server.setTime(noon);
  await sendNotice(customer.email, 'plan');
  expect(await runPushJobs()).toEqual(pathsOf([endpoint]));
  await call('notices/setPreference', { kind: 'plan', channel: 'push', wanted: false }, customer.cookie);
  await sendNotice(customer.email, 'plan');
  expect(await runPushJobs()).toEqual([]);
});

test.each([404, 410])('a push service that answers %i ends the subscription', async (status) => {
  const customer = await newCustomer(server);
  await call('notices/startPush', { endpoint: newEndpoint() }, customer.cookie);
  pushService.setAnswer(status);
  await sendNotice(customer.email, 'order');
  await runPushJobs();
  expect(await findEndpoints(customer.id)).toEqual([]);
});

test('an unavailable push service is retried and keeps the subscription', async () => {
  const customer = await newCustomer(server);
  await call('notices/startPush', { endpoint: newEndpoint() }, customer.cookie);
  pushService.setAnswer(503);
  await sendNotice(customer.email, 'order');
  await expect(runPushJobs()).rejects.toThrow('takes nothing now');
  expect(await findEndpoints(customer.id)).toHaveLength(1);
});

test('signing out ends push, and an eleventh browser replaces the first', async () => {
  const customer = await newCustomer(server);
  const all = Array.from({ length: 11 }, newEndpoint);
  for (const endpoint of all) await call('notices/startPush', { endpoint }, customer.cookie);
  expect((await findEndpoints(customer.id)).sort()).toEqual(all.slice(1).sort());
  await call('accounts/signOut', undefined, customer.cookie);
  expect(await findEndpoints(customer.id)).toEqual([]);
});

test.each([
  ...['http://push.example/x', 'https://push.example:8443/x', 'https://user@push.example/x', 'https://127.0.0.1/x'],
  ...['https://[::1]/x', 'https://localhost/x', 'https://2130706433/x', 'https://0x7f.1/x', 'https://push/x'],
  ...['file:///etc/passwd', 'ftp://push.example/x', 'https://push.example/x#y', '', 'x'],
])('%s is rejected as an endpoint', async (endpoint) => {
  expect(isPublicHttpsUrl(endpoint)).toBe(false);
  const customer = await newCustomer(server);
  expect((await call('notices/startPush', { endpoint }, customer.cookie)).body).toMatchObject({
    code: 'notices.push_unknown',
  });
});

test.each([
  ...['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', 'x'],
  ...['::7f00:1', '4000::1'],
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(['72.27.0.1', '2607:f8b0:4004:800::200e'])('%s is a public address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

async function startEndlessServer(pieces: readonly string[]) {
  const ended = Promise.withResolvers<void>();
  const slow = createServer((socket) => {
    let n = 0;
    const drip = setInterval(() => socket.write(pieces[n++] ?? pieces.at(-1) ?? ''), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      ended.resolve();
    });
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  return { endpoint: `http://localhost:${port}/x`, ended: ended.promise, stop: () => slow.close() };
}

test('a push service that answers slowly or endlessly is cut off', async () => {
  const impatientGateway = pushGateway({ ...parts, request: plain, isAllowed: () => true, timeoutMs: 500 });
  const slowServer = await startEndlessServer(['HTTP/1.1 201 Created\r\n', 'x: y\r\n']);
  await expect(impatientGateway(slowServer.endpoint)).rejects.toThrow();
  await slowServer.ended;
  slowServer.stop();
  const floodingServer = await startEndlessServer(['HTTP/1.1 201 Created\r\n\r\n', 'x'.repeat(1000)]);
  expect(await impatientGateway(floodingServer.endpoint)).toBe('sent');
  await floodingServer.ended;
  floodingServer.stop();
});

test('a host name with a private address is not connected to', async () => {
  const before = pushService.receivedPaths.length;
  const guardedGateway = pushGateway({ ...parts, request: plain });
  await expect(guardedGateway(`${pushService.origin}/inside`)).rejects.toThrow('not a public internet address');
  expect(pushService.receivedPaths).toHaveLength(before);
});

test('a host name with a silent DNS server does not delay others', async () => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const own = new Resolver({ timeout: 1_000, tries: 1 });
  own.setServers([`127.0.0.1:${silent.address().port}`]);
  const gatewayWithSilentDns = pushGateway({ ...parts, request: plain, resolver: own });
  let failed = 0;
  const tries = Array.from({ length: 12 }, (_, n) =>
    gatewayWithSilentDns(`http://host${n}.silent.example/x`).catch((error: Error) => {
      failed += 1;
      return error.message;
    }),
  );
  // Three times the threads of the system resolver.
  await lookup('localhost');
  expect(failed).toBe(0);
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['not a public internet address']));
  silent.close();
});

test('the fake rejects a token for another audience, an old one and one with another key', async () => {
  const post = async (authorization: string) =>
    (await fetch(`${pushService.origin}/x`, { method: 'POST', headers: { authorization, ttl: '1' } })).status;
  const now = services.clock();
  const valid = { endpoint: new URL(pushService.origin), contact: 'mailto:us@example.com', now };
  expect(await post(formatVapid(key, valid))).toBe(201);
  expect(await post(formatVapid(key, { ...valid, endpoint: new URL('https://other.example') }))).toBe(403);
  expect(await post(formatVapid(key, { ...valid, now: new Date(now.getTime() - 13 * 3_600_000) }))).toBe(403);
  const other = createPushKey(randomBytes(32).toString('base64url'));
  if (!other) throw new Error('no key');
  expect(await post(formatVapid({ ...key, sign: other.sign }, valid))).toBe(403);
});

test.each(['', 'x', Buffer.alloc(32).toString('base64url'), Buffer.alloc(33, 1).toString('base64url')])(
  '%j is an invalid key',
  (secret) => expect(createPushKey(secret)).toBeNull(),
);

const sockets = new Set<Socket>();
let connections = 0;
const silent = createServer((socket) => {
  connections += 1;
  sockets.add(socket.on('error', () => undefined));
});
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');
let slowPushes = 0;
const slow = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  setTimeout(() => {
    slowPushes += 1;
    socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n');
  }, 2_300);
});
slow.listen(0, '127.0.0.1');
await once(slow, 'listening');
const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });
afterAll(async () => {
  await jobs.stop();
  for (const socket of sockets) socket.destroy();
  silent.close();
  slow.close();
});

const portOf = (host: typeof silent) => (host.address() as AddressInfo).port;
/** Maps the stored https endpoints to the servers of this test. */
const sendByHost = (endpoint: string) => {
  const { hostname, pathname } = new URL(endpoint);
  if (hostname.startsWith('silent')) return gateway(`http://${hostname}:${portOf(silent)}/x`);
  return gateway(
    hostname.startsWith('slow') ? `http://${hostname}:${portOf(slow)}/x` : `${pushService.origin}${pathname}`,
  );
};
async function subscribeAt(...hosts: string[]) {
  const person = await newCustomer(server);
  for (const host of hosts) {
    const endpoint = `https://${host}/${randomUUID()}`;
    expect((await call('notices/startPush', { endpoint }, person.cookie)).status).toBe(200);
  }
  return person;
}

let host = 0;
const tenSilentHosts = () => Array.from({ length: 10 }, () => `silent${host++}.example`);
const pushJobs = noticesJobs({ ...services, jobs }, post, sendByHost).filter(({ name }) =>
  name.startsWith('notices.push'),
);

test('four users with ten silent push hosts each do not delay others and are waited for once', async () => {
  const quiet = await Promise.all(Array.from({ length: 4 }, () => subscribeAt(...tenSilentHosts())));
  const customer = await subscribeAt('push.example');
  for (const { email } of quiet) await sendNotice(email);
  for (let n = 0; n < 3; n++) await sendNotice(customer.email);
  const before = pushService.receivedPaths.length;
  await jobs.prepare(pushJobs);
  await jobs.work(pushJobs);
  await until('pushes of another user', () => pushService.receivedPaths.length === before + 3, 200_000);
  // Four lanes waited for one silent host each, plus the slow lane.
  expect(connections).toBeLessThanOrEqual(12);
}, 300_000);

test('in the slow lane users take turns: a slow host does not wait for many silent ones', async () => {
  const [mallory, customer] = [await subscribeAt(...tenSilentHosts()), await subscribeAt('slow.example')];
  await sendNotice(mallory.email);
  await sendNotice(customer.email);
  await until('the slow service to be known as slow', () => slowPushes === 1, 60_000);
  const countSlowJobs = async () =>
    (await owner.query(`select from pgboss.job where name = 'notices.push_slow' and data->>'lane' = $1`, [mallory.id]))
      .rows.length;
  await until('pushes to silent hosts to move to the slow lane', async () => (await countSlowJobs()) >= 9, 60_000);
  const before = connections;
  await sendNotice(customer.email);
  await until('a second push to the slow service', () => slowPushes === 2, 200_000);
  // At most the requests in progress, not all nine one after the other.
  expect(connections - before).toBeLessThanOrEqual(3);
}, 300_000);
