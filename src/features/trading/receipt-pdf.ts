import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Receipt, ReceiptLine, ReceiptPart } from './receipt-lines.ts';

/** The paper: A4 in points, with its margins. The mark is the one of the site. */
const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 52 };
const inner = page.width - page.left - page.right;
const ink = { full: '#15211b', soft: '#46524a', rule: '#cfc8b6', brand: '#0f4d38', gold: '#b87c0e' };

const contours = [
  {
    width: 2.6,
    path: 'M27.5 8.2C24.6 4.4 20.6 2.6 15.6 3 8 3.6 2.6 9.4 3 16.6c.4 7.4 6.2 12.6 13.4 12.4 4.8-.1 8.6-2.2 11.1-5.8',
  },
  { width: 2.2, path: 'M23.8 11.6C22 9 19.3 7.7 16 8c-5 .4-8.4 4.2-8 8.8.4 4.5 4 7.6 8.6 7.3 3.1-.2 5.5-1.7 7.1-4.1' },
  { width: 1.8, path: 'M20 14.2c-.9-1.2-2.2-1.8-3.8-1.6-2.3.2-3.9 2-3.6 4 .2 2 1.9 3.3 3.9 3.1 1.4-.1 2.6-.8 3.4-1.9' },
];

const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`@fontsource/instrument-sans/files/instrument-sans-${name}-normal.woff`);

type Doc = PDFKit.PDFDocument;

/** The fonts hold the letters of Western Europe; a name in other letters is written with what they have of it. */
const drawable = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\u0020-\u00ff\u2010-\u2026\u2212]/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return /^[\u0020-\u00ff]+$/.test(plain) ? plain : '?';
  });

function head(doc: Doc, receipt: Receipt): void {
  doc.save().translate(page.left, page.top).lineCap('round');
  for (const { width, path } of contours) doc.path(path).lineWidth(width).stroke(ink.brand);
  doc.circle(25.4, 16.2, 2.7).fill(ink.gold).restore();
  doc
    .font('strong')
    .fontSize(15)
    .fillColor(ink.full)
    .text('Cryptocommerce', page.left + 42, page.top + 8);
  doc.font('plain').fontSize(9).fillColor(ink.soft);
  doc.text(`Drawn up ${receipt.issued}`, page.left, page.top + 12, { width: inner, align: 'right' });
  doc
    .font('strong')
    .fontSize(22)
    .fillColor(ink.full)
    .text('Receipt', page.left, page.top + 54);
  doc.fontSize(22).text(receipt.reference, page.left, page.top + 54, { width: inner, align: 'right' });
  doc
    .font('plain')
    .fontSize(11)
    .fillColor(ink.soft)
    .text(drawable(receipt.heading), page.left, page.top + 82);
  doc.y = page.top + 108;
}

function rule(doc: Doc, y: number, look: { color: string; width: number; x?: number; length?: number }): void {
  const { color, width, x = page.left, length = inner } = look;
  doc
    .moveTo(x, y)
    .lineTo(x + length, y)
    .lineWidth(width)
    .stroke(color);
}

/** One label and its value; the value wraps, the row grows with it. Returns where the next row begins. */
function row(doc: Doc, { label, value, look }: ReceiptLine, place: { x: number; y: number; width: number }): number {
  const { x, y, width } = place;
  const labelWidth = Math.min(150, width * 0.42);
  const room = { width: width - labelWidth - 8, align: 'right' as const };
  doc.font(look === 'sum' ? 'strong' : 'plain').fontSize(9.5);
  const shown = look === 'code' ? value : drawable(value);
  const height = Math.max(doc.heightOfString(shown, room), doc.currentLineHeight());
  if (look === 'sum') rule(doc, y - 1, { color: ink.full, width: 1, x, length: width });
  doc.fillColor(look === 'sum' ? ink.full : ink.soft).text(label, x, y + 3, { width: labelWidth });
  doc.fillColor(ink.full).text(shown, x + labelWidth + 8, y + 3, room);
  const next = y + height + 7;
  if (look !== 'sum') rule(doc, next - 1, { color: ink.rule, width: 0.5, x, length: width });
  return next;
}

function part(doc: Doc, { title, lines }: ReceiptPart, place: { x: number; y: number; width: number }): number {
  const { x, y, width } = place;
  doc.font('strong').fontSize(11).fillColor(ink.full).text(title, x, y, { width });
  rule(doc, y + 16, { color: ink.full, width: 1, x, length: width });
  return lines.reduce((top, line) => row(doc, line, { x, y: top, width }), y + 19);
}

function draw(doc: Doc, receipt: Receipt): void {
  head(doc, receipt);
  const half = (inner - 28) / 2;
  const ends = receipt.parties.map((party, at) =>
    part(doc, party, { x: page.left + at * (half + 28), y: doc.page ? page.top + 116 : 0, width: half }),
  );
  const below = receipt.parts.reduce(
    (y, entry) => part(doc, entry, { x: page.left, y, width: inner }) + 16,
    Math.max(...ends) + 18,
  );
  doc.font('plain').fontSize(8.5).fillColor(ink.soft);
  receipt.notes.reduce((y, note) => {
    doc.text(drawable(note), page.left, y, { width: inner });
    return doc.y + 2;
  }, below + 2);
}

/** A receipt on one sheet of A4, as the bytes of a PDF. `now` is written into it as its date of making. */
export function receiptPdf(receipt: Receipt, now: Date): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const doc = new PDFDocument({
      size: 'A4',
      margins: { top: page.top, left: page.left, right: page.right, bottom: 20 },
      lang: 'en-JM',
      info: { Title: `Receipt ${receipt.reference}`, Author: 'Cryptocommerce', CreationDate: now, ModDate: now },
    });
    const parts: Buffer[] = [];
    doc.on('data', (bytes: Buffer) => parts.push(bytes));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
    doc.registerFont('plain', fontFile('latin-400'));
    doc.registerFont('strong', fontFile('latin-600'));
    draw(doc, receipt);
    doc.end();
  });
}
