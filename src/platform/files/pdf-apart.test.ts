import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bankPdf } from '../../../test/files/good-files.ts';
import { packed, pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { parse, unfitPdfApart } from './pdf-apart.ts';
import { unfitPdf } from './pdf-scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const kept = (name: string, bytes: Buffer) => {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, bytes);
  return path;
};
const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example) >> >>';
const inText = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to.padEnd(from.length)), 'latin1');

test.each([
  ["a bank's statement", () => bankPdf()],
  ['objects packed into streams', async () => pdfWith('', [packed(link)])],
  ['a page to open', async () => pdfWith('/OpenAction [3 0 R /Fit]')],
])('a PDF with %s is taken by both who look at it', async (name, bytes) =>
  expect(await unfitPdfApart(kept(name, await bytes()), ['1', name])).toBeNull(),
);

test.each([
  ['no page at all', inText(pdfWith(''), '/Kids [3 0 R] /Count 1', '/Kids [] /Count 0')],
  ['a page that is not there', inText(pdfWith(''), '/Kids [3 0 R]', '/Kids [9 0 R]')],
])('a PDF with %s has nothing against it in its bytes, and cannot be looked at', async (name, bytes) => {
  const path = kept(name, bytes);
  expect(await unfitPdf(path)).toBeNull();
  expect(await unfitPdfApart(path, ['1', name])).toBe('unreadable');
});

const file = '<< /Type /Filespec /F (x.exe) /EF << /F 11 0 R >> >>';
const attached = pdfWith('/Names << /EmbeddedFiles << /Names [(x.exe) 10 0 R] >> >>', [
  file,
  streamOf('<< /Type /EmbeddedFile', Buffer.from('MZ')),
]);
test.each([
  ['a script', pdfWith('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'pdf_active'],
  ['a file attached', attached, 'pdf_active'],
  ['a lock', await bankPdf('secret'), 'pdf_locked'],
  ['nothing that can be read', Buffer.from('%PDF-1.7\nnot at all\n%%EOF\n'), 'unreadable'],
])('the parser by itself finds %s', async (_what, bytes, why) => expect(await parse(['1'], bytes)).toBe(why));
