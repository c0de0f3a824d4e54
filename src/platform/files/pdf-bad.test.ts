import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { badFiles } from '../../../test/files/bad-files.ts';
import { bankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
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
  ['the name of another file', `<< /Type /Filespec /F ${remote} >>`],
])('a PDF with %s is active', async (_, object) => expect(await judged(pdfWith('', [object]))).toBe('pdf_active'));
test.each([
  ['a font that is called F', streamOf('<< /Resources << /Font << /F 12 0 R /G << >> >> >>', Buffer.from(''))],
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
