import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { drawLogo, ink, toDrawableText } from './drawing.ts';
import { receiptFonts } from './receipt-font.ts';

type Kind = 'H1' | 'H2' | 'P';
export type ProsePart = readonly [kind: Kind, text: string];

/** A letter or report of headings and paragraphs. `now` is the creation date of the file. */
export type ProsePdf = {
  readonly title: string;
  readonly company: string;
  readonly parts: readonly ProsePart[];
  readonly now: Date;
};

const page = { size: 'A4', margin: 56 } as const;
type Doc = PDFKit.PDFDocument;
const textStyles = {
  H1: { face: 'strong', size: 22, colour: ink.full, after: 8 },
  H2: { face: 'strong', size: 13, colour: ink.brand, after: 4 },
  P: { face: 'plain', size: 10.5, colour: ink.full, after: 8 },
} as const;

/** Writes a heading or paragraph, tagged for screen readers. */
function writePart(doc: Doc, kind: Kind, text: string): void {
  const { face, size, colour, after } = textStyles[kind];
  if (kind === 'H2') doc.y += 10;
  const draw = () =>
    doc
      .font(face)
      .fontSize(size)
      .fillColor(colour)
      .text(text.split(/\r?\n/).map(toDrawableText).join('\n'), page.margin);
  doc.addStructure(doc.struct(kind, {}, draw));
  doc.y += after;
}

/** Renders a tagged PDF. */
export async function renderProsePdf({ title, company, parts, now }: ProsePdf): Promise<Buffer> {
  const doc = new PDFDocument({
    size: page.size,
    margin: page.margin,
    lang: 'en-JM',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: company, CreationDate: now, ModDate: now },
  });
  for (const [name, bytes] of Object.entries(receiptFonts)) doc.registerFont(name, bytes);
  doc.markContent('Artifact', { type: 'Layout' });
  drawLogo(doc, page.margin, page.margin - 8);
  doc.endMarkedContent();
  doc.y = page.margin + 34;
  for (const [kind, text] of [['P', company] as const, ...parts]) writePart(doc, kind, text);
  doc.end();
  return buffer(doc);
}
