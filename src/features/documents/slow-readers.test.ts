import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startFakeS3 } from '../../../fakes/files/s3-server.ts';
import { phonePhoto } from '../../../test/files/good-files.ts';
import { read, send } from '../../../test/files/uploads.ts';
import { linkTo } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { openReaderRoom, readerRoom } from '../../platform/files/reader-room.ts';

/** What somebody asks to be sent and does not take holds what is theirs, and keeps nobody else from their files. */
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
const [eve, ann] = [await sessionFor(server, 'tier2'), await sessionFor(server, 'tier1')];

/** Larger than what lies between two ends of a line. */
const raw = { width: 2_600, height: 2_600, channels: 3 as const };
const noise = await sharp(randomBytes(2_600 * 2_600 * 3), { raw })
  .jpeg({ quality: 97 })
  .toBuffer();
const sent = await send(server, eve, { purpose: 'transaction-proof', bytes: noise });
const url = await linkTo(server, eve, sent.body.id);
const asking = `GET ${url} HTTP/1.1\r\nhost: localhost\r\ncookie: ${eve}\r\n\r\n`;

const open: Socket[] = [];
/** A line that asks for the file, so often, and takes nothing of what comes. */
async function silent(times = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(asking.repeat(times));
  return socket;
}
const leave = () => {
  for (const socket of open.splice(0)) socket.destroy();
};
const many = (n: number) => Promise.all(Array.from({ length: n }, () => silent()));
const reads = async () => (await read(server, eve, sent.body.id)).status;
const patient = { timeout: 10_000, interval: 200 };
afterEach(leave);
afterAll(() => bucket.stop());

/** All places of one person, on one line: a file may fit between its ends, what is asked for behind that never does. */
async function fill(): Promise<void> {
  const line = await silent(6);
  await vi.waitFor(
    async () => {
      line.write(asking);
      expect(await reads()).toBe(429);
    },
    { timeout: 10_000, interval: 700 },
  );
}

test('fifty who ask for a file and read nothing keep nobody from sending and reading theirs', async () => {
  await many(44);
  await fill();
  expect(bucket.reading()).toBeLessThanOrEqual(6);
  const own = await send(server, ann, { purpose: 'transaction-proof', bytes: await phonePhoto() });
  expect(own.status).toBe(200);
  expect((await read(server, ann, own.body.id)).status).toBe(200);
  leave();
  await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
});

test('what never had its turn on a line is given back with the line', async () => {
  await fill();
  leave();
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
  await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
});

test('whoever leaves gives back everything at once, after the head and before it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const lines = await many(3);
    await Promise.all(lines.map((line) => once(line.resume(), 'data')));
    await many(3);
    leave();
    await vi.waitFor(async () => expect(await reads()).toBe(200), patient);
  }
  await vi.waitFor(() => expect(bucket.reading()).toBe(0), patient);
  expect(server.faults).toEqual([]);
});

test('however many customers read, the desks have places of their own', () => {
  const enter = openReaderRoom();
  const taken = Array.from({ length: readerRoom.all }, (_, n) =>
    enter({ id: `customer ${n}`, roles: [] }, `10.${n % 8}.0.${n}`),
  );
  expect(taken).not.toContain(null);
  expect(enter({ id: 'one more', roles: [] }, '10.9.0.1')).toBeNull();
  expect(enter({ id: 'finance', roles: ['finance'] }, '10.9.0.1')).not.toBeNull();
});
