import { createCipheriv, createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBankPdf, createOwnedPdf, encryptingVersions } from '../../../test/files/good-files.ts';
import { pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { inspect } from './inspect.ts';
import { parseInWorker } from './pdf-check.ts';
import { scanPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const writePdf = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return path;
};
const scan = (bytes: Buffer) => scanPdf(writePdf(bytes));
const options = { queueKeys: ['network', 'connection', 'account'] };
const accepted = (path: string) => inspect(path, ['application/pdf'], options);
const fixture = (name: string) => new URL(`../../../test/files/${name}.pdf`, import.meta.url).pathname;

test.each(['owner-password-only', 'blank-lines-before-head'])('a PDF with %s is accepted', async (name) => {
  const path = fixture(name);
  expect(await accepted(path)).toEqual({ path, mime: 'application/pdf', bytes: readFileSync(path).length });
});

describe.each(encryptingVersions)('a PDF of version %s that its owner encrypted', (version) => {
  test('is accepted by scan and parser when it opens without a password', async () => {
    const bytes = await createOwnedPdf({ version });
    expect(bytes.includes('/Encrypt')).toBe(true);
    expect([await scan(bytes), await parseInWorker(['1'], bytes)]).toEqual([null, null]);
  });

  test('is rejected as locked by both when it needs one', async () => {
    const bytes = await createOwnedPdf({ version, userPassword: 'of the customer' });
    expect([await scan(bytes), await parseInWorker(['1'], bytes)]).toEqual(['pdf_locked', 'pdf_locked']);
  });
});

/** Key of version 4 with AES-128 and an empty password (ISO 32000, algorithm 2). */
const O = Buffer.alloc(32, 'o');
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const allPermissions = Buffer.alloc(4, 255);
const key = Array.from({ length: 50 }).reduce<Buffer>((bytes) => md5(bytes), md5(padding, O, allPermissions));
/** Check value of a key: known bytes, encrypted twenty times with RC4. */
function rc4(secret: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, n) => n);
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (secret[i % secret.length] as number)) % 256;
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    [...data].map((byte) => {
      i = (i + 1) % 256;
      j = (j + (state[i] as number)) % 256;
      [state[i], state[j]] = [state[j] as number, state[i] as number];
      return byte ^ (state[((state[i] as number) + (state[j] as number)) % 256] as number);
    }),
  );
}
const U = Array.from({ length: 20 }).reduce<Buffer>(
  (bytes, _, round) => rc4(Buffer.from(key.map((byte) => byte ^ round)), bytes),
  md5(padding),
);
const method = '/StdCF << /CFM /AESV2 /Length 16 >>';
const buildEncryption = (extra = `/CF << ${method} >> /StmF /StdCF /StrF /StdCF`) =>
  `<< /Filter /Standard /V 4 /R 4 /Length 128 /P -1 /O <${O.toString('hex')}> /U <${U.toString('hex')}${'00'.repeat(16)}> ${extra} >>`;

type Plain = { readonly dictionary: string; readonly data: Buffer; readonly start?: Buffer };
function encryptStream(number: number, { dictionary, data, start = Buffer.alloc(16, 7) }: Plain): Buffer {
  const owner = Buffer.from([number, 0, 0, 0, 0]);
  const cipher = createCipheriv('aes-128-cbc', md5(key, owner, Buffer.from('sAlT')), start);
  return streamOf(dictionary, Buffer.concat([start, cipher.update(data), cipher.final()]));
}
const objects = (text: string) =>
  encryptStream(11, {
    dictionary: '<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
    data: deflateSync(Buffer.from(`20 0 ${text}`)),
  });
/** Encryption is described in object 10; the given objects start at 11. */
const lockedPdf = (objectList: readonly Buffer[], encryption = buildEncryption(), catalog = '') =>
  pdfWith(catalog, [encryption, ...objectList], '/Encrypt 10 0 R');

describe('content hidden by encryption', () => {
  test('is accepted when the objects do nothing', async () => {
    const link = '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://bank.example) >> >>';
    expect(await scan(lockedPdf([objects(link)]))).toBeNull();
  });

  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>', ''],
    ['a program launch', '<< /S /Launch /F (cmd.exe) >>', ''],
    ['an embedded file', '<< /Type /Filespec /F (x.exe) /EF << /F 12 0 R >> >>', ''],
    ['an opened address', '<< /S /URI /URI (https://evil.example) >>', '/OpenAction 20 0 R'],
  ])('is found: %s', async (_, object, catalog) => {
    expect(await scan(lockedPdf([objects(object)], buildEncryption(), catalog))).toBe('pdf_active');
  });

  test.each([
    '<< /Type /XRef /N 1 /First 5 /Filter /FlateDecode',
    '<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Own << /Type /XRef >>',
  ])('is found in objects that claim to be a table: %s', async (dictionary) => {
    const script = deflateSync(Buffer.from('20 0 << /S /Launch /F (cmd.exe) >>'));
    // Without decryption these bytes decompress to a harmless object.
    const start = Buffer.concat([deflateSync(Buffer.from('20 0')), Buffer.alloc(16)]).subarray(0, 16);
    expect(await scan(lockedPdf([encryptStream(11, { dictionary, data: script, start })]))).toBe('pdf_active');
  });

  test('is found in data of unknown kinds, compressed and plain', async () => {
    const script = Buffer.from('<< /S /JavaScript /JS (app.alert(1)) >>');
    const plain = encryptStream(11, { dictionary: '<< /Kind /None', data: script });
    const compressed = encryptStream(11, { dictionary: '<< /Filter /FlateDecode', data: deflateSync(script) });
    expect([await scan(lockedPdf([plain])), await scan(lockedPdf([compressed]))]).toEqual(['pdf_active', 'pdf_active']);
  });
});

test.each([
  ['an unknown method', buildEncryption('/CF << /StdCF << /CFM /Own >> >> /StmF /StdCF')],
  ['a method for longer keys', buildEncryption('/CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF')],
  ['two methods', buildEncryption(`/CF << ${method} ${method.replace('AESV2', 'V2')} >> /StmF /StdCF`)],
  ['a repeated method', buildEncryption(`/CF << ${method} >> /StmF /StdCF /StmF /Identity`)],
  ['an unknown handler', buildEncryption().replace('/Standard', '/Adobe.PubSec')],
  ['a password key', buildEncryption().replace('/P -1', '/P -3')],
])('a PDF encrypted with %s is rejected as locked', async (_, encryption) => {
  expect(await scan(lockedPdf([objects('<< /A 1 >>')], encryption))).toBe('pdf_locked');
});

test('a PDF with plain objects among encrypted ones is rejected', async () => {
  const plainObjects = streamOf(
    '<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
    deflateSync(Buffer.from('20 0 << >>')),
  );
  expect(await scan(lockedPdf([plainObjects]))).toBe('unreadable');
});

test('a PDF with a second encryption dictionary is rejected as locked', async () => {
  const twice = pdfWith(
    '',
    [buildEncryption(), objects('<< /A 1 >>'), buildEncryption()],
    '/Encrypt 10 0 R /Encrypt 12 0 R',
  );
  expect(await scan(twice)).toBe('pdf_locked');
});

const inspectWithPrefix = async (prefix: string) =>
  accepted(writePdf(Buffer.concat([Buffer.from(prefix, 'latin1'), await createBankPdf()])));
test.each([
  ['a blank line', '\n'],
  ['Windows line ends', '\r\n\r\n'],
  ['a byte order mark', '\xef\xbb\xbf'],
  ['spaces, a tab and a null', '  \t\0\f\n'],
  ['a thousand blank lines', '\n'.repeat(1_000)],
])('a PDF with %s before its header is accepted', async (_, prefix) =>
  expect(await inspectWithPrefix(prefix)).toMatchObject({ mime: 'application/pdf' }),
);

test.each([
  ['words', 'From: a bank\n'],
  ['a page', '<html>\n'],
  ['more blank lines than readers skip', '\n'.repeat(2_000)],
])('a PDF with %s before its header is rejected', async (_, prefix) =>
  expect(await inspectWithPrefix(prefix)).toHaveProperty('rejection'),
);
