import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startFakeClamd, testVirus } from '../../../fakes/files/clamd.ts';
import { demoPassword } from '../../../fakes/people.ts';
import { demoAddresses } from '../../../fakes/screening/demo-list.ts';
import { badFiles } from '../../../test/files/bad-files.ts';
import { createPhonePhoto, pdfWithRemark } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { body, createDocx, getDocxParts, packZip, run } from '../../../test/files/word.ts';
import { buy } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { docxMimeType, wordMimeTypes } from '../../kernel/mime-types.ts';
import { removeUnused, removeUnusedOf, scanAllWaiting } from './jobs.ts';
import { getRule, type Purpose, purposes } from './purposes.ts';

const server = await serverUnderTest();
const { app, owner, faults, services, call, setTime } = server;
const cookie = await createSession(server, 'tier2');
const staff = await createSession(server, 'admin');
const cookieFor = (purpose: Purpose) => (getRule(purpose).act ? staff : cookie);
const bad = await badFiles();
const fields = Object.keys(purposes) as Purpose[];

const put = (purpose: Purpose, payload: Buffer | Readable, name = 'paper.jpg') =>
  app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}${getRule(purpose).identity ? `&submission=${randomUUID()}` : ''}`,
    headers: { 'content-type': 'application/octet-stream', cookie: cookieFor(purpose), 'x-file-name': name },
    payload,
  });
const newDay = () => owner.query(`delete from rate_limits where key like 'upload%'`);

beforeEach(newDay);

/** True for plain text, which some purposes accept. */
const isText = (bytes: Buffer) => !/[^\P{Cc}\t\r\n]|\ufffd/u.test(bytes.toString('utf8'));
const markup = /<\?php|<script|<html|<svg|#!\/(usr\/)?bin/i;
function expectedOf({ bytes, looks, why }: (typeof bad)[number], purpose: Purpose): string | null {
  const { kinds, otherKind } = getRule(purpose);
  if (kinds.includes('text/plain') && looks === null && why === 'unsupported' && isText(bytes))
    return markup.test(bytes.toString('utf8')) ? 'documents.mixed' : null;
  const known = why === 'empty' || (why !== 'unsupported' && kinds.includes(looks ?? ''));
  return known ? `documents.${why}` : otherKind;
}
const rows = async () => (await owner.query<{ n: number }>('select count(*)::int n from files')).rows[0]?.n;

test('there are at least forty kinds of bad files', () => expect(bad.length).toBeGreaterThanOrEqual(60));

test.each(fields)(
  '%s refuses every bad file with its own reason',
  async (purpose) => {
    const { kinds } = getRule(purpose);
    const takesWord = kinds.some((kind) => wordMimeTypes.includes(kind));
    const tried = bad.filter(({ looks }, n) => takesWord || !wordMimeTypes.includes(looks ?? '') || n % 10 === 0);
    const wrong: unknown[] = [];
    for (const [n, one] of tried.entries()) {
      if (n % 50 === 0) await newDay();
      const { what, bytes } = one;
      const expected = expectedOf(one, purpose);
      if (expected === null) continue;
      const answer = await put(purpose, bytes);
      const { code } = answer.json<{ code: string }>();
      if (answer.statusCode !== 422 || code !== expected) wrong.push([what, answer.statusCode, code, expected]);
    }
    expect(wrong).toEqual([]);
    expect(await rows()).toBe(0);
    expect(faults).toEqual([]);
  },
  120_000,
);

const tooMuch = async (begin: Buffer) => Buffer.concat([begin, Buffer.alloc(10 * 1024 * 1024 + 1 - begin.length)]);

test.each(fields)('%s refuses ten megabytes and one byte, declared or not', async (purpose) => {
  const bytes = await tooMuch(await createPhonePhoto());
  const inPieces = () =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      })(),
    );
  for (const payload of [bytes, inPieces()]) {
    const answer = await put(purpose, payload);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ title: 'File Too Large', text: 'File must be less than 10MB' });
  }
  expect(await rows()).toBe(0);
});

test('a refused file leaves nothing on the disk', () => {
  expect(readdirSync(services.files.tempFolder)).toEqual([]);
  expect(() => readdirSync(join(services.config.dataDir, 'files', 'kyc-docs'))).toThrow('ENOENT');
});

test.each([
  '../../../etc/passwd',
  '..%2f..%2fkyc-docs%2fx.jpg',
  '%00.jpg',
  'x.jpg%00.html',
  'C:\\x\\y.jpg',
  'x%0d%0aset-cookie: a=b',
  '%E2%80%AEgpj.exe',
  '.htaccess',
  'photo.svg',
  `${'x'.repeat(3_000)}.pdf`,
])('a name like %s changes no path, and ends with the real extension', async (name) => {
  for (const purpose of fields) {
    const isPaper = !getRule(purpose).kinds.some((kind) => kind.startsWith('image/'));
    const answer = await put(purpose, isPaper ? createDocx() : await createPhonePhoto(), name);
    expect(answer.statusCode).toBe(200);
    const { id, name: shown } = answer.json<{ id: string; name: string }>();
    expect(shown).toMatch(/^[^\p{C}/\\]{1,116}\.(jpe?g|docx)$/u);
    const { rows: found } = await owner.query<{ path: string }>('select path from files where id = $1', [id]);
    expect(found[0]?.path).toMatch(
      /^(\w+-proofs|\w+-flyers|lesson-pictures|scam-reports|help-files|kyc-docs|launch-whitepapers|enhanced-kyc|case-files)\/[0-9a-f-]{36}\/[\w/.-]+$/,
    );
    expect(found[0]?.path).not.toContain('..');
  }
  await owner.query('truncate files cascade');
});

test('refused files count against the quota', async () => {
  const wrong = () => put('transaction-proof', Buffer.from('no picture'));
  expect((await wrong()).statusCode).toBe(422);
  await owner.query(`update rate_limits set tries = 200 where key like 'upload:%'`);
  const refused = await wrong();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'documents.too_many_files']);
});

test('the quota of an hour is smaller than that of a day', async () => {
  await put('transaction-proof', Buffer.from('no picture'));
  await owner.query(`update rate_limits set tries = 100 where key like 'upload-hour:%'`);
  const refused = await put('transaction-proof', await createPhonePhoto());
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'documents.too_many_now']);
});

describe('proofs of a refused order', async () => {
  const cookie = await server.signIn('enhanced');
  const listedWallet = demoAddresses.sanctioned.find((address) => /^(bc1|1|3)/.test(address)) ?? '';

  /** Tries to buy to a sanctioned wallet with a proof of funds, which opens a case. Returns the id of the proof. */
  async function placeBlockedBuy(remark: string): Promise<string> {
    const { body } = await sendFile(server, cookie, { purpose: 'source-of-funds', bytes: await pdfWithRemark(remark) });
    const funds = { sourceOfFunds: 'savings', sourceOfFundsFile: body.id } as const;
    const placed = await buy(server, cookie, { amount: '180000', walletAddress: listedWallet, ...funds });
    expect([placed.status, placed.body.code]).toEqual([422, 'trading.wallet_blocked']);
    return body.id;
  }
  const isStored = async (id: string) => (await owner.query('select from files where id = $1', [id])).rowCount === 1;

  test('the proof of a refused order is kept with its case after a week', async () => {
    const fileId = await placeBlockedBuy('first');
    setTime(new Date(Date.now() + 8 * 86_400_000));
    await removeUnused(services);
    setTime(null);
    expect(await isStored(fileId)).toBe(true);
  });

  test('closing the account keeps the proof of a refused order', async () => {
    const fileId = await placeBlockedBuy('second');
    const email = 'enhanced@demo.test';
    const { rows } = await owner.query('select id from profiles where email = $1', [email]);
    const closed = await call('accounts/closeAccount', { email, password: demoPassword, confirmed: true }, cookie);
    expect(closed.status).toBe(200);
    await removeUnusedOf(services, rows[0].id);
    expect(await isStored(fileId)).toBe(true);
  });
});

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const scanServer = await serverUnderTest({ CLAMD_ADDRESS: clamd.address });
const { owner: scanOwner, services: scanServices } = scanServer;
const ownerCookie = await createSession(scanServer, 'tier2');
const scanStaff = await createSession(scanServer, 'admin');
beforeEach(() => clamd.setMode('ok'));

const photo = await createPhonePhoto();
const sick = {
  [docxMimeType]: packZip(getDocxParts({ 'word/document.xml': body(run(testVirus)) }), { method: 0 }),
  'application/pdf': await pdfWithRemark(testVirus),
  'image/jpeg': Buffer.concat([photo.subarray(0, 2), comment(testVirus), photo.subarray(2)]),
};
function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}
const rowOf = async (id: string) =>
  (await scanOwner.query<{ state: string; path: string }>('select state, path from files where id = $1', [id])).rows[0];

test.each(Object.keys(purposes) as Purpose[])(
  '%s refuses an infected file and stores nothing of it',
  async (purpose) => {
    const before = (await scanOwner.query('select 1 from files')).rowCount;
    for (const [kind, bytes] of Object.entries(sick)) {
      if (!getRule(purpose).kinds.includes(kind)) continue;
      const { status, body } = await sendFile(scanServer, getRule(purpose).act ? scanStaff : ownerCookie, {
        purpose,
        bytes,
      });
      expect([kind, status, body.code]).toEqual([kind, 422, 'documents.infected']);
    }
    expect((await scanOwner.query('select 1 from files')).rowCount).toBe(before);
  },
);

test('a clean file is scanned once and readable right away', async () => {
  const before = clamd.asked();
  const { body } = await sendFile(scanServer, ownerCookie, { purpose: 'kyc-id', bytes: photo });
  expect([body.state, clamd.asked() - before]).toEqual(['clean', 1]);
  expect((await readFileAs(scanServer, ownerCookie, body.id)).status).toBe(200);
});

test('an unchecked file is stored, and unreadable for its scanOwner and staff', async () => {
  clamd.setMode('error');
  const { status, body } = await sendFile(scanServer, ownerCookie, { purpose: 'kyc-trn', bytes: photo });
  expect([status, body.state]).toEqual([200, 'being_checked']);
  for (const cookie of [ownerCookie, scanStaff])
    expect(await readFileAs(scanServer, cookie, body.id)).toMatchObject({
      status: 409,
      code: 'documents.being_checked',
    });
  await expect(scanAllWaiting(scanServices)).rejects.toThrow('could not be asked');
  expect((await rowOf(body.id))?.state).toBe('being_checked');

  clamd.setMode('ok');
  await scanAllWaiting(scanServices);
  expect((await rowOf(body.id))?.state).toBe('clean');
  expect((await readFileAs(scanServer, scanStaff, body.id)).status).toBe(200);
});

test('a file found infected later is removed from storage, with row and audit entry', async () => {
  clamd.setMode('error');
  const { body } = await sendFile(scanServer, ownerCookie, { purpose: 'kyc-trn', bytes: sick['application/pdf'] });
  const { path = '' } = (await rowOf(body.id)) ?? {};
  const place = join(scanServices.config.dataDir, 'files', path);
  expect(existsSync(place)).toBe(true);
  clamd.setMode('ok');
  await scanAllWaiting(scanServices);
  expect((await rowOf(body.id))?.state).toBe('refused');
  expect(existsSync(place)).toBe(false);
  expect(await readFileAs(scanServer, ownerCookie, body.id)).toMatchObject({ status: 404 });
  const { rows } = await scanOwner.query(
    `select actor_role from audit_log where action = 'documents.infected' and subject_id = $1`,
    [body.id],
  );
  expect(rows).toEqual([{ actor_role: 'system' }]);
});

test('a file that cannot be checked does not stop the others', async () => {
  const p = await newCustomer(scanServer);
  clamd.setMode('error');
  const first = await sendFile(scanServer, p.cookie, { purpose: 'kyc-id', bytes: photo });
  const second = await sendFile(scanServer, p.cookie, { purpose: 'kyc-trn', bytes: photo });
  expect([first.body.state, second.body.state]).toEqual(['being_checked', 'being_checked']);
  const { rows } = await scanOwner.query('select path from files where id=$1', [first.body.id]);
  await scanServices.files.store.remove(rows[0].path); // the store lost it
  clamd.setMode('ok');
  await scanAllWaiting(scanServices).catch(() => undefined);
  const after = await scanOwner.query('select state from files where id=$1', [second.body.id]);
  expect(after.rows[0].state).toBe('clean');
});

test('the bytes of a crashed upload are removed', async () => {
  const p = await newCustomer(scanServer);
  const up = await sendFile(scanServer, p.cookie, { purpose: 'kyc-id', bytes: photo });
  const { rows } = await scanOwner.query(
    `update files set state='arriving', created_at = now() - interval '20 minutes' where id=$1 returning path`,
    [up.body.id],
  );
  await scanAllWaiting(scanServices).catch(() => 0);
  const left = await scanServices.files.store.read(rows[0].path).then(
    (s) => {
      s.destroy();
      return true;
    },
    () => false,
  );
  expect(left).toBe(false);
});
