import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { fetchScrape } from '../../../test/metrics.ts';
import { advanceClock } from '../../../test/monotonic-clock.ts';
import { freePort } from '../../../test/reliability/free-port.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest, serverWithoutFaults } from '../../../test/worker.ts';
import { openMetrics } from '../system/open-metrics.ts';

const server = await serverUnderTest({ UNUSED_FILES_MB: '3' });
const { app, services } = server;
const { tempFolder } = services.files;
const megabyte = 1024 * 1024;
const size = 2 * megabyte;
/** The server responds to a rejected upload after two seconds. */
const timeoutMs = { timeout: 20_000 };
const bytesOf = (name: string) => statSync(join(tempFolder, name)).size;
const storedMegabytes = () => readdirSync(tempFolder).reduce((sum, name) => sum + bytesOf(name), 0) / megabyte;
let port = 0;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});

type Line = { cookie: string; upload?: string; offset?: number; bytes: Buffer; length?: number };

function send({ cookie, upload = randomUUID(), offset = 0, bytes, length = size }: Line) {
  const headers = {
    ...{ cookie, 'content-type': 'application/octet-stream', 'content-length': length - offset },
    ...{ 'upload-id': upload, 'upload-offset': String(offset), 'upload-length': String(length) },
  };
  const path = '/api/files?purpose=transaction-proof';
  const sent = request({ port, host: '127.0.0.1', method: 'PUT', path, headers });
  sent.on('error', () => undefined);
  const line: { code: string | null; close: () => unknown; upload: string } = {
    code: null,
    close: () => sent.destroy(),
    upload,
  };
  sent.on('response', async (answer) => {
    let text = '';
    for await (const piece of answer) text += piece;
    line.code = answer.statusCode === 200 ? 'kept' : String(JSON.parse(text).code);
  });
  sent.write(bytes);
  return line;
}
const arrived = ({ upload }: { upload: string }, bytes: number) =>
  readdirSync(tempFolder).some((name) => name.endsWith(upload) && bytesOf(name) === bytes);

function emptyFolder(): void {
  for (const name of readdirSync(tempFolder)) rmSync(join(tempFolder, name));
  advanceClock(2_000);
}

async function interrupt(cookie: string) {
  const line = send({ cookie, bytes: Buffer.alloc(size - 1, 'x') });
  await expect.poll(() => line.code !== null || arrived(line, size - 1), timeoutMs).toBe(true);
  line.close();
  return line;
}

test('unfinished uploads of many accounts stay within the quota of unused files', async () => {
  let last: string | null = null;
  for (let account = 0; account < 4; account++) {
    const { cookie } = await newCustomer(server);
    for (let n = 0; n < 3; n++) last = (await interrupt(cookie)).code;
  }
  expect(last).toBe('documents.no_room_now');
  expect(storedMegabytes()).toBeLessThan(3 + 2);
  expect(server.faults).toEqual([]);
}, 120_000);

test('uploads that start at the same moment count with their declared size until they end', async () => {
  emptyFolder();
  const [one, two, three] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const begin = ({ cookie }: { cookie: string }) => send({ cookie, bytes: Buffer.alloc(10, 'x') });
  const first = begin(one);
  await expect.poll(() => arrived(first, 10), timeoutMs).toBe(true);
  const second = begin(two);
  await expect.poll(() => arrived(second, 10), timeoutMs).toBe(true);
  const third = begin(three);
  await expect.poll(() => third.code, timeoutMs).toBe('documents.no_room_now');
  for (const line of [first, second]) line.close();
  // Only the received bytes of an interrupted upload count.
  const pdf = await createBankPdf();
  await expect
    .poll(async () => {
      const line = send({ cookie: three.cookie, bytes: pdf, length: pdf.length });
      await expect.poll(() => line.code, timeoutMs).not.toBe(null);
      return line.code;
    }, timeoutMs)
    .toBe('kept');
});

test('resuming an upload does not count it twice', async () => {
  emptyFolder();
  const { cookie } = await newCustomer(server);
  const bytes = Buffer.alloc(3 * megabyte + 10, 'x');
  const started = send({ cookie, bytes: bytes.subarray(10), length: bytes.length });
  await expect.poll(() => arrived(started, 3 * megabyte), timeoutMs).toBe(true);
  started.close();
  const other = await newCustomer(server);
  const third = send({ cookie: other.cookie, bytes: bytes.subarray(0, 10) });
  await expect.poll(() => third.code, timeoutMs).toBe('documents.no_room_now');
  const rest = { upload: started.upload, offset: 3 * megabyte, bytes: bytes.subarray(0, 10), length: bytes.length };
  const on = send({ cookie, ...rest });
  // Now the upload is complete, and its bytes are not a picture.
  await expect.poll(() => on.code, timeoutMs).toBe('documents.upload_failed');
});

const metricsPort = await freePort();
const quotaServer = await serverWithoutFaults({ UNUSED_FILES_MB: '10', METRICS_PORT: String(metricsPort) });
const { owner } = quotaServer;
const pdf = await createBankPdf();
const closeMetrics = await openMetrics(quotaServer.services);
afterAll(closeMetrics);

async function sendPdf({ cookie }: Pick<Customer, 'cookie'>): Promise<string> {
  const { status, body } = await sendFile(quotaServer, cookie, {
    purpose: 'transaction-proof',
    bytes: pdf,
    name: 'slip.pdf',
  });
  return status === 200 ? `kept ${body.id}` : String(body.code);
}
const useFiles = ({ id }: Customer, many: number) =>
  owner.query(
    `insert into claimed_proofs (due_id, file_id, user_id)
       select gen_random_uuid(), id, user_id from files where user_id = $1 order by id limit $2`,
    [id, many],
  );
async function insertUnused(megabytes: number): Promise<void> {
  const { id } = await newCustomer(quotaServer);
  await owner.query(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, key_id, created_at)
       select gen_random_uuid(), $1, 'transaction-proof', 'lies/' || gen_random_uuid(), 'x', 'image/png', 1048576,
         repeat('0', 64), 'clean', 'test', now() from generate_series(1, $2)`,
    [id, megabytes],
  );
}
const expireCount = () => advanceClock(2_000);

test('unused files share a quota, and customers with a file in use get as much again', async () => {
  const [known, newcomer] = [await newCustomer(quotaServer), await newCustomer(quotaServer)];
  expect(await sendPdf(known)).toMatch(/^kept/);
  await useFiles(known, 1);
  expireCount();
  for (let file = 0; file < 5; file++) expect(await sendPdf(newcomer)).toMatch(/^kept/);
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(newcomer)).toBe('documents.no_room_now');
  expect(await sendPdf(known)).toMatch(/^kept/);
  const figures = async () => {
    const { value } = await fetchScrape(metricsPort);
    return [value('cryptocommerce_files_unused_bytes') ?? 0, value('cryptocommerce_files_unused_allowed_bytes')];
  };
  await expect.poll(async () => (await figures())[0], { timeout: 35_000 }).toBeGreaterThan(10 * 1024 * 1024);
  expect((await figures())[1]).toBe(10 * 1024 * 1024);
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(known)).toBe('documents.no_room_now');
  await owner.query(`insert into claimed_proofs (due_id, file_id, user_id)
    select gen_random_uuid(), id, user_id from files where path like 'lies/%'`);
  expireCount();
  expect(await sendPdf(newcomer)).toMatch(/^kept/);
});

test('a new account sends its first five files where others filled the quota', async () => {
  await owner.query(`delete from claimed_proofs`);
  await owner.query(`delete from files`);
  await insertUnused(10);
  expireCount();
  const newcomer = await newCustomer(quotaServer);
  for (let file = 0; file < 5; file++) expect(await sendPdf(newcomer)).toMatch(/^kept/);
  expect(await sendPdf(newcomer)).toBe('documents.no_room_now');
  await insertUnused(10);
  expireCount();
  expect(await sendPdf(await newCustomer(quotaServer))).toBe('documents.no_room_now');
});
