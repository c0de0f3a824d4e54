import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createBankPdf, createPhonePhoto } from '../../../test/files/good-files.ts';
import { readFileAs, sendFile } from '../../../test/files/uploads.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { quota } from './purposes.ts';

const server = await serverUnderTest();
const { app, owner, services, call, setTime } = server;
const mine = await createSession(server, 'tier2');
const theirs = await createSession(server, 'tier1');
const compliance = await createSession(server, 'compliance');

const photo = await createPhonePhoto();
const pdf = await createBankPdf();
const pathOf = async (id: string) =>
  (await owner.query<{ path: string }>('select path from files where id = $1', [id])).rows[0]?.path ?? '';
const onDisk = async (id: string) => readFileSync(join(services.config.dataDir, 'files', await pathOf(id)));
const linkOf = async (fileId: string, cookie = mine) =>
  (await call<{ url: string }>('documents/link', { fileId }, cookie)).body.url;
const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });

describe('a stored picture', () => {
  test('is upright and carries no metadata', async () => {
    expect((await sharp(photo).metadata()).exif?.includes('PhoneMaker-Canary')).toBe(true);
    const { body } = await sendFile(server, mine, { purpose: 'kyc-id', bytes: photo });
    const { bytes } = await readFileAs(server, mine, body.id);
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
    const { body } = await sendFile(server, mine, { purpose: 'kyc-trn', bytes: pdf, submission, name: 'trn.pdf' });
    expect(await pathOf(body.id)).toMatch(new RegExp(`^kyc-docs/[0-9a-f-]{36}/tier1/${submission}/trn\\.pdf$`));
    expect((await onDisk(body.id)).includes('%PDF')).toBe(false);
    expect((await readFileAs(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  });

  test('is replaced by a new file for the same part', async () => {
    const submission = randomUUID();
    const first = await sendFile(server, mine, { purpose: 'kyc-id', bytes: photo, submission });
    const before = await pathOf(first.body.id);
    const second = await sendFile(server, mine, { purpose: 'kyc-id', bytes: pdf, submission, name: 'id.pdf' });
    expect((await readFileAs(server, mine, second.body.id)).bytes.equals(pdf)).toBe(true);
    expect(await readFileAs(server, mine, first.body.id)).toMatchObject({ status: 404 });
    const folder = join(services.config.dataDir, 'files', before, '..');
    expect(readdirSync(folder)).toEqual(['id.pdf']);
  });

  test('of a submitted check cannot be replaced', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into kyc_submissions (user_id, tier, status)
       select id, 2, 'pending' from profiles where email = 'tier2@demo.test' returning id`,
    );
    const submission = rows[0]?.id ?? '';
    const { status, body } = await sendFile(server, mine, { purpose: 'kyc-address', bytes: photo, submission });
    expect([status, body.code]).toEqual([409, 'documents.submission_closed']);
  });
});

describe('a link', () => {
  test('downloads the file under our name, never inline or cached', async () => {
    const { body } = await sendFile(server, mine, {
      purpose: 'transaction-proof',
      bytes: photo,
      name: 'My "slip".jpg',
    });
    const { status, headers } = await readFileAs(server, mine, body.id);
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
    const { body } = await sendFile(server, mine, { purpose: 'transaction-proof', bytes: photo });
    const url = await linkOf(body.id);
    expect((await get(url, mine)).statusCode).toBe(200);
    expect((await get(url, theirs)).statusCode).toBe(404);
    expect((await app.inject({ url })).statusCode).toBe(401);
    for (const damaged of [
      url.replace(/expires=(\d)/, (_, digit: string) => `expires=${(Number(digit) + 1) % 10}`),
      url.replace('signature=', 'signature=A'),
      url.replace(/&signature=.*/, ''),
      url.replace(body.id, randomUUID()),
    ])
      expect((await get(damaged, mine)).statusCode).toBe(404);
    setTime(after(new Date(), minutes(30)));
    const late = await get(url, mine);
    setTime(null);
    expect(late.json()).toMatchObject({ code: 'documents.link_lapsed' });
    const guest = await createSession(server, 'tier2');
    const own = await linkOf(body.id, guest);
    await call('accounts/signOut', {}, guest);
    expect((await get(own, guest)).statusCode).toBe(401);
  });

  test('is refused to strangers, and each opening by staff is audited once', async () => {
    const { body } = await sendFile(server, mine, { purpose: 'kyc-id', bytes: photo });
    expect((await readFileAs(server, theirs, body.id)).status).toBe(404);
    const seen = `select count(*)::int n from audit_log where action = 'documents.file_viewed' and subject_id = $1`;
    const looks = async () => (await owner.query<{ n: number }>(seen, [body.id])).rows[0]?.n;
    expect((await readFileAs(server, mine, body.id)).status).toBe(200);
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
  const head = ['PUT /api/files?purpose=transaction-proof HTTP/1.1', 'host: localhost:3000', `cookie: ${mine}`];
  const rest = ['content-type: application/octet-stream', 'content-length: 5000000', '', ''];
  socket.write([...head, ...rest].join('\r\n'));
  socket.write(photo);
  const waiting = () => readdirSync(services.files.tempFolder);
  await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
  socket.destroy();
  await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
  expect(server.faults).toEqual([]);
});
