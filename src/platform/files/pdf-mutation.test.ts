import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { scanPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const scan = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return scanPdf(path);
};

/** Writes some letters of a name as `#` with two digits. */
const obfuscateName = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map(
      (delimiter) =>
        `/${[...name].map((character, n) => (delimiter[n] ? `#${character.charCodeAt(0).toString(16)}` : character)).join('')}`,
    );
const whitespace = fc.constantFrom(' ', '\n', '\r\n', '  \t', '\0', ' % a comment\n', '\n%)>>endobj\n');

/** Forbidden content in one of many notations. */
const poison = fc.oneof(
  fc
    .tuple(obfuscateName('S'), whitespace, obfuscateName('JavaScript'), obfuscateName('JS'))
    .map(([s, b, js, j]) => `<<${s}${b}${js}${b}${j}(x)>>`),
  fc
    .tuple(obfuscateName('S'), whitespace, obfuscateName('Launch'))
    .map(([s, b, launch]) => `<<${s}${b}${launch}${b}/F (cmd.exe)>>`),
  fc
    .tuple(obfuscateName('OpenAction'), whitespace)
    .map(([o, b]) => `<< ${o}${b}<</S${b}/URI /URI (https://evil.example)>> >>`),
  fc.tuple(obfuscateName('Subtype'), obfuscateName('FileAttachment')).map(([s, f]) => `<<${s} ${f} >>`),
  fc.tuple(obfuscateName('EF'), whitespace).map(([ef, b]) => `<< /Type /Filespec ${ef}${b}<< /F 9 0 R >> >>`),
);

const compressWith = (filter: string, inner: string) =>
  streamOf(`<< /Type /ObjStm /N 1 /First 5 ${filter}`, deflateSync(Buffer.from(inner, 'latin1'))).toString('latin1');

/** Positions where a PDF reader finds the forbidden content. */
const hidingPlaces: Readonly<Record<string, (content: string, separator: string) => string | Buffer>> = {
  plain: (content) => content,
  packed: (content) => compressWith('/Filter /FlateDecode', `20 0 ${content}`),
  'compressed, in a filter list': (content, b) => compressWith(`/Filter${b}[${b}/Fl${b}]`, `20 0 ${content}`),
  'compressed, with a short filter name': (content, b) => compressWith(`/F${b}/Fl`, `20 0 ${content}`),
  'compressed in a stream': (content, b) => {
    const inner = `20 0 obj${b}${compressWith('/Filter /FlateDecode', `20 0 ${content}`)}\nendobj`;
    return streamOf('<< /Subtype /Image', Buffer.from(inner, 'latin1'));
  },
  'compressed in a text': (content) =>
    `<< /T (20 0 obj ${compressWith('/Filter /FlateDecode', `20 0 ${content}`)} endobj) >>`,
};

test('forbidden content is found in any notation and position', async () => {
  await fc.assert(
    fc.asyncProperty(
      poison,
      fc.constantFrom(...Object.keys(hidingPlaces)),
      whitespace,
      async (content, place, separator) => {
        const object = hidingPlaces[place]?.(content, separator) ?? '';
        const bytes = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
        expect(await scan(pdfWith('', [bytes]))).not.toBeNull();
      },
    ),
    { numRuns: 400 },
  );
});

const harmless = fc.constantFrom(
  '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://bank.example/?a=1) >> >>',
  '<< /S /GoTo /D [3 0 R /XYZ 0 700 null] >>',
  '<< /Title (objects in a stream endstream) /Author <feff0041> >>',
  '[1 2 3 (text with \\) bracket)]',
  '<< /Type /Font /BaseFont /AAAAAA+Calibri /EFG 1 >>',
);

test('typical bank statements are accepted in any notation and compression', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(harmless, { maxLength: 5 }),
      whitespace,
      fc.boolean(),
      async (objects, separator, compress) => {
        const document = objects.map((object) => object.replaceAll(' /', `${separator}/`));
        const container = compress
          ? document.map((object) => Buffer.from(compressWith('/Filter /FlateDecode', `20 0 ${object}`), 'latin1'))
          : document;
        expect(await scan(pdfWith('/OpenAction [3 0 R /Fit]', container))).toBeNull();
      },
    ),
    { numRuns: 200 },
  );
});

test('no input makes reading fail or hang', async () => {
  const characters = fc.constantFrom(
    '<<',
    '>>',
    '(',
    ')',
    '[',
    ']',
    '/S',
    '/OpenAction',
    '1',
    ' ',
    '%',
    '\n',
    'obj',
    'stream\n',
    'endstream',
    '/D',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(characters, { maxLength: 3_000 }), async (content) => {
      const result = await scan(pdfWith('', [content.join('')]));
      expect([null, 'unreadable', 'pdf_active']).toContain(result);
    }),
    { numRuns: 200 },
  );
  const long = [
    '1'.repeat(100_000),
    '% '.repeat(50_000),
    '1 '.repeat(50_000),
    'obj%'.repeat(100_000),
    '<'.repeat(99_999),
  ];
  for (const mess of long) await scan(pdfWith(`/OpenAction << ${mess}`, [mess]));
});
