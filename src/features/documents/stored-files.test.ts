import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { createBankPdf, createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { placePaidBuy, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, minutes } from '../../kernel/clock.ts';
import { removeUnused, removeUnusedOf } from './jobs.ts';
import { quota } from './purposes.ts';
import { fileUses } from './store.ts';

const server = await serverUnderTest();
const { app, owner, services, call, setTime } = server;

const ownerCookie = await createSession(server, 'tier2');
const otherCookie = await createSession(server, 'tier1');
const compliance = await createSession(server, 'compliance');

const photo = await createPhonePhoto();
const pdf = await createBankPdf();
const pathOf = async (id: string) =>
  (await owner.query<{ path: string }>('select path from files where id = $1', [id])).rows[0]?.path ?? '';
const onDisk = async (id: string) => readFileSync(join(services.config.dataDir, 'files', await pathOf(id)));
const linkOf = async (fileId: string, cookie = ownerCookie) =>
  (await call<{ url: string }>('documents/link', { fileId }, cookie)).body.url;
const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });

describe('a stored picture', () => {
  test('is upright and carries no metadata', async () => {
    expect((await sharp(photo).metadata()).exif?.includes('PhoneMaker-Canary')).toBe(true);
    const { body } = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: photo });
    const { bytes } = await readFileAs(server, ownerCookie, body.id);
    const { exif, xmp, iptc, width, height, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    expect([width, height]).toEqual([80, 120]);
    expect(bytes.includes('PhoneMaker-Canary')).toBe(false);
    expect(bytes.length).toBe(body.bytes);
  });
});

describe('an identity paper', () => {
  test('is encrypted at the documented path and comes back unchanged', async () => {
    const submission = randomUUID();
    const { body } = await sendFile(server, ownerCookie, {
      purpose: 'kyc-trn',
      bytes: pdf,
      submission,
      name: 'trn.pdf',
    });
    expect(await pathOf(body.id)).toMatch(new RegExp(`^kyc-docs/[0-9a-f-]{36}/tier1/${submission}/trn\\.pdf$`));
    expect((await onDisk(body.id)).includes('%PDF')).toBe(false);
    expect((await readFileAs(server, ownerCookie, body.id)).bytes.equals(pdf)).toBe(true);
  });

  test('is replaced by a new file for the same part', async () => {
    const submission = randomUUID();
    const first = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: photo, submission });
    const before = await pathOf(first.body.id);
    const second = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: pdf, submission, name: 'id.pdf' });
    expect((await readFileAs(server, ownerCookie, second.body.id)).bytes.equals(pdf)).toBe(true);
    expect(await readFileAs(server, ownerCookie, first.body.id)).toMatchObject({ status: 404 });
    const folder = join(services.config.dataDir, 'files', before, '..');
    expect(readdirSync(folder)).toEqual(['id.pdf']);
  });

  test('is replaced also while the bytes of the first cannot be removed, which happens later', async () => {
    const submission = randomUUID();
    const { store } = services.files;
    const first = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: photo, submission });
    const broken = { ...store, remove: () => Promise.reject(new Error('the store is down')) };
    Object.assign(services.files, { store: broken });
    const second = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: pdf, submission, name: 'id.pdf' });
    Object.assign(services.files, { store });
    expect(server.faults.splice(0)).toHaveLength(1);
    expect(await readFileAs(server, ownerCookie, first.body.id)).toMatchObject({ status: 404 });
    const folder = join(services.config.dataDir, 'files', await pathOf(second.body.id), '..');
    expect(readdirSync(folder).sort()).toEqual(['id.jpg', 'id.pdf']);
    await owner.query(`update files set created_at = now() - interval '8 days' where id = $1`, [first.body.id]);
    await removeUnused(services);
    expect(readdirSync(folder)).toEqual(['id.pdf']);
    expect((await readFileAs(server, ownerCookie, second.body.id)).bytes.equals(pdf)).toBe(true);
  });

  test('of a submitted check cannot be replaced', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into kyc_submissions (user_id, tier, status)
       select id, 2, 'pending' from profiles where email = 'tier2@demo.test' returning id`,
    );
    const submission = rows[0]?.id ?? '';
    const { status, body } = await sendFile(server, ownerCookie, { purpose: 'kyc-address', bytes: photo, submission });
    expect([status, body.code]).toEqual([409, 'documents.submission_closed']);
  });
});

describe('a link', () => {
  test('downloads the file under our name, never inline or cached', async () => {
    const { body } = await sendFile(server, ownerCookie, {
      purpose: 'transaction-proof',
      bytes: photo,
      name: 'My "slip".jpg',
    });
    const { status, headers } = await readFileAs(server, ownerCookie, body.id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${body.id}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  test('opens unaltered for its person, for 1800 seconds, while signed in', async () => {
    const { body } = await sendFile(server, ownerCookie, { purpose: 'transaction-proof', bytes: photo });
    const url = await linkOf(body.id);
    expect((await get(url, ownerCookie)).statusCode).toBe(200);
    expect((await get(url, otherCookie)).statusCode).toBe(404);
    expect((await app.inject({ url })).statusCode).toBe(401);
    for (const damaged of [
      url.replace(/expires=(\d)/, (_, digit: string) => `expires=${(Number(digit) + 1) % 10}`),
      url.replace('signature=', 'signature=A'),
      url.replace(/&signature=.*/, ''),
      url.replace(body.id, randomUUID()),
    ])
      expect((await get(damaged, ownerCookie)).statusCode).toBe(404);
    setTime(after(new Date(), minutes(30)));
    const late = await get(url, ownerCookie);
    setTime(null);
    expect(late.json()).toMatchObject({ code: 'documents.link_lapsed' });
    const guest = await createSession(server, 'tier2');
    const own = await linkOf(body.id, guest);
    await call('accounts/signOut', {}, guest);
    expect((await get(own, guest)).statusCode).toBe(401);
  });

  test('is refused to strangers, and each opening by staff is audited once', async () => {
    const { body } = await sendFile(server, ownerCookie, { purpose: 'kyc-id', bytes: photo });
    expect((await readFileAs(server, otherCookie, body.id)).status).toBe(404);
    const seen = `select count(*)::int n from audit_log where action = 'documents.file_viewed' and subject_id = $1`;
    const looks = async () => (await owner.query<{ n: number }>(seen, [body.id])).rows[0]?.n;
    expect((await readFileAs(server, ownerCookie, body.id)).status).toBe(200);
    expect(await looks()).toBe(0);
    expect((await readFileAs(server, compliance, body.id)).status).toBe(200);
    expect(await looks()).toBe(1);
  });
});

test('a used-up daily quota refuses further files until the next day', async () => {
  const cookie = await createSession(server, 'enhanced');
  await owner.query(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, created_at)
     select gen_random_uuid(), id, 'transaction-proof', 'transaction-proofs/' || n, 'x', 'image/png', 10, repeat('0', 64), 'clean', now()
       from profiles, generate_series(1, $1) n where email = 'enhanced@demo.test'`,
    [quota.day.files],
  );
  const file = { purpose: 'transaction-proof' as const, bytes: photo };
  const refused = await sendFile(server, cookie, file);
  expect([refused.status, refused.body.code]).toEqual([429, 'documents.too_many_files']);
  setTime(after(new Date(), minutes(24 * 60 + 1)));
  const fresh = await createSession(server, 'enhanced', "interval '3 days'");
  expect((await sendFile(server, fresh, file)).status).toBe(200);
  setTime(null);
});

test('disconnecting during an upload leaves nothing behind and logs no fault', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['PUT /api/files?purpose=transaction-proof HTTP/1.1', 'host: localhost:3000', `cookie: ${ownerCookie}`];
  const rest = ['content-type: application/octet-stream', 'content-length: 5000000', '', ''];
  socket.write([...head, ...rest].join('\r\n'));
  socket.write(photo);
  const waiting = () => readdirSync(services.files.tempFolder);
  await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
  socket.destroy();
  await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
  expect(server.faults).toEqual([]);
});

const other = await createSession(server, 'visitor');
afterEach(() => setTime(null));
const later = (n: number) => setTime(after(new Date(), days(n)));

const put = async (cookie = ownerCookie, purpose: 'transaction-proof' | 'kyc-address' = 'transaction-proof') =>
  (await sendFile(server, cookie, { purpose, bytes: pdf })).body.id;
type Row = { path: string; userId: string; submissionId: string };
const rowOf = async (id: string) =>
  (await owner.query<Row>('select path, user_id "userId", submission_id "submissionId" from files where id = $1', [id]))
    .rows[0];
const diskPath = async (id: string) => join(services.config.dataDir, 'files', (await rowOf(id))?.path ?? 'none');
const isKept = async (id: string) => Boolean(await rowOf(id));

test('the list of uses of files matches the foreign keys of the database', async () => {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text "table", a.attname "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'files'::regclass and a.attname <> 'user_id'
        -- Ignores foreign keys that delete the row together with the file.
        and c.confdeltype <> 'c' order by 1, 2`,
  );
  const known = fileUses.map((use) => use.join('.')).sort();
  expect(rows.map(({ table, column }) => `${table}.${column}`)).toEqual(known);
});

test('an unused file is removed after a week, bytes and row, with an audit entry', async () => {
  later(8);
  await removeUnused(services);
  setTime(null);
  const countEntries = async () =>
    (await owner.query(`select from audit_log where action = 'documents.removed_unused'`)).rowCount ?? 0;
  const before = await countEntries();
  const [old, paper] = [await put(), await put(ownerCookie, 'kyc-address')];
  const paths = [await diskPath(old), await diskPath(paper)];
  later(6);
  expect(await removeUnused(services)).toBe(0);
  later(8);
  expect(await removeUnused(services)).toBe(2);
  expect([await isKept(old), await isKept(paper), ...paths.map((path) => existsSync(path))]).toEqual(
    Array(4).fill(false),
  );
  expect(await countEntries()).toBe(before + 2);
});

test('a file of a submission stays', async () => {
  const paper = await put(ownerCookie, 'kyc-address');
  const { userId = '', submissionId = '' } = (await rowOf(paper)) ?? {};
  await owner.query(`insert into kyc_submissions (id, user_id, tier, status) values ($1, $2, 2, 'pending')`, [
    submissionId,
    userId,
  ]);
  await owner.query(
    `insert into kyc_items (submission_id, user_id, item, file_id, state) values ($1, $2, 'address_proof', $3, 'pending')`,
    [submissionId, userId, paper],
  );
  later(30);
  await removeUnused(services);
  await removeUnusedOf(services, userId);
  expect([await isKept(paper), existsSync(await diskPath(paper))]).toEqual([true, true]);
});

test('a proof that was submitted and rejected stays, also after later proofs and closing the account', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '3000' });
  const shown = async () =>
    (await owner.query<{ id: string }>('select proof_file id from transactions where id = $1', [orderId])).rows[0]?.id;
  const first = (await shown()) ?? '';
  const finance = await createSession(server, 'finance');
  const sentBack = { orderId, reasonCode: 'unreadable', note: 'It looks forged' };
  expect((await server.call('desk/rejectClaim', sentBack, finance)).status).toBe(200);
  const { body: second } = await upload(server, customer.cookie);
  const claim = { orderId, proofFile: second.id };
  expect((await server.call('trading/claimPayment', claim, customer.cookie)).status).toBe(200);
  later(8);
  await removeUnused(services);
  await removeUnusedOf(services, customer.id);
  expect([await shown(), await isKept(first), existsSync(await diskPath(first))]).toEqual([second.id, true, true]);
});

test('a failed removal of bytes keeps the row for the next run', async () => {
  const id = await put();
  const { store } = services.files;
  const broken = { ...store, remove: () => Promise.reject(new Error('the store is down')) };
  Object.assign(services.files, { store: broken });
  later(8);
  await expect(removeUnused(services)).rejects.toThrow('down');
  expect(await isKept(id)).toBe(true);
  Object.assign(services.files, { store });
  expect(await removeUnused(services)).toBe(1);
});

test('closing an account removes its unused files', async () => {
  const [left, others] = [await put(other), await put()];
  const path = await diskPath(left);
  const input = { email: 'visitor@demo.test', password: 'Demo-Pass-2026!', confirmed: true };
  const closed = await server.call('accounts/closeAccount', input, other);
  expect([closed.status, closed.body]).toEqual([200, { closed: true }]);
  const { rows } = await owner.query<{ userId: string }>(
    `select data->>'userId' "userId" from pgboss.job where name = 'documents.forget'`,
  );
  expect(rows.length).toBe(1);
  await removeUnusedOf(services, rows[0]?.userId ?? randomUUID());
  expect([await isKept(left), existsSync(path), await isKept(others)]).toEqual([false, false, true]);
});
