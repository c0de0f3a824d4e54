import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badFiles } from '../../../test/files/bad-files.ts';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { checkPdf, parseInWorker } from './pdf-check.ts';
import { scanPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const scan = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return scanPdf(path);
};

const obfuscateName = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map(
      (delimiter) =>
        `/${[...name].map((character, n) => (delimiter[n] ? `#${character.charCodeAt(0).toString(16)}` : character)).join('')}`,
    );
const whitespace = fc.constantFrom(' ', '\n', '\r\n', '  \t', '\0', ' % a comment\n', '\n%)>>endobj\n');

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
const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>';

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

describe('bad PDF files', async () => {
  test('every bad PDF is rejected with its own reason', async () => {
    const badPdfs: unknown[] = [];
    for (const { what, bytes, looks: content, why: rejection } of await badFiles()) {
      if (content !== 'application/pdf' || rejection === 'mixed') continue;
      const result = await scan(bytes);
      if (result !== rejection) badPdfs.push([what, result, rejection]);
    }
    expect(badPdfs).toEqual([]);
  });

  const remote = '(\\\\\\\\host\\\\share)';

  test.each([
    ['a script in a 3D figure', streamOf('<< /Type /3D /Subtype /U3D /OnInstantiate 12 0 R', Buffer.from('U3D'))],
    ['a drawing from another file', `<< /Type /XObject /Subtype /Form /Ref << /F ${remote} /Page 0 >> >>`],
    ['a stream with external data', streamOf(`<< /F ${remote}`, Buffer.from(''))],
    ['a stream with compressed external data', streamOf('<< /FFilter /FlateDecode /F 12 0 R', Buffer.from(''))],
    ['a stream with external data by reference', streamOf('<< /F 12 0 R', Buffer.from(''))],
    ['a stream with data in an untyped file', streamOf(`<< /F << /UF ${remote} >>`, Buffer.from(''))],
    ['a stream with external data and an escaped name', streamOf('<< /#46 12 0 R /Length1 0', Buffer.from(''))],
    ['the name of another file', `<< /Type /Filespec /F ${remote} >>`],
  ])('a PDF with %s is active', async (_, object) => expect(await scan(pdfWith('', [object]))).toBe('pdf_active'));

  test.each([
    ['a font named F', streamOf('<< /Resources << /Font << /F 12 0 R /G << >> >> >>', Buffer.from(''))],
    [
      'a form with fonts and a short filter',
      streamOf('<< /R << /F 12 0 R >> /F /Fl', deflateSync(Buffer.from('BT ET'))),
    ],
    ['references between its parts', '<< /Type /StructElem /Ref [12 0 R] >>'],
  ])('a PDF with %s is accepted', async (_, object) => expect(await scan(pdfWith('', [object]))).toBeNull());

  test.each([
    ['a page to open', pdfWith('/OpenAction [3 0 R /XYZ null 792 0.5]')],
    ['a page to open, as an action', pdfWith('/OpenAction << /Type /Action /S /GoTo /D [3 0 R /FitH 100] >>')],
    ['a page to open, by reference', pdfWith('/OpenAction 10 0 R', ['<</S/GoTo/D[3 0 R/Fit]>>'])],
    ['a page to open, compressed', pdfWith('/OpenAction 20 0 R', [packed('<< /S /GoTo /D (page.1) >>')])],
    ['links on its pages', pdfWith('', [link, packed(link)])],
    ["a bank's statement", await createBankPdf()],
  ])('a PDF with %s is accepted', async (_, bytes) => expect(await scan(bytes)).toBeNull());

  test('a PDF made to keep its reader busy is stopped, and other files are checked', async () => {
    const [objects, body] = [4_000_000, `<< ${'/A '.repeat(1_300)}>>`];
    const table = '1 0 '.repeat(objects);
    const header = `<< /Type /ObjStm /N ${objects} /First ${table.length} /Filter /FlateDecode`;
    const slowFiles = join(folder, 'slow.pdf');
    writeFileSync(slowFiles, pdfWith('', [streamOf(header, deflateSync(Buffer.from(table + body)))]));
    const harmless = join(folder, 'honest.pdf');
    writeFileSync(harmless, await createBankPdf());
    const [first, second] = await Promise.all([
      checkPdf(slowFiles, ['1', 'sly'], AbortSignal.timeout(115_000)),
      checkPdf(harmless, ['2', 'honest'], AbortSignal.timeout(115_000)),
    ]);
    expect([first, second]).toEqual(['unreadable', null]);
  });
});

describe('the check', async () => {
  const writePdf = (name: string, bytes: Buffer) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return path;
  };
  const replaceText = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString('latin1').replace(from, to.padEnd(from.length)), 'latin1');

  test.each([
    ["a bank's statement", () => createBankPdf()],
    ['objects in compressed streams', async () => pdfWith('', [packed(link)])],
    ['a page to open', async () => pdfWith('/OpenAction [3 0 R /Fit]')],
  ])('a PDF with %s is accepted by scan and parser', async (name, bytes) =>
    expect(await checkPdf(writePdf(name, await bytes()), ['1', name])).toBeNull(),
  );

  test.each([
    ['no page at all', replaceText(pdfWith(''), '/Kids [3 0 R] /Count 1', '/Kids [] /Count 0')],
    ['a missing page', replaceText(pdfWith(''), '/Kids [3 0 R]', '/Kids [9 0 R]')],
  ])('a PDF with %s passes the scan and cannot be parsed', async (name, bytes) => {
    const path = writePdf(name, bytes);
    expect(await scanPdf(path)).toBeNull();
    expect(await checkPdf(path, ['1', name])).toBe('unreadable');
  });

  const file = '<< /Type /Filespec /F (x.exe) /EF << /F 11 0 R >> >>';
  const attachment = pdfWith('/Names << /EmbeddedFiles << /Names [(x.exe) 10 0 R] >> >>', [
    file,
    streamOf('<< /Type /EmbeddedFile', Buffer.from('MZ')),
  ]);

  test.each([
    ['a script', pdfWith('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'pdf_active'],
    ['an attached file', attachment, 'pdf_active'],
    ['encryption', await createBankPdf('secret'), 'pdf_locked'],
    ['unreadable content', Buffer.from('%PDF-1.7\nnot at all\n%%EOF\n'), 'unreadable'],
  ])('the parser alone finds %s', async (_what, bytes, rejection) =>
    expect(await parseInWorker(['1'], bytes)).toBe(rejection),
  );
});

describe('hidden content', () => {
  const script = deflateSync(Buffer.from('20 0 << /S /JavaScript /JS (app.alert(1)) >>'));
  const inHex = Buffer.from(`${script.toString('hex')}>`);
  const objects = '<< /Type /ObjStm /N 1 /First 5 /Filter';
  const twice = `${objects} [/ASCIIHexDecode /FlateDecode]`;

  test.each([
    ['without compression', streamOf(twice, inHex)],
    ['after a text that ends objects', streamOf(`${twice} /Z (endobj)`, inHex)],
    ['after a comment that ends objects', streamOf(`${twice} %endobj\n`, inHex)],
    ['after many spaces', streamOf(`${twice} ${' '.repeat(5_000)}`, inHex)],
    [
      'after an odd line end',
      Buffer.from(
        streamOf(`${objects} /FlateDecode`, script).toString('latin1').replace('stream\n', 'stream\r'),
        'latin1',
      ),
    ],
  ])('a script compressed %s is found', async (name, object) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, pdfWith('/OpenAction 20 0 R', [object]));
    expect(await scanPdf(path)).not.toBeNull();
  });
});
