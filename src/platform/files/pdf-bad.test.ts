import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { badFiles } from '../../../test/files/bad-files.ts';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { checkPdf } from './pdf-check.ts';
import { scanPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const scan = (bytes: Buffer) => {
  const path = join(folder, 'one.pdf');
  writeFileSync(path, bytes);
  return scanPdf(path);
};
const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>';

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
  ['a form with fonts and a short filter', streamOf('<< /R << /F 12 0 R >> /F /Fl', deflateSync(Buffer.from('BT ET')))],
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
