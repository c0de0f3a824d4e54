import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startPushServer } from '../../../../fakes/push/push-server.ts';
import { until } from '../../../../test/reliability/patience.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { asJob, openJobs } from '../../../platform/jobs.ts';
import { noticesJobs } from '../jobs.ts';
import { letterAbout } from '../letter.ts';
import { openPost } from '../post.ts';
import { pushGateway } from './push-gateway.ts';
import { pushKeyOf } from './push-key.ts';

/** Whoever has their browser name a machine that never answers holds up what is told to nobody else's. */
const server = await serverUnderTest();
const { call, owner, services } = server;
const maker = await startPushServer(() => services.clock());
const open = new Set<Socket>();
let knocked = 0;
const silent = createServer((socket) => {
  knocked += 1;
  open.add(socket.on('error', () => undefined));
});
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');
/** A maker that takes what it is told, and takes its time. */
let takenSlowly = 0;
const slow = createServer((socket) => {
  open.add(socket.on('error', () => undefined));
  setTimeout(() => {
    takenSlowly += 1;
    socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n');
  }, 2_300);
});
slow.listen(0, '127.0.0.1');
await once(slow, 'listening');
const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });
afterAll(async () => {
  await jobs.stop();
  for (const socket of open) socket.destroy();
  silent.close();
  slow.close();
  await maker.stop();
});

const key = pushKeyOf(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no key');
const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) => request(url, options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { key, contact: 'mailto:us@example.com', clock: services.clock, names };
const gateway = pushGateway({ ...parts, request: plain, isAllowed: () => true });
const portOf = (machine: typeof silent) => (machine.address() as AddressInfo).port;
/** What the database has as https stands for the machines of this test: silent ones, and a maker. */
const send = (endpoint: string) => {
  const { hostname, pathname } = new URL(endpoint);
  if (hostname.startsWith('silent')) return gateway(`http://${hostname}:${portOf(silent)}/x`);
  return gateway(hostname.startsWith('slow') ? `http://${hostname}:${portOf(slow)}/x` : `${maker.origin}${pathname}`);
};
const post = openPost(services, async () => undefined);
const tell = (email: string) =>
  asJob(randomUUID(), () =>
    post.mail(
      letterAbout('order', email, {
        ...{ subject: 'Your order', greeting: 'Hello', paragraphs: ['So.'], button: 'See', closing: 'Bye' },
        url: `${services.config.origin}/orders/1`,
      }),
    ),
  );
/** Somebody whose browsers are told at these hosts. */
async function toldAt(...hosts: string[]) {
  const who = await newCustomer(server);
  for (const host of hosts) {
    const endpoint = `https://${host}/${randomUUID()}`;
    expect((await call('notices/startPush', { endpoint }, who.cookie)).status).toBe(200);
  }
  return who;
}

let host = 0;
const ten = () => Array.from({ length: 10 }, () => `silent${host++}.example`);
const push = noticesJobs({ ...services, jobs }, post, send).filter(({ name }) => name.startsWith('notices.push'));

test('four people with ten silent machines each hold up nobody else, and are waited for once', async () => {
  const quiet = [await toldAt(...ten()), await toldAt(...ten()), await toldAt(...ten()), await toldAt(...ten())];
  const ina = await toldAt('push.example');
  for (const { email } of quiet) await tell(email);
  for (let n = 0; n < 3; n++) await tell(ina.email);
  await jobs.prepare(push);
  await jobs.work(push);
  await until('what is told to somebody else', () => maker.taken.length === 3, 200_000);
  // Each of the four lanes waited for one silent machine, and one more the lane aside.
  expect(knocked).toBeLessThanOrEqual(12);
}, 300_000);

test('in the lane aside each has their turn: whoever is slow waits for no row of silent machines', async () => {
  const [mallory, ina] = [await toldAt(...ten()), await toldAt('slow.example')];
  await tell(mallory.email);
  await tell(ina.email);
  await until('the slow maker to be known as slow', () => takenSlowly === 1, 60_000);
  const silently = async () =>
    (await owner.query(`select from pgboss.job where name = 'notices.push_slow' and data->>'lane' = $1`, [mallory.id]))
      .rows.length;
  await until('what is silent to be told aside', async () => (await silently()) >= 9, 60_000);
  const before = knocked;
  await tell(ina.email);
  await until('the slow maker to be told again', () => takenSlowly === 2, 200_000);
  // One or two that were under way or had their turn as well, and not one after the other of the nine.
  expect(knocked - before).toBeLessThanOrEqual(3);
}, 300_000);
