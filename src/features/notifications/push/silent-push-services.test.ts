import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startPushServer } from '../../../../fakes/push/push-server.ts';
import { until } from '../../../../test/reliability/until.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { openJobs, runAsJob } from '../../../platform/jobs/jobs.ts';
import { letterAbout } from '../email.ts';
import { noticesJobs } from '../jobs.ts';
import { openOutbox } from '../send-mail.ts';
import { createPushKey, pushGateway } from './send-push.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
const pushService = await startPushServer(() => services.clock());
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
  await pushService.stop();
});

const key = createPushKey(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no key');
const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) => request(url, options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { key, contact: 'mailto:us@example.com', clock: services.clock, resolver: names };
const gateway = pushGateway({ ...parts, request: plain, isAllowed: () => true });
const portOf = (host: typeof silent) => (host.address() as AddressInfo).port;
/** Maps the stored https endpoints to the servers of this test. */
const send = (endpoint: string) => {
  const { hostname, pathname } = new URL(endpoint);
  if (hostname.startsWith('silent')) return gateway(`http://${hostname}:${portOf(silent)}/x`);
  return gateway(
    hostname.startsWith('slow') ? `http://${hostname}:${portOf(slow)}/x` : `${pushService.origin}${pathname}`,
  );
};
const post = openOutbox(services, async () => undefined);
const sendNotice = (email: string) =>
  runAsJob(randomUUID(), () =>
    post.mail(
      letterAbout('order', email, {
        ...{ subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' },
        url: `${services.config.origin}/orders/1`,
      }),
    ),
  );
async function subscribeAt(...hosts: string[]) {
  const who = await newCustomer(server);
  for (const host of hosts) {
    const endpoint = `https://${host}/${randomUUID()}`;
    expect((await call('notices/startPush', { endpoint }, who.cookie)).status).toBe(200);
  }
  return who;
}

let host = 0;
const tenSilentHosts = () => Array.from({ length: 10 }, () => `silent${host++}.example`);
const pushJobs = noticesJobs({ ...services, jobs }, post, send).filter(({ name }) => name.startsWith('notices.push'));

test('four users with ten silent push hosts each do not delay others and are waited for once', async () => {
  const quiet = [
    await subscribeAt(...tenSilentHosts()),
    await subscribeAt(...tenSilentHosts()),
    await subscribeAt(...tenSilentHosts()),
    await subscribeAt(...tenSilentHosts()),
  ];
  const ina = await subscribeAt('push.example');
  for (const { email } of quiet) await sendNotice(email);
  for (let n = 0; n < 3; n++) await sendNotice(ina.email);
  await jobs.prepare(pushJobs);
  await jobs.work(pushJobs);
  await until('pushes of another user', () => pushService.receivedPaths.length === 3, 200_000);
  // Four lanes waited for one silent host each, plus the slow lane.
  expect(connections).toBeLessThanOrEqual(12);
}, 300_000);

test('in the slow lane users take turns: a slow host does not wait for many silent ones', async () => {
  const [mallory, ina] = [await subscribeAt(...tenSilentHosts()), await subscribeAt('slow.example')];
  await sendNotice(mallory.email);
  await sendNotice(ina.email);
  await until('the slow service to be known as slow', () => slowPushes === 1, 60_000);
  const countSlowJobs = async () =>
    (await owner.query(`select from pgboss.job where name = 'notices.push_slow' and data->>'lane' = $1`, [mallory.id]))
      .rows.length;
  await until('pushes to silent hosts to move to the slow lane', async () => (await countSlowJobs()) >= 9, 60_000);
  const before = connections;
  await sendNotice(ina.email);
  await until('a second push to the slow service', () => slowPushes === 2, 200_000);
  // At most the requests in progress, not all nine one after the other.
  expect(connections - before).toBeLessThanOrEqual(3);
}, 300_000);
