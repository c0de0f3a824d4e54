import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { drawable, drawMark, drawQr, ink } from './paper.ts';
import type { Receipt, ReceiptLine, ReceiptPart, Ticket } from './receipt.ts';
import { receiptFonts } from './receipt-font.ts';

/** The paper of a receipt: A4 in points, with its margins [001 §9 Timings]. The mark is the one of the site. */
const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 52 };
const inner = page.width - page.left - page.right;

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** That a cell names its row. The types of the library do not know it yet. */
const namesRow: object = { scope: 'Row' };

/** One part of the text, told to a screen reader as what it is. */
const told = (doc: Doc, kind: string, draw: () => void) => doc.addStructure(doc.struct(kind, {}, draw));

/** What is only to be looked at. */
function unspoken(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

function head(doc: Doc, receipt: Receipt): void {
  unspoken(doc, () => drawMark(doc, page.left, page.top));
  doc.font('strong').fontSize(15).fillColor(ink.full);
  told(doc, 'P', () => doc.text('Cryptocommerce', page.left + 42, page.top + 8));
  doc.font('plain').fontSize(9).fillColor(ink.soft);
  const drawnUp = `Drawn up ${receipt.issued}`;
  told(doc, 'P', () => doc.text(drawnUp, page.left, page.top + 12, { width: inner, align: 'right' }));
  doc.font('strong').fontSize(22).fillColor(ink.full);
  told(doc, 'H1', () => {
    doc.text('Receipt', page.left, page.top + 54);
    doc.text(receipt.reference, page.left, page.top + 54, { width: inner, align: 'right' });
  });
  doc.font('plain').fontSize(11).fillColor(ink.soft);
  told(doc, 'P', () => doc.text(drawable(receipt.heading), page.left, page.top + 82));
  doc.y = page.top + 108;
}

function rule(doc: Doc, y: number, look: { color: string; width: number; x?: number; length?: number }): void {
  const { color, width, x = page.left, length = inner } = look;
  unspoken(doc, () =>
    doc
      .moveTo(x, y)
      .lineTo(x + length, y)
      .lineWidth(width)
      .stroke(color),
  );
}

/** How closely the lines stand: a receipt with long addresses is set tighter, so that it stays on one sheet. */
type Density = { readonly size: number; readonly gap: number };
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly density: Density };
/** A row knows how wide the labels of its part are, and the table that it is read in. */
type RowBox = Box & { readonly labels: number; readonly table: Element };
const densities: readonly Density[] = [
  { size: 9.5, gap: 7 },
  { size: 9, gap: 5 },
  { size: 8, gap: 3 },
];

/** One label and its value; whichever wraps, the row grows with it. Returns where the next row begins. */
function row(doc: Doc, { label, value, look }: ReceiptLine, place: RowBox): number {
  const { x, y, width, labels, table } = place;
  const { size, gap } = place.density;
  const sum = look === 'sum';
  const left = { width: labels };
  const right = { width: width - left.width - 8, align: 'right' as const };
  // Letter by letter: in a face where l, I and 1 differ.
  const face = sum ? 'strong' : look === 'code' ? 'Courier' : 'plain';
  doc.font(face).fontSize(size);
  const shown = drawable(value);
  const height = Math.max(doc.heightOfString(shown, right), doc.heightOfString(label, left));
  if (sum) rule(doc, y - 1, { color: ink.full, width: 1, x, length: width });
  const read = doc.struct('TR');
  table.add(read);
  doc.fillColor(sum ? ink.full : ink.soft).font(sum ? 'strong' : 'plain');
  read.add(doc.struct('TH', namesRow, () => doc.text(label, x, y + gap / 2, left)));
  doc.font(face).fillColor(ink.full);
  const top = y + gap / 2 + (look === 'code' ? size * 0.15 : 0);
  read.add(doc.struct('TD', {}, () => doc.text(shown, x + labels + 8, top, right)));
  read.end();
  const next = y + height + gap;
  if (!sum) rule(doc, next - 1, { color: ink.rule, width: 0.5, x, length: width });
  return next;
}

function part(doc: Doc, { title, lines }: ReceiptPart, place: Box): number {
  const { x, y, width } = place;
  doc.font('strong').fontSize(11).fillColor(ink.full);
  told(doc, 'H2', () => doc.text(title, x, y, { width }));
  rule(doc, y + 16, { color: ink.full, width: 1, x, length: width });
  doc.fontSize(place.density.size);
  const widest = Math.max(...lines.map(({ label }) => doc.widthOfString(label)));
  const labels = Math.min(width * 0.4, widest + 4);
  const table = doc.struct('Table');
  doc.addStructure(table);
  const end = lines.reduce((top, line) => row(doc, line, { ...place, labels, table, y: top }), y + 18);
  table.end();
  return end;
}

const gutter = 28;
const half = (inner - gutter) / 2;

/** Two parts beside each other. Returns where the taller one ends. */
function pair(doc: Doc, parts: readonly ReceiptPart[], { y, density }: Omit<Box, 'x' | 'width'>): number {
  const ends = parts.map((entry, at) =>
    part(doc, entry, { x: page.left + at * (half + gutter), y, width: half, density }),
  );
  return Math.max(y, ...ends);
}

const qrEdge = 96;

/** What is shown at a door, with its code to be scanned. Returns where the taller one ends. */
function ticketPart(doc: Doc, { part: own, code }: Ticket, { y, density }: Omit<Box, 'x' | 'width'>): number {
  const width = inner - qrEdge - gutter;
  const end = part(doc, own, { x: page.left, y, width, density });
  const square = { x: page.left + width + gutter, y: y + 8, edge: qrEdge };
  doc.addStructure(doc.struct('Figure', { alt: `QR code of ${code}` }, () => drawQr(doc, code, square)));
  return Math.max(end, y + qrEdge + 8);
}

function draw(doc: Doc, receipt: Receipt, density: Density): void {
  const [agreed, way, course, moved] = receipt.parts;
  head(doc, receipt);
  let y = pair(doc, receipt.parties, { y: page.top + 116, density }) + 18;
  y = pair(doc, [agreed, course], { y, density }) + 18;
  y = part(doc, way, { x: page.left, y, width: inner, density }) + 18;
  y = part(doc, moved, { x: page.left, y, width: inner, density }) + 18;
  if (receipt.ticket) y = ticketPart(doc, receipt.ticket, { y, density }) + 18;
  doc.font('plain').fontSize(8.5).fillColor(ink.soft);
  for (const note of receipt.notes) {
    told(doc, 'P', () => doc.text(drawable(note), page.left, y, { width: inner }));
    y = doc.y + 2;
  }
}

async function drawn(receipt: Receipt, now: Date, density: Density): Promise<{ bytes: Buffer; pages: number }> {
  const doc = new PDFDocument({
    ...{ size: 'A4', lang: 'en-JM', pdfVersion: '1.7', tagged: true, displayTitle: true },
    margins: { top: page.top, left: page.left, right: page.right, bottom: 24 },
    info: { Title: `Receipt ${receipt.reference}`, Author: 'Cryptocommerce', CreationDate: now, ModDate: now },
  });
  let pages = 1;
  doc.on('pageAdded', () => {
    pages += 1;
  });
  for (const [name, bytes] of Object.entries(receiptFonts)) doc.registerFont(name, bytes);
  draw(doc, receipt, density);
  doc.end();
  return { bytes: await buffer(doc), pages };
}

/**
 * A receipt on one sheet of A4, as the bytes of a PDF that a screen reader reads in order. `now` is written into it as
 * its date of making.
 */
export async function receiptPdf(receipt: Receipt, now: Date): Promise<Buffer> {
  let made: Buffer = Buffer.alloc(0);
  for (const density of densities) {
    const { bytes, pages } = await drawn(receipt, now, density);
    made = bytes;
    if (pages === 1) break;
  }
  return made;
}
