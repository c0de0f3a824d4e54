import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startFakeS3 } from '../../../fakes/files/s3-server.ts';
import { createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { requestFileUrl } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { createDownloadLimiter, downloadLimits } from '../../platform/files/download-limits.ts';

const bucket = await startFakeS3();
const server = await serverUnderTest({
  S3_BUCKET: 'papers',
  S3_ENDPOINT: bucket.url,
  S3_ACCESS_KEY_ID: 'test-key',
  S3_SECRET_ACCESS_KEY: 'test-secret',
  S3_PATH_STYLE: 'yes',
});
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;
const [eve, ann] = [await createSession(server, 'tier2'), await createSession(server, 'tier1')];

/** Exceeds the buffers of a connection. */
const raw = { width: 2_600, height: 2_600, channels: 3 as const };
const noise = await sharp(randomBytes(2_600 * 2_600 * 3), { raw })
  .jpeg({ quality: 97 })
  .toBuffer();
const sent = await sendFile(server, eve, { purpose: 'transaction-proof', bytes: noise });
const url = await requestFileUrl(server, eve, sent.body.id);
const asking = `GET ${url} HTTP/1.1\r\nhost: localhost\r\ncookie: ${eve}\r\n\r\n`;

const open: Socket[] = [];
async function openSilent(times = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(asking.repeat(times));
  return socket;
}
const closeAll = () => {
  for (const socket of open.splice(0)) socket.destroy();
};
const openMany = (n: number) => Promise.all(Array.from({ length: n }, () => openSilent()));
const reads = async () => (await readFileAs(server, eve, sent.body.id)).status;
const patient = { timeout: 10_000, interval: 200 };
afterEach(closeAll);
afterAll(() => bucket.stop());

async function fill(): Promise<void> {
  const line = await openSilent(6);
  await vi.waitFor(
    async () => {
      line.write(asking);
      expect(await reads()).toBe(429);
    },
    { timeout: 10_000, interval: 700 },
  );
}

test('fifty readers that take nothing leave uploads and downloads of others working', async () => {
  await openMany(44);
  await fill();
  expect(bucket.reading()).toBeLessThanOrEqual(6);
  const own = await sendFile(server, ann, { purpose: 'transaction-proof', bytes: await createPhonePhoto() });
  expect(own.status).toBe(200);
  expect((await readFileAs(server, ann, own.body.id)).status).toBe(200);
  closeAll();
  await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
});

test('a request that was never started is released with its connection', async () => {
  await fill();
  closeAll();
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
  await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
});

test('disconnecting releases everything, before and after the headers', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lines = await openMany(3);
    await Promise.all(lines.map((line) => once(line.resume(), 'data')));
    await openMany(3);
    closeAll();
    await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
  }
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
  expect(server.faults).toEqual([]);
});

test('staff keep download slots however many customers read', () => {
  const enter = createDownloadLimiter();
  const taken = Array.from({ length: downloadLimits.all }, (_, n) =>
    enter({ id: `customer ${n}`, roles: [] }, `10.${n % 8}.0.${n}`),
  );
  expect(taken).not.toContain(null);
  expect(enter({ id: 'one more', roles: [] }, '10.9.0.1')).toBeNull();
  expect(enter({ id: 'finance', roles: ['finance'] }, '10.9.0.1')).not.toBeNull();
});
