import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfWith, streamOf } from '../../../test/files/pdf.ts';
import { scanPdf } from './pdf-scan.ts';

const script = deflateSync(Buffer.from('20 0 << /S /JavaScript /JS (app.alert(1)) >>'));
const inHex = Buffer.from(`${script.toString('hex')}>`);
const objects = '<< /Type /ObjStm /N 1 /First 5 /Filter';
const twice = `${objects} [/ASCIIHexDecode /FlateDecode]`;
const folder = mkdtempSync(join(tmpdir(), 'pdf-'));

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
