import { deflateSync } from 'node:zlib';

/** A small valid PDF. `catalog` is added to its root; `objects` are numbered from 10. */
export function pdfWith(catalog: string, objects: readonly (string | Buffer)[] = [], trailer = ''): Buffer {
  const numbered: [number, string | Buffer][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>'],
    [4, streamOf('<< /Filter /FlateDecode', deflateSync(Buffer.from('BT ET')))],
    ...objects.map((object, n): [number, string | Buffer] => [10 + n, object]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: string[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [number, object] of numbered) {
    const text = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    places.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(text);
    at += text.length;
  }
  const end = `xref\n${places.join('')}trailer\n<< /Root 1 0 R /Size 99 ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

export const streamOf = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);

export const packed = (text: string, more = ''): Buffer =>
  streamOf(`<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode ${more}`, deflateSync(Buffer.from(`20 0 ${text}`)));

export const bomb = (megabytes: number): Buffer =>
  streamOf('<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', deflateSync(Buffer.alloc(megabytes * 1024 * 1024)));
