import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { badFiles } from '../../../test/files/bad-files.ts';
import { phonePhoto } from '../../../test/files/good-files.ts';
import { docx } from '../../../test/files/word.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { wordKinds } from '../../kernel/word-kinds.ts';
import { type Purpose, purposes, ruleOf } from './purposes.ts';

const server = await serverUnderTest();
const { app, owner, faults, services } = server;
const cookie = await sessionFor(server, 'tier2');
/** Who uploads such a thing: a customer, or staff where it is theirs alone to upload. */
const staff = await sessionFor(server, 'admin');
const cookieFor = (purpose: Purpose) => (ruleOf(purpose).act ? staff : cookie);
const bad = await badFiles();
const fields = Object.keys(purposes) as Purpose[];

const put = (purpose: Purpose, payload: Buffer | Readable, name = 'paper.jpg') =>
  app.inject({
    method: 'PUT',
    url: `/api/files?purpose=${purpose}${ruleOf(purpose).identity ? `&submission=${randomUUID()}` : ''}`,
    headers: { 'content-type': 'application/octet-stream', cookie: cookieFor(purpose), 'x-file-name': name },
    payload,
  });
// Nobody sends so many in a day.
const newDay = () => owner.query(`delete from rate_limits where key like 'upload%'`);
beforeEach(newDay);
/** What is wrong with a file depends on what may be sent: a text is no bad file where texts are taken. */
const isText = (bytes: Buffer) => !/[^\P{Cc}\t\r\n]|\ufffd/u.test(bytes.toString('utf8'));
const markup = /<\?php|<script|<html|<svg|#!\/(usr\/)?bin/i;
function expectedOf({ bytes, looks, why }: (typeof bad)[number], purpose: Purpose): string | null {
  const { kinds, otherKind } = ruleOf(purpose);
  if (kinds.includes('text/plain') && looks === null && why === 'unsupported' && isText(bytes))
    return markup.test(bytes.toString('utf8')) ? 'documents.mixed' : null;
  const known = why === 'empty' || (why !== 'unsupported' && kinds.includes(looks ?? ''));
  return known ? `documents.${why}` : otherKind;
}
const rows = async () => (await owner.query<{ n: number }>('select count(*)::int n from files')).rows[0]?.n;

test('there are at least forty kinds of bad files', () => expect(bad.length).toBeGreaterThanOrEqual(60));

test.each(fields)(
  '%s refuses every bad file, each for its own reason',
  async (purpose) => {
    const { kinds } = ruleOf(purpose);
    // Documents of Word are judged where they are taken; elsewhere a few of them say that none is.
    const takesWord = kinds.some((kind) => wordKinds.includes(kind));
    const tried = bad.filter(({ looks }, n) => takesWord || !wordKinds.includes(looks ?? '') || n % 10 === 0);
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

test.each(fields)('%s refuses ten megabytes and one byte, with and without saying so before', async (purpose) => {
  const bytes = await tooMuch(await phonePhoto());
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

test('what was refused leaves nothing behind on the disk', () => {
  expect(readdirSync(services.files.sideFolder)).toEqual([]);
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
])(
  'a name like %s steers nothing: the path is made of our own ids, the name ends as what the file is',
  async (name) => {
    for (const purpose of fields) {
      const isPaper = !ruleOf(purpose).kinds.some((kind) => kind.startsWith('image/'));
      const answer = await put(purpose, isPaper ? docx() : await phonePhoto(), name);
      expect(answer.statusCode).toBe(200);
      const { id, name: shown } = answer.json<{ id: string; name: string }>();
      expect(shown).toMatch(/^[^\p{C}/\\]{1,116}\.(jpe?g|docx)$/u);
      const { rows: found } = await owner.query<{ path: string }>('select path from files where id = $1', [id]);
      expect(found[0]?.path).toMatch(
        /^(\w+-proofs|\w+-flyers|lesson-pictures|scam-reports|kyc-docs|launch-whitepapers|enhanced-kyc|case-files)\/[0-9a-f-]{36}\/[\w/.-]+$/,
      );
      expect(found[0]?.path).not.toContain('..');
    }
    await owner.query('truncate files cascade');
  },
);

test('files that are refused are counted too', async () => {
  const wrong = () => put('transaction-proof', Buffer.from('no picture'));
  expect((await wrong()).statusCode).toBe(422);
  await owner.query(`update rate_limits set tries = 200 where key like 'upload:%'`);
  const refused = await wrong();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'documents.too_many_files']);
});

test('within an hour there is a smaller budget than in a day', async () => {
  await put('transaction-proof', Buffer.from('no picture'));
  await owner.query(`update rate_limits set tries = 100 where key like 'upload-hour:%'`);
  const refused = await put('transaction-proof', await phonePhoto());
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'documents.too_many_now']);
});
