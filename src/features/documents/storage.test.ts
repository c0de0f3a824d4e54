import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeS3 } from '../../../fakes/files/s3-server.ts';
import { createBankPdf, createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { requestFileUrl } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { withSystem } from '../../platform/database/database.ts';
import { createDownloadLimiter, downloadLimits } from '../../platform/files/download-limits.ts';
import { readKeyRing } from '../../platform/files/file-encryption.ts';
import { encryptPlain, rotateKeys } from './jobs.ts';

const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const server = await serverUnderTest({ FILE_KEYS: `2026a:${old}` });
const { owner, services } = server;
const ownerCookie = await createSession(server, 'tier2');
const pdf = await createBankPdf();

const ring = readKeyRing(`2026b:${fresh},2026a:${old}`);
if (!ring) throw new Error('a ring of two random keys is one');
const renewed = { ...services.files, keys: ring };
const rotate = () => rotateKeys(services.pool, renewed);
type Row = { key: string; path: string };
const rowOf = async (id: string) =>
  (await owner.query<Row>('select key_id "key", path from files where id = $1', [id])).rows[0];
const diskPath = async (id: string) => join(services.config.dataDir, 'files', (await rowOf(id))?.path ?? '');

test('a new key takes over every file, twice changes nothing, and all open without the old key', async () => {
  const { body } = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: pdf });
  const proof = await sendFile(server, ownerCookie, { purpose: 'transaction-proof', bytes: pdf });
  const before = readFileSync(await diskPath(body.id));
  expect(readFileSync(await diskPath(proof.body.id)).includes('%PDF')).toBe(false);
  expect(await rotate()).toEqual({ reencrypted: 2, failed: [] });
  for (const { id } of [body, proof.body]) expect((await rowOf(id))?.key).toBe('2026b');
  expect(readFileSync(await diskPath(body.id)).equals(before)).toBe(false);
  expect(await rotate()).toEqual({ reencrypted: 0, failed: [] });

  const alone = readKeyRing(`2026b:${fresh}`);
  Object.assign(services.files, { keys: alone });
  expect((await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)).toBe(true);
  Object.assign(services.files, { keys: readKeyRing(`2026a:${old}`) });
});

test('a damaged file is reported and unchanged, and the others are encrypted again', async () => {
  const damaged = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: pdf });
  const sound = await sendFile(server, ownerCookie, { purpose: 'kyc-trn', bytes: pdf });
  const path = await diskPath(damaged.body.id);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  writeFileSync(path, bytes);
  expect(await rotate()).toEqual({ reencrypted: 1, failed: [damaged.body.id] });
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect([(await rowOf(damaged.body.id))?.key, (await rowOf(sound.body.id))?.key]).toEqual(['2026a', '2026b']);
});

test('an unencrypted proof of an older version is readable, then encrypted by a job', async () => {
  const { body } = await sendFile(server, ownerCookie, { purpose: 'transaction-proof', bytes: pdf });
  const path = await diskPath(body.id);
  const sealed = readFileSync(path);
  const leaveOpen = () => owner.query('update files set key_id = null where id = $1', [body.id]);
  await leaveOpen();
  writeFileSync(path, pdf);
  expect((await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)).toBe(true);
  await encryptPlain(services);
  expect(readFileSync(path).includes('%PDF')).toBe(false);
  expect([(await rowOf(body.id))?.key, (await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)]).toEqual([
    '2026a',
    true,
  ]);

  // Simulates a crash between writing the bytes and updating the row.
  writeFileSync(path, sealed);
  await leaveOpen();
  expect((await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)).toBe(true);
  await encryptPlain(services);
  expect([(await rowOf(body.id))?.key, (await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)]).toEqual([
    '2026a',
    true,
  ]);
});

test('the database refuses unencrypted files', async () => {
  const { body } = await sendFile(server, ownerCookie, { purpose: 'source-of-funds', bytes: pdf });
  const insert = (keyId: string | null) =>
    withSystem(services.pool, (tx) =>
      sql`insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id)
        select gen_random_uuid(), user_id, purpose, ${String(keyId)}, name, mime, bytes, sha256, state, ${keyId}
          from files where id = ${body.id}`.execute(tx),
    );
  await expect(insert(null)).rejects.toThrow('row-level security');
});

const bucket = await startFakeS3();
afterAll(() => bucket.stop());
const s3Server = await serverUnderTest({
  S3_BUCKET: 'papers',
  S3_ENDPOINT: bucket.url,
  S3_ACCESS_KEY_ID: 'test-key',
  S3_SECRET_ACCESS_KEY: 'test-secret',
  S3_PATH_STYLE: 'yes',
});
const customer = await createSession(s3Server, 'tier2');
const admin = await createSession(s3Server, 'admin');
beforeEach(() => bucket.setMode('ok'));

test('files are encrypted in the bucket and come back unchanged', async () => {
  const pdf = await createBankPdf();
  const submission = randomUUID();
  const { body } = await sendFile(s3Server, customer, {
    purpose: 'kyc-address',
    bytes: pdf,
    submission,
    name: 'bill.pdf',
  });
  const [key = '', kept] = [...bucket.objects].find(([name]) => name.includes(submission)) ?? [];
  expect(key).toMatch(new RegExp(`^papers/kyc-docs/[0-9a-f-]{36}/tier2/${submission}/address\\.pdf$`));
  expect(kept?.includes('%PDF')).toBe(false);
  expect((await readFileAs(s3Server, customer, body.id)).bytes.equals(pdf)).toBe(true);
});

test('replacing a part by one of another kind leaves nothing of the first', async () => {
  const submission = randomUUID();
  await sendFile(s3Server, customer, { purpose: 'kyc-id', bytes: await createPhonePhoto(), submission });
  await sendFile(s3Server, customer, { purpose: 'kyc-id', bytes: await createBankPdf(), submission });
  const left = [...bucket.objects.keys()].filter((key) => key.includes(submission));
  expect(left.map((key) => key.replace(/.*\//, ''))).toEqual(['id.pdf']);
});

test('a bucket that is down refuses the file with the documented text, and accepts it later', async () => {
  bucket.setMode('down');
  const file = { purpose: 'kyc-selfie' as const, bytes: await createPhonePhoto(), submission: randomUUID() };
  const refused = await sendFile(s3Server, customer, file);
  expect([refused.status, refused.body.code]).toEqual([503, 'documents.store_down']);
  const diagnosis = await s3Server.call('documents/testStorage', undefined, admin);
  expect(diagnosis.body).toMatchObject({ code: 'documents.storage_test_failed' });
  const own = await s3Server.call('documents/testKycUpload', undefined, customer);
  expect(own.body).toMatchObject({ code: 'documents.kyc_storage_failed' });
  const { rows } = await s3Server.owner.query('select state from files where submission_id = $1', [file.submission]);
  expect(rows).toEqual([{ state: 'refused' }]);

  bucket.setMode('ok');
  const { status, body } = await sendFile(s3Server, customer, file);
  expect([status, body.state]).toEqual([200, 'clean']);
  expect((await s3Server.call('documents/testStorage', undefined, admin)).body).toEqual({ ok: true });
  expect((await s3Server.call('documents/testKycUpload', undefined, customer)).body).toEqual({ ok: true });
  expect([...bucket.objects.keys()].filter((key) => key.includes('diagnostics'))).toEqual([]);
  s3Server.faults.splice(0);
});

await s3Server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = s3Server.app.server.address() as AddressInfo;
const [eve, ann] = [await createSession(s3Server, 'tier2'), await createSession(s3Server, 'tier1')];

/** Exceeds the buffers of a connection. */
const raw = { width: 2_600, height: 2_600, channels: 3 as const };
const noise = await sharp(randomBytes(2_600 * 2_600 * 3), { raw })
  .jpeg({ quality: 97 })
  .toBuffer();
const sent = await sendFile(s3Server, eve, { purpose: 'transaction-proof', bytes: noise });
const url = await requestFileUrl(s3Server, eve, sent.body.id);
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
const reads = async () => (await readFileAs(s3Server, eve, sent.body.id)).status;
const patient = { timeout: 10_000, interval: 200 };
afterEach(closeAll);

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
  const own = await sendFile(s3Server, ann, { purpose: 'transaction-proof', bytes: await createPhonePhoto() });
  expect(own.status).toBe(200);
  expect((await readFileAs(s3Server, ann, own.body.id)).status).toBe(200);
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
  expect(s3Server.faults).toEqual([]);
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
