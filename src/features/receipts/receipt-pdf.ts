import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { drawLogo, drawQr, ink, toDrawableText } from './drawing.ts';
import type { Receipt, ReceiptLine, ReceiptPart, Ticket } from './receipt.ts';
import { nameFonts, receiptFonts } from './receipt-font.ts';
import { drawLines, getLineHeight, layoutLines, needsFallbackFonts } from './text-layout.ts';

/** A4 in points [001 §9 Timings]. */
const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 52 };
const innerWidth = page.width - page.left - page.right;

const getTitle = ({ kind }: Receipt): string => kind ?? 'Receipt';

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** The types of pdfkit lack this option. */
const rowScope: object = { scope: 'Row' };

const addTagged = (doc: Doc, kind: string, draw: () => void) => doc.addStructure(doc.struct(kind, {}, draw));

function addArtifact(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

function drawHead(doc: Doc, receipt: Receipt): void {
  addArtifact(doc, () => drawLogo(doc, page.left, page.top));
  doc.font('strong').fontSize(15).fillColor(ink.full);
  addTagged(doc, 'P', () => doc.text('Cryptocommerce', page.left + 42, page.top + 8));
  doc.font('plain').fontSize(9).fillColor(ink.soft);
  const issued = `Issued ${receipt.issued}`;
  addTagged(doc, 'P', () => doc.text(issued, page.left, page.top + 12, { width: innerWidth, align: 'right' }));
  doc.font('strong').fontSize(22).fillColor(ink.full);
  addTagged(doc, 'H1', () => {
    doc.text(getTitle(receipt), page.left, page.top + 54);
    doc.text(receipt.reference, page.left, page.top + 54, { width: innerWidth, align: 'right' });
  });
  doc.font('plain').fontSize(11).fillColor(ink.soft);
  addTagged(doc, 'P', () => doc.text(toDrawableText(receipt.heading), page.left, page.top + 82));
  doc.y = page.top + 108;
}

function drawRule(doc: Doc, y: number, style: { color: string; width: number; x?: number; length?: number }): void {
  const { color, width, x = page.left, length = innerWidth } = style;
  addArtifact(doc, () =>
    doc
      .moveTo(x, y)
      .lineTo(x + length, y)
      .lineWidth(width)
      .stroke(color),
  );
}

/** Font size and row gap in points. Long receipts use smaller values to fit on one page. */
type Density = { readonly size: number; readonly gap: number };
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly density: Density };
type RowBox = Box & { readonly labels: number; readonly table: Element };
const densities: readonly Density[] = [
  { size: 9.5, gap: 7 },
  { size: 9, gap: 5 },
  { size: 8, gap: 3 },
];

/** Returns the y coordinate of the next row. */
function drawRow(doc: Doc, { label, value, look: style }: ReceiptLine, box: RowBox): number {
  const { x, y, width, labels, table } = box;
  const { size, gap } = box.density;
  const sum = style === 'sum';
  const left = { width: labels };
  const right = { width: width - left.width - 8, align: 'right' as const };
  // Courier distinguishes l, I and 1.
  const face = sum ? 'strong' : style === 'code' ? 'Courier' : 'plain';
  doc.font(face).fontSize(size);
  const lines =
    style !== 'code' && needsFallbackFonts(value) ? layoutLines(doc, value, { width: right.width, size }) : null;
  doc.font(face).fontSize(size);
  const shown = toDrawableText(value);
  const valueHeight = lines ? lines.length * getLineHeight(size) : doc.heightOfString(shown, right);
  const height = Math.max(valueHeight, doc.heightOfString(label, left));
  if (sum) drawRule(doc, y - 1, { color: ink.full, width: 1, x, length: width });
  const read = doc.struct('TR');
  table.add(read);
  doc.fillColor(sum ? ink.full : ink.soft).font(sum ? 'strong' : 'plain');
  read.add(doc.struct('TH', rowScope, () => doc.text(label, x, y + gap / 2, left)));
  doc.font(face).fillColor(ink.full);
  const top = y + gap / 2 + (style === 'code' ? size * 0.15 : 0);
  const drawValue = () =>
    lines ? drawLines(doc, lines, { right: x + width, top, size }) : doc.text(shown, x + labels + 8, top, right);
  read.add(doc.struct('TD', {}, drawValue));
  read.end();
  const next = y + height + gap;
  if (!sum) drawRule(doc, next - 1, { color: ink.rule, width: 0.5, x, length: width });
  return next;
}

function drawPart(doc: Doc, { title, lines }: ReceiptPart, box: Box): number {
  const { x, y, width } = box;
  doc.font('strong').fontSize(11).fillColor(ink.full);
  addTagged(doc, 'H2', () => doc.text(title, x, y, { width }));
  drawRule(doc, y + 16, { color: ink.full, width: 1, x, length: width });
  doc.fontSize(box.density.size);
  const widest = Math.max(...lines.map(({ label }) => doc.widthOfString(label)));
  const labels = Math.min(width * 0.4, widest + 4);
  const table = doc.struct('Table');
  doc.addStructure(table);
  const end = lines.reduce((top, line) => drawRow(doc, line, { ...box, labels, table, y: top }), y + 18);
  table.end();
  return end;
}

const gutter = 28;
const half = (innerWidth - gutter) / 2;

/** Draws two parts side by side. Returns the y coordinate below the taller part. */
function drawPair(doc: Doc, parts: readonly ReceiptPart[], { y, density }: Omit<Box, 'x' | 'width'>): number {
  const ends = parts.map((entry, at) =>
    drawPart(doc, entry, { x: page.left + at * (half + gutter), y, width: half, density }),
  );
  return Math.max(y, ...ends);
}

const qrEdge = 96;

function drawTicket(doc: Doc, { part: ticket, code }: Ticket, { y, density }: Omit<Box, 'x' | 'width'>): number {
  const width = innerWidth - qrEdge - gutter;
  const end = drawPart(doc, ticket, { x: page.left, y, width, density });
  const square = { x: page.left + width + gutter, y: y + 8, edge: qrEdge };
  doc.addStructure(doc.struct('Figure', { alt: `QR code of ${code}` }, () => drawQr(doc, code, square)));
  return Math.max(end, y + qrEdge + 8);
}

function drawReceipt(doc: Doc, receipt: Receipt, density: Density): void {
  const [price, method, status, payments] = receipt.parts;
  drawHead(doc, receipt);
  let y = drawPair(doc, receipt.parties, { y: page.top + 116, density }) + 18;
  y = drawPair(doc, [price, status], { y, density }) + 18;
  y = drawPart(doc, method, { x: page.left, y, width: innerWidth, density }) + 18;
  y = drawPart(doc, payments, { x: page.left, y, width: innerWidth, density }) + 18;
  if (receipt.ticket) y = drawTicket(doc, receipt.ticket, { y, density }) + 18;
  doc.font('plain').fontSize(8.5).fillColor(ink.soft);
  for (const note of receipt.notes) {
    addTagged(doc, 'P', () => doc.text(toDrawableText(note), page.left, y, { width: innerWidth }));
    y = doc.y + 2;
  }
}

async function renderPages(receipt: Receipt, now: Date, density: Density): Promise<{ bytes: Buffer; pages: number }> {
  const doc = new PDFDocument({
    size: 'A4',
    lang: 'en-JM',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    margins: { top: page.top, left: page.left, right: page.right, bottom: 24 },
    info: {
      Title: `${getTitle(receipt)} ${receipt.reference}`,
      Author: 'Cryptocommerce',
      CreationDate: now,
      ModDate: now,
    },
  });
  let pages = 1;
  doc.on('pageAdded', () => {
    pages += 1;
  });
  for (const [name, bytes] of Object.entries({ ...receiptFonts, ...nameFonts })) doc.registerFont(name, bytes);
  drawReceipt(doc, receipt, density);
  doc.end();
  return { bytes: await buffer(doc), pages };
}

/** Renders a tagged PDF of one A4 page. `now` is the creation date of the file. */
export async function receiptPdf(receipt: Receipt, now: Date): Promise<Buffer> {
  let result: Buffer = Buffer.alloc(0);
  for (const density of densities) {
    const { bytes, pages } = await renderPages(receipt, now, density);
    result = bytes;
    if (pages === 1) break;
  }
  return result;
}
