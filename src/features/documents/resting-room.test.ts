import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bankPdf } from '../../../test/files/good-files.ts';
import { goBy } from '../../../test/steady-clock.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** What broke off rests for an hour beside what is kept: accounts that are thrown away must not fill a disk with it. */
const server = await serverUnderTest({ UNUSED_FILES_MB: '3' });
const { app, services } = server;
const { sideFolder } = services.files;
const megabyte = 1024 * 1024;
const size = 2 * megabyte;
/** Who is refused while they send hears of it once we stopped reading, after two seconds. */
const patience = { timeout: 20_000 };
const bytesOf = (name: string) => statSync(join(sideFolder, name)).size;
const resting = () => readdirSync(sideFolder).reduce((sum, name) => sum + bytesOf(name), 0) / megabyte;
let port = 0;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});

type Line = { cookie: string; upload?: string; offset?: number; bytes: Buffer; length?: number };

/** Sends bytes of an upload and leaves its line open where they are not all: what is answered, if anything is. */
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
  readdirSync(sideFolder).some((name) => name.endsWith(upload) && bytesOf(name) === bytes);

/** Nothing rests any more, and the house has seen it: it looks every two seconds. */
function emptied(): void {
  for (const name of readdirSync(sideFolder)) rmSync(join(sideFolder, name));
  goBy(2_000);
}

/** All of an upload but its last byte; then its line breaks. */
async function breakOff(cookie: string) {
  const line = send({ cookie, bytes: Buffer.alloc(size - 1, 'x') });
  await expect.poll(() => line.code !== null || arrived(line, size - 1), patience).toBe(true);
  line.close();
  return line;
}

test('accounts that are thrown away leave no more unfinished uploads than there is room for unused files', async () => {
  let last: string | null = null;
  for (let account = 0; account < 4; account++) {
    const { cookie } = await newCustomer(server);
    for (let n = 0; n < 3; n++) last = (await breakOff(cookie)).code;
  }
  expect(last).toBe('documents.no_room_now');
  // 3 MB of everybody, and the file that was let in last.
  expect(resting()).toBeLessThan(3 + 2);
  expect(server.faults).toEqual([]);
}, 120_000);

test('what many begin at the same moment is counted with all that it will bring, until it is over', async () => {
  emptied();
  const [one, two, three] = [await newCustomer(server), await newCustomer(server), await newCustomer(server)];
  const begin = ({ cookie }: { cookie: string }) => send({ cookie, bytes: Buffer.alloc(10, 'x') });
  const first = begin(one);
  await expect.poll(() => arrived(first, 10), patience).toBe(true);
  const second = begin(two);
  await expect.poll(() => arrived(second, 10), patience).toBe(true);
  const third = begin(three);
  await expect.poll(() => third.code, patience).toBe('documents.no_room_now');
  for (const line of [first, second]) line.close();
  // Of what broke off no more is counted than came.
  const pdf = await bankPdf();
  await expect
    .poll(async () => {
      const line = send({ cookie: three.cookie, bytes: pdf, length: pdf.length });
      await expect.poll(() => line.code, patience).not.toBe(null);
      return line.code;
    }, patience)
    .toBe('kept');
});

test('whoever goes on with a file of their own does not stand in their own way', async () => {
  emptied();
  const { cookie } = await newCustomer(server);
  const bytes = Buffer.alloc(3 * megabyte + 10, 'x');
  const begun = send({ cookie, bytes: bytes.subarray(10), length: bytes.length });
  await expect.poll(() => arrived(begun, 3 * megabyte), patience).toBe(true);
  begun.close();
  // It fills the room of everybody.
  const other = await newCustomer(server);
  const beside = send({ cookie: other.cookie, bytes: bytes.subarray(0, 10) });
  await expect.poll(() => beside.code, patience).toBe('documents.no_room_now');
  const rest = { upload: begun.upload, offset: 3 * megabyte, bytes: bytes.subarray(0, 10), length: bytes.length };
  const on = send({ cookie, ...rest });
  // It came whole, and was looked at: so many letters are no picture.
  await expect.poll(() => on.code, patience).toBe('documents.upload_failed');
});
