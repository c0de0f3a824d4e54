import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { badFiles } from '../../../test/files/bad-files.ts';
import { bankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { unfitPdfApart } from './pdf-apart.ts';
import { unfitPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const judged = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return unfitPdf(path);
};
const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>';

test('every bad PDF is refused, each for its own reason', async () => {
  const wrong: unknown[] = [];
  for (const { what, bytes, looks, why } of await badFiles()) {
    if (looks !== 'application/pdf' || why === 'mixed') continue;
    const said = await judged(bytes);
    if (said !== why) wrong.push([what, said, why]);
  }
  expect(wrong).toEqual([]);
});

const remote = '(\\\\\\\\host\\\\share)';
test.each([
  ['a script in a solid figure', streamOf('<< /Type /3D /Subtype /U3D /OnInstantiate 12 0 R', Buffer.from('U3D'))],
  ['a drawing out of another file', `<< /Type /XObject /Subtype /Form /Ref << /F ${remote} /Page 0 >> >>`],
  ['a stream whose data lie elsewhere', streamOf(`<< /F ${remote}`, Buffer.from(''))],
  ['a stream whose data lie elsewhere, packed', streamOf('<< /FFilter /FlateDecode /F 12 0 R', Buffer.from(''))],
  ['a stream whose data lie where another object says', streamOf('<< /F 12 0 R', Buffer.from(''))],
  ['a stream whose data lie in a file without a type', streamOf(`<< /F << /UF ${remote} >>`, Buffer.from(''))],
  ['a stream whose data lie elsewhere, by a name in signs', streamOf('<< /#46 12 0 R /Length1 0', Buffer.from(''))],
  ['the name of another file', `<< /Type /Filespec /F ${remote} >>`],
])('a PDF with %s is active', async (_, object) => expect(await judged(pdfWith('', [object]))).toBe('pdf_active'));
test.each([
  ['a font that is called F', streamOf('<< /Resources << /Font << /F 12 0 R /G << >> >> >>', Buffer.from(''))],
  ['a form with fonts and a short filter', streamOf('<< /R << /F 12 0 R >> /F /Fl', deflateSync(Buffer.from('BT ET')))],
  ['references between its parts', '<< /Type /StructElem /Ref [12 0 R] >>'],
])('a PDF with %s is taken', async (_, object) => expect(await judged(pdfWith('', [object]))).toBeNull());

test.each([
  ['a page to open', pdfWith('/OpenAction [3 0 R /XYZ null 792 0.5]')],
  ['a page to open, as an act', pdfWith('/OpenAction << /Type /Action /S /GoTo /D [3 0 R /FitH 100] >>')],
  ['a page to open, elsewhere', pdfWith('/OpenAction 10 0 R', ['<</S/GoTo/D[3 0 R/Fit]>>'])],
  ['a page to open, packed', pdfWith('/OpenAction 20 0 R', [packed('<< /S /GoTo /D (page.1) >>')])],
  ['links on its pages', pdfWith('', [link, packed(link)])],
  ["a bank's statement", await bankPdf()],
])('a PDF with %s is taken', async (_, bytes) => expect(await judged(bytes)).toBeNull());

test('a PDF made to keep its reader busy is ended, and the others have their turn', async () => {
  const [objects, body] = [4_000_000, `<< ${'/A '.repeat(1_300)}>>`];
  const table = '1 0 '.repeat(objects);
  const head = `<< /Type /ObjStm /N ${objects} /First ${table.length} /Filter /FlateDecode`;
  const slow = join(folder, 'slow.pdf');
  writeFileSync(slow, pdfWith('', [streamOf(head, deflateSync(Buffer.from(table + body)))]));
  const honest = join(folder, 'honest.pdf');
  writeFileSync(honest, await bankPdf());
  const [first, second] = await Promise.all([
    unfitPdfApart(slow, ['1', 'sly']),
    unfitPdfApart(honest, ['2', 'honest']),
  ]);
  expect([first, second]).toEqual(['unreadable', null]);
});
