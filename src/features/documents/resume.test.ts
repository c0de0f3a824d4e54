import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createBankPdf, createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs } from '../../../test/files/uploads.ts';
import { createDocx } from '../../../test/files/word.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { docxMimeType } from '../../kernel/mime-types.ts';

const server = await serverUnderTest();
const { app, owner, services, faults } = server;
const own = await createSession(server, 'tier2');
const otherCookie = await createSession(server, 'tier1');
const pdf = await createBankPdf();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const { tempFolder, stallTimeoutMs, minimumRate, checkTimeoutMs } = services.files;
let port = 0;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(() => void Object.assign(services.files, { stallTimeoutMs, minimumRate, checkTimeoutMs }));

type Answer = { status: number; body: Record<string, unknown> };
type UploadRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string | number>;
  cookie?: string;
  agent?: Agent;
};

function open({ method = 'PUT', path, headers = {}, cookie = own, agent: line }: UploadRequest): {
  sent: ClientRequest;
  reply: Promise<Answer>;
} {
  const all = { cookie, 'content-type': 'application/octet-stream', ...headers };
  const sent = request({ port, host: '127.0.0.1', method, path, headers: all, ...(line && { agent: line }) });
  const reply = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (answer: IncomingMessage) => {
      let text = '';
      for await (const piece of answer) text += piece;
      resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : {} });
    });
  });
  reply.catch(() => undefined);
  return { sent, reply: reply };
}
const place = '/api/files?purpose=transaction-proof';
const named = (upload: string, offset: number, length = pdf.length) => ({
  'upload-id': upload,
  'upload-offset': String(offset),
  'upload-length': String(length),
});
function uploadAll(bytes: Buffer, more: Partial<UploadRequest> = {}): Promise<Answer> {
  const { sent, reply: said } = open({
    path: place,
    ...more,
    headers: { ...more.headers, 'content-length': bytes.length },
  });
  sent.end(bytes);
  return said;
}
const get = (path: string, cookie = own) => {
  const { sent, reply: said } = open({ method: 'GET', path, cookie });
  sent.end();
  return said;
};
async function interrupt(upload: string, bytes: number): Promise<void> {
  const headers = { ...named(upload, 0), 'content-length': pdf.length };
  const { sent } = open({ path: place, headers });
  sent.write(pdf.subarray(0, bytes));
  await expect.poll(() => readdirSync(tempFolder).filter((name) => name.endsWith(upload))).toHaveLength(1);
  await wait(50);
  sent.destroy();
}

test('an interrupted upload resumes at its offset, and repeats its answer', async () => {
  const upload = randomUUID();
  await interrupt(upload, 1_000);
  expect((await get(`/api/uploads/${upload}`)).body).toEqual({ file: null, bytes: 1_000 });
  const done = await uploadAll(pdf.subarray(1_000), { headers: named(upload, 1_000) });
  expect(done).toMatchObject({ status: 200, body: { mime: 'application/pdf', bytes: pdf.length } });
  expect((await readFileAs(server, own, String(done.body['id']))).bytes.equals(pdf)).toBe(true);
  expect((await get(`/api/uploads/${upload}`)).body).toEqual({ file: done.body, bytes: 0 });
  const twice = await uploadAll(pdf, { headers: named(upload, 0) });
  expect(twice.body).toEqual(done.body);
  const { rows } = await owner.query('select count(*)::int n from files where upload_id = $1', [upload]);
  expect(rows).toEqual([{ n: 1 }]);
  expect(readdirSync(tempFolder)).toEqual([]);
  expect(faults).toEqual([]);
});

test.each([
  ['a PDF', () => Promise.resolve(pdf), 'transaction-proof', 'application/pdf'],
  ['a picture', () => createPhonePhoto(), 'transaction-proof', 'image/jpeg'],
  ['a document of Word', () => Promise.resolve(createDocx()), 'launch-whitepaper', docxMimeType],
])('%s that we were too busy to check stays for a retry', async (_, made, purpose, mime) => {
  const [bytes, upload, path] = [await made(), randomUUID(), `/api/files?purpose=${purpose}`];
  Object.assign(services.files, { checkTimeoutMs: 1 });
  const busy = await uploadAll(bytes, { path, headers: named(upload, 0, bytes.length) });
  expect([busy.status, busy.body['code']]).toEqual([503, 'general.overloaded']);
  expect((await get(`/api/uploads/${upload}`)).body).toEqual({ file: null, bytes: bytes.length });
  Object.assign(services.files, { checkTimeoutMs });
  const nothing = Buffer.alloc(0);
  const again = await uploadAll(nothing, { path, headers: named(upload, bytes.length, bytes.length) });
  expect(again).toMatchObject({ status: 200, body: { mime } });
  expect(readdirSync(tempFolder)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an upload without an id that we were too busy to check leaves nothing behind', async () => {
  Object.assign(services.files, { checkTimeoutMs: 1 });
  expect((await uploadAll(pdf)).body['code']).toBe('general.overloaded');
  expect(readdirSync(tempFolder)).toEqual([]);
});

test('resuming at another offset, or with more bytes than declared, is refused', async () => {
  const upload = randomUUID();
  await interrupt(upload, 1_000);
  const again = await uploadAll(pdf, { headers: named(upload, 0) });
  expect([again.status, again.body['code']]).toEqual([409, 'documents.other_offset']);
  const ahead = await uploadAll(pdf.subarray(1_500), { headers: named(upload, 1_500) });
  expect([ahead.status, ahead.body['code']]).toEqual([409, 'documents.other_offset']);
  const more = await uploadAll(pdf, { headers: named(upload, 1_000) });
  expect([more.status, more.body['code']]).toEqual([400, 'general.invalid_input']);
  const large = await uploadAll(pdf, { headers: named(upload, 0, 10 * 1024 * 1024 + 1) });
  expect([large.status, large.body['code']]).toEqual([413, 'documents.too_large']);
});

test('resuming or inspecting the upload of another account is refused', async () => {
  const upload = randomUUID();
  await interrupt(upload, 1_000);
  expect((await get(`/api/uploads/${upload}`, otherCookie)).body).toEqual({ file: null, bytes: 0 });
  expect((await get(`/api/uploads/${upload}`, '')).status).toBe(401);
  const taken = await uploadAll(pdf.subarray(1_000), { headers: named(upload, 1_000), cookie: otherCookie });
  expect([taken.status, taken.body['code']]).toEqual([409, 'documents.other_offset']);
  expect((await get(`/api/uploads/${upload}`)).body).toEqual({ file: null, bytes: 1_000 });
});

test('the server limits the time of headers, not of long uploads', () => {
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([0, 60_000]);
});

test('an upload may take many times the timeout of a silent connection', async () => {
  Object.assign(services.files, { stallTimeoutMs: 400 });
  const { sent, reply: said } = open({ path: place, headers: { 'content-length': pdf.length } });
  const step = Math.ceil(pdf.length / 8);
  for (let at = 0; at < pdf.length; at += step) {
    sent.write(pdf.subarray(at, at + step));
    await wait(100);
  }
  sent.end();
  expect((await said).status).toBe(200);
});

test('a silent upload is ended and can be resumed', async () => {
  Object.assign(services.files, { stallTimeoutMs: 150 });
  const upload = randomUUID();
  const { sent, reply: said } = open({ path: place, headers: { ...named(upload, 0), 'content-length': pdf.length } });
  sent.write(pdf.subarray(0, 700));
  await expect(said).rejects.toThrow();
  expect((await get(`/api/uploads/${upload}`)).body).toEqual({ file: null, bytes: 700 });
  expect((await uploadAll(pdf.subarray(700), { headers: named(upload, 700) })).status).toBe(200);
});

test('a slow but steady upload is ended and can be resumed', async () => {
  Object.assign(services.files, { minimumRate: { graceMs: 300, bytesPerSecond: pdf.length } });
  const upload = randomUUID();
  const { sent, reply: said } = open({ path: place, headers: { ...named(upload, 0), 'content-length': pdf.length } });
  let [over, at] = [false, 0];
  said.catch(() => {
    over = true;
  });
  // Sends a byte every few milliseconds, which takes longer than the server waits.
  for (; !over && at < pdf.length; at++) {
    sent.write(pdf.subarray(at, at + 1));
    await wait(20);
  }
  await expect(said).rejects.toThrow();
  const { bytes } = (await get(`/api/uploads/${upload}`)).body as { bytes: number };
  expect([bytes > 0, bytes <= at, at < pdf.length]).toEqual([true, true, true]);
  expect((await uploadAll(pdf.subarray(bytes), { headers: named(upload, bytes) })).status).toBe(200);
});

test('nine megabytes over one megabit a second, or a twentieth of it, are fast enough', () => {
  const nine = 9 * 1024 * 1024;
  for (const bitsASecond of [1_000_000, 50_000]) {
    const took = (nine * 8) / bitsASecond;
    expect(nine).toBeGreaterThan(took * minimumRate.bytesPerSecond);
  }
});

test('five interrupted uploads are kept; one more removes the oldest', async () => {
  const uploads = Array.from({ length: 6 }, () => randomUUID());
  for (const upload of uploads) {
    await interrupt(upload, 500);
    await wait(20);
  }
  const bytes = await Promise.all(uploads.map(async (upload) => (await get(`/api/uploads/${upload}`)).body['bytes']));
  expect(bytes).toEqual([0, 500, 500, 500, 500, 500]);
});

test('twelve uploads run at the same time, no more', async () => {
  const open12 = Array.from({ length: 12 }, () => open({ path: place, headers: { 'content-length': 1_000 } }));
  for (const { sent } of open12) sent.write('x');
  const twelve = () => readdirSync(tempFolder).filter((name) => !name.includes('.')).length;
  await expect.poll(twelve, { timeout: 5_000 }).toBe(12);
  const late = await uploadAll(pdf);
  expect([late.status, late.body['code']]).toEqual([429, 'documents.too_many_at_once']);
  expect((await uploadAll(pdf, { cookie: otherCookie })).status).toBe(200);
  for (const { sent } of open12) sent.destroy();
  await expect.poll(twelve, { timeout: 5_000 }).toBe(0);
  expect(faults).toEqual([]);
});

test('a fault during an upload leaves the connection usable', async () => {
  const photo = Buffer.concat([await createPhonePhoto(), Buffer.alloc(3_000_000)]);
  const upload = randomUUID();
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'tier2@demo.test'`);
  mkdirSync(tempFolder, { recursive: true });
  symlinkSync('/dev/full', join(tempFolder, `${rows[0]?.id}.${upload}`));
  const broken = await uploadAll(photo, { agent, headers: named(upload, 0, photo.length) });
  expect(broken.status).toBe(503);
  const { sent, reply: said } = open({ method: 'GET', path: '/healthz', agent });
  sent.end();
  expect((await said).status).toBe(200);
  expect(faults).toHaveLength(1);
  faults.length = 0;
});

test('compressed bytes are stored as they come', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const answer = await uploadAll(bomb, { headers: { 'content-encoding': 'gzip' } });
  expect([answer.status, answer.body['code']]).toEqual([422, 'documents.upload_failed']);
});
