import { once } from 'node:events';
import { request } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { pushGateway } from '../../src/features/notices/push/push-gateway.ts';
import { pushKeyOf } from '../../src/features/notices/push/push-key.ts';
import { webhookGateway } from '../../src/features/programs/webhooks/webhook-gateway.ts';
import { openJobs } from '../../src/platform/jobs.ts';
import { withSlowLane } from '../../src/platform/slow-lane.ts';
import { until } from '../reliability/patience.ts';
import { serverUnderTest } from '../worker.ts';

/**
 * A machine that somebody names may answer that it goes on in another way of speaking (101). Nobody here does, and Node
 * then says neither that it answered nor that it failed, whatever time was given: whoever waited would wait for ever.
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
const plain = (url: URL, options: RequestOptions, done: Parameters<typeof request>[2]) =>
  request(new URL(url.pathname, `http://machine.example:${port}`), options, done);
const names = { resolve4: async () => ['127.0.0.1'], resolve6: async () => [] };
const parts = { request: plain, isAllowed: () => true, names, patience: 500 };
const tellWebhook = webhookGateway(parts);
const key = pushKeyOf(services.config.pushKey ?? '');
if (!key) throw new Error('the demo has no key');
const tellBrowser = pushGateway({ ...parts, key, contact: 'mailto:us@example.com', clock: services.clock });

test.each([
  ['the address of a webhook', () => tellWebhook({ url: 'https://machine.example/x', body: '{}', heads: {} })],
  ["a browser's maker", () => tellBrowser('https://machine.example/x')],
])('%s that switches to another protocol has taken nothing, and is not waited for', async (_, tell) => {
  const ended = tell().then(
    (said) => `said ${said}`,
    () => 'failed',
  );
  const late = new Promise((wake) => setTimeout(() => wake('waits for ever'), 5_000));
  expect(['failed', 'said later', 'said 101']).toContain(await Promise.race([ended, late]));
});

test('four such machines hold up what is told to nobody else', async () => {
  const told: string[] = [];
  const telling = withSlowLane({
    ...{ name: 'proof.tell', retries: { limit: 1, delay: 600 }, lanes: 4, jobs },
    run: async ({ url }: { url: string; lane: string }) => {
      if (!url.startsWith('https://good')) await tellWebhook({ url, body: '{}', heads: {} });
      told.push(url);
    },
  });
  await jobs.prepare(telling);
  for (let n = 0; n < 8; n++)
    await jobs.enqueue(services.db, 'proof.tell', { url: `https://switching${n}.example/x`, lane: `switching${n}` });
  await jobs.enqueue(services.db, 'proof.tell', { url: 'https://good.example/x', lane: 'good' });
  await jobs.work(telling);
  await until('what is told to somebody else', () => told.includes('https://good.example/x'), 40_000);
});
