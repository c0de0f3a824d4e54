import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bankPdf, phonePhoto } from '../../../test/files/good-files.ts';
import { read, send } from '../../../test/files/uploads.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { quota } from './purposes.ts';

const server = await serverUnderTest();
const { app, owner, services, call, setTime } = server;
const mine = await sessionFor(server, 'tier2');
const theirs = await sessionFor(server, 'tier1');
const compliance = await sessionFor(server, 'compliance');

const photo = await phonePhoto();
const pdf = await bankPdf();
const pathOf = async (id: string) =>
  (await owner.query<{ path: string }>('select path from files where id = $1', [id])).rows[0]?.path ?? '';
const onDisk = async (id: string) => readFileSync(join(services.config.dataDir, 'files', await pathOf(id)));
const linkOf = async (fileId: string, cookie = mine) =>
  (await call<{ url: string }>('documents/link', { fileId }, cookie)).body.url;
const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });

describe('a picture that is kept', () => {
  test('stands upright and says nothing of where, when and with what it was taken', async () => {
    expect((await sharp(photo).metadata()).exif?.includes('PhoneMaker-Canary')).toBe(true);
    const { body } = await send(server, mine, { purpose: 'kyc-id', bytes: photo });
    const { bytes } = await read(server, mine, body.id);
    const { exif, xmp, iptc, width, height, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    expect([width, height]).toEqual([80, 120]);
    expect(bytes.includes('PhoneMaker-Canary')).toBe(false);
    expect(bytes.length).toBe(body.bytes);
  });
});

describe('an identity paper', () => {
  test('lies encrypted where the documents say, and comes back as it was', async () => {
    const submission = randomUUID();
    const { body } = await send(server, mine, { purpose: 'kyc-trn', bytes: pdf, submission, name: 'trn.pdf' });
    expect(await pathOf(body.id)).toMatch(new RegExp(`^kyc-docs/[0-9a-f-]{36}/tier1/${submission}/trn\\.pdf$`));
    expect((await onDisk(body.id)).includes('%PDF')).toBe(false);
    expect((await read(server, mine, body.id)).bytes.equals(pdf)).toBe(true);
  });

  test('gives way to a new one for the same part, whose bytes alone stay', async () => {
    const submission = randomUUID();
    const first = await send(server, mine, { purpose: 'kyc-id', bytes: photo, submission });
    const before = await pathOf(first.body.id);
    const second = await send(server, mine, { purpose: 'kyc-id', bytes: pdf, submission, name: 'id.pdf' });
    expect((await read(server, mine, second.body.id)).bytes.equals(pdf)).toBe(true);
    expect(await read(server, mine, first.body.id)).toMatchObject({ status: 404 });
    const folder = join(services.config.dataDir, 'files', before, '..');
    expect(readdirSync(folder)).toEqual(['id.pdf']);
  });

  test('of a submission that was handed in stays as it is', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into kyc_submissions (user_id, tier, status)
       select id, 2, 'pending' from profiles where email = 'tier2@demo.test' returning id`,
    );
    const submission = rows[0]?.id ?? '';
    const { status, body } = await send(server, mine, { purpose: 'kyc-address', bytes: photo, submission });
    expect([status, body.code]).toEqual([409, 'documents.submission_closed']);
  });
});

describe('a link', () => {
  test('saves the file under a name of ours, never shows it as a page, and is kept nowhere', async () => {
    const { body } = await send(server, mine, { purpose: 'transaction-proof', bytes: photo, name: 'My "slip".jpg' });
    const { status, headers } = await read(server, mine, body.id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${body.id}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  test('opens for its person alone, for 1800 seconds, while they are signed in, and as it was given', async () => {
    const { body } = await send(server, mine, { purpose: 'transaction-proof', bytes: photo });
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
    const guest = await sessionFor(server, 'tier2');
    const own = await linkOf(body.id, guest);
    await call('accounts/signOut', {}, guest);
    expect((await get(own, guest)).statusCode).toBe(401);
  });

  test('is given to strangers by nobody, and a look by staff is on record once', async () => {
    const { body } = await send(server, mine, { purpose: 'kyc-id', bytes: photo });
    expect((await read(server, theirs, body.id)).status).toBe(404);
    const seen = `select count(*)::int n from audit_log where action = 'documents.file_viewed' and subject_id = $1`;
    const looks = async () => (await owner.query<{ n: number }>(seen, [body.id])).rows[0]?.n;
    expect((await read(server, mine, body.id)).status).toBe(200);
    expect(await looks()).toBe(0);
    expect((await read(server, compliance, body.id)).status).toBe(200);
    expect(await looks()).toBe(1);
  });
});

test('whoever has used up the room of a day is told so, and has room again the day after', async () => {
  const cookie = await sessionFor(server, 'enhanced');
  await owner.query(
    `insert into files (id, user_id, purpose, path, name, mime, bytes, sha256, state, created_at)
     select gen_random_uuid(), id, 'transaction-proof', 'transaction-proofs/' || n, 'x', 'image/png', 10, repeat('0', 64), 'clean', now()
       from profiles, generate_series(1, $1) n where email = 'enhanced@demo.test'`,
    [quota.day.files],
  );
  const file = { purpose: 'transaction-proof' as const, bytes: photo };
  const refused = await send(server, cookie, file);
  expect([refused.status, refused.body.code]).toEqual([429, 'documents.too_many_files']);
  setTime(after(new Date(), minutes(24 * 60 + 1)));
  const fresh = await sessionFor(server, 'enhanced', "interval '3 days'");
  expect((await send(server, fresh, file)).status).toBe(200);
  setTime(null);
});

test('whoever leaves in the middle of sending leaves nothing behind, and that is no fault', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['PUT /api/files?purpose=transaction-proof HTTP/1.1', 'host: localhost:3000', `cookie: ${mine}`];
  const rest = ['content-type: application/octet-stream', 'content-length: 5000000', '', ''];
  socket.write([...head, ...rest].join('\r\n'));
  socket.write(photo);
  const waiting = () => readdirSync(services.files.sideFolder);
  await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
  socket.destroy();
  await expect.poll(waiting, { timeout: 5_000 }).toEqual([]);
  expect(server.faults).toEqual([]);
});
