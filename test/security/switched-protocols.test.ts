import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { webhookGateway } from '../../src/features/api-access/webhooks/deliver.ts';
import { createPushKey } from '../../src/features/notifications/push/push-key.ts';
import { pushGateway } from '../../src/features/notifications/push/send-push.ts';
import { openJobs } from '../../src/platform/jobs/jobs.ts';
import { withSlowHostQueue } from '../../src/platform/limits/slow-host-queue.ts';
import { until } from '../reliability/until.ts';
import { serverUnderTest } from '../worker.ts';

/**
 * A remote server may answer 101 and switch protocols. Then Node reports neither a response nor an error and ignores
 * timeouts, so the product must detect this itself.
 */
const server = await serverUnderTest();
const { owner, services } = server;
const switching = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
});
switching.listen(0, '127.0.0.1');
await once(switching, 'listening');
const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });
afterAll(async () => {
  await jobs.stop();
  switching.close();
});

const { port } = switching.address() as AddressInfo;
const requestLocal = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) =>
  request(new URL(url.pathname, `http://machine.example:${port}`), options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { request: requestLocal, isAllowed: () => true, resolver: names, timeoutMs: 500 };
const callWebhook = webhookGateway(parts);
const key = createPushKey(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no key');
const callPush = pushGateway({ ...parts, key, contact: 'mailto:us@example.com', clock: services.clock });

test.each([
  ['a webhook address', () => callWebhook({ url: 'https://machine.example/x', body: '{}', heads: {} })],
  ['a push service', () => callPush('https://machine.example/x')],
])('%s that switches to another protocol counts as failed and is not awaited', async (_, deliver) => {
  const ended = deliver().then(
    (status) => `said ${status}`,
    () => 'failed',
  );
  const late = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 5_000));
  expect(['failed', 'said later', 'said 101']).toContain(await Promise.race([ended, late]));
});

test('four such servers delay no delivery to others', async () => {
  const delivered: string[] = [];
  const deliveryJob = withSlowHostQueue({
    ...{ name: 'test.deliver', retries: { limit: 1, delay: 600 }, concurrency: 4, jobs },
    run: async ({ url }: { url: string; lane: string }) => {
      if (!url.startsWith('https://good')) await callWebhook({ url, body: '{}', heads: {} });
      delivered.push(url);
    },
  });
  await jobs.prepare(deliveryJob);
  for (let n = 0; n < 8; n++)
    await jobs.enqueue(services.db, 'test.deliver', { url: `https://switching${n}.example/x`, lane: `switching${n}` });
  await jobs.enqueue(services.db, 'test.deliver', { url: 'https://good.example/x', lane: 'good' });
  await jobs.work(deliveryJob);
  await until('the delivery to another address', () => delivered.includes('https://good.example/x'), 40_000);
});
