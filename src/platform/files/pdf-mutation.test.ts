import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { unfitPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const judged = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return unfitPdf(path);
};

/** A name, some of its letters written as `#` and two digits. */
const written = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((long) => `/${[...name].map((sign, n) => (long[n] ? `#${sign.charCodeAt(0).toString(16)}` : sign)).join('')}`);
const blank = fc.constantFrom(' ', '\n', '\r\n', '  \t', '\0', ' % a remark\n', '\n%)>>endobj\n');

/** What must not be in a file, in one of the many ways to write it. */
const poison = fc.oneof(
  fc
    .tuple(written('S'), blank, written('JavaScript'), written('JS'))
    .map(([s, b, js, j]) => `<<${s}${b}${js}${b}${j}(x)>>`),
  fc.tuple(written('S'), blank, written('Launch')).map(([s, b, launch]) => `<<${s}${b}${launch}${b}/F (cmd.exe)>>`),
  fc.tuple(written('OpenAction'), blank).map(([o, b]) => `<< ${o}${b}<</S${b}/URI /URI (https://evil.example)>> >>`),
  fc.tuple(written('Subtype'), written('FileAttachment')).map(([s, f]) => `<<${s} ${f} >>`),
  fc.tuple(written('EF'), blank).map(([ef, b]) => `<< /Type /Filespec ${ef}${b}<< /F 9 0 R >> >>`),
);

const packedBy = (filter: string, inner: string) =>
  streamOf(`<< /Type /ObjStm /N 1 /First 5 ${filter}`, deflateSync(Buffer.from(inner, 'latin1'))).toString('latin1');

/** Where a reader finds it all the same. */
const places: Readonly<Record<string, (what: string, between: string) => string | Buffer>> = {
  'in the open': (what) => what,
  packed: (what) => packedBy('/Filter /FlateDecode', `20 0 ${what}`),
  'packed, in a list of filters': (what, b) => packedBy(`/Filter${b}[${b}/Fl${b}]`, `20 0 ${what}`),
  'packed, by a short name': (what, b) => packedBy(`/F${b}/Fl`, `20 0 ${what}`),
  'packed in a stream': (what, b) => {
    const inner = `20 0 obj${b}${packedBy('/Filter /FlateDecode', `20 0 ${what}`)}\nendobj`;
    return streamOf('<< /Subtype /Image', Buffer.from(inner, 'latin1'));
  },
  'packed in a text': (what) => `<< /T (20 0 obj ${packedBy('/Filter /FlateDecode', `20 0 ${what}`)} endobj) >>`,
};

test('what must not be in a file is found however it is written and wherever it lies', async () => {
  await fc.assert(
    fc.asyncProperty(poison, fc.constantFrom(...Object.keys(places)), blank, async (what, where, between) => {
      const object = places[where]?.(what, between) ?? '';
      const bytes = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
      expect(await judged(pdfWith('', [bytes]))).not.toBeNull();
    }),
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

test('what banks write is taken, however it is set and packed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 5 }), blank, fc.boolean(), async (objects, between, pack) => {
      const set = objects.map((object) => object.replaceAll(' /', `${between}/`));
      const held = pack
        ? set.map((object) => Buffer.from(packedBy('/Filter /FlateDecode', `20 0 ${object}`), 'latin1'))
        : set;
      expect(await judged(pdfWith('/OpenAction [3 0 R /Fit]', held))).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('nothing makes its reading fail or take for ever', async () => {
  const signs = fc.constantFrom(
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
    fc.asyncProperty(fc.array(signs, { maxLength: 3_000 }), async (mess) => {
      const said = await judged(pdfWith('', [mess.join('')]));
      expect([null, 'unreadable', 'pdf_active']).toContain(said);
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
  for (const mess of long) await judged(pdfWith(`/OpenAction << ${mess}`, [mess]));
});
