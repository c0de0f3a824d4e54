import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { checkPdf, parseInWorker } from './pdf-check.ts';
import { scanPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const writePdf = (name: string, bytes: Buffer) => {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, bytes);
  return path;
};
const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>';
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
