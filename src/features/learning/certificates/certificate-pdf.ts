import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { formatDate } from '../../../ui/format.ts';
import { drawLogo, drawQr, ink } from '../../receipts/drawing.ts';
import {
  createGlyphCheck,
  type FontFaces,
  type HasGlyph,
  splitIntoRuns as piecesIn,
  type TextRun,
} from '../../receipts/glyphs.ts';
import { loadFace } from '../../receipts/receipt-font.ts';
import { formatCode, formatCriteria, getVerifyPath, gradeLabels } from './certificate.ts';
import type { CertificateInput } from './certificate-pdf-worker.ts';

/** Our font covers Western and Central Europe. The second font has a file per script. */
const certificateFaces: Readonly<Record<string, Buffer>> = {
  plain: loadFace('latin-400'),
  strong: loadFace('latin-600'),
  'strong-more': loadFace('latin-ext-600'),
  'full-plain': loadFace('latin-600', 'noto-sans'),
  'full-more': loadFace('latin-ext-600', 'noto-sans'),
  'full-marks': loadFace('vietnamese-600', 'noto-sans'),
  'full-cyrillic': loadFace('cyrillic-600', 'noto-sans'),
  'full-cyrillic-more': loadFace('cyrillic-ext-600', 'noto-sans'),
  'full-greek': loadFace('greek-600', 'noto-sans'),
  'full-greek-more': loadFace('greek-ext-600', 'noto-sans'),
};

const faces: FontFaces = {
  own: ['strong', 'strong-more'],
  full: [
    ...(['full-plain', 'full-more', 'full-marks'] as const),
    ...['full-cyrillic', 'full-cyrillic-more', 'full-greek', 'full-greek-more'],
  ],
};

export const splitByFont = (name: string, has: HasGlyph): readonly TextRun[] => piecesIn(name, has, faces);

/** A4 landscape, in points. */
const page = { width: 841.89, height: 595.28, edge: 28, left: 84 };
const inner = page.width - 2 * page.left;
const qrEdge = 104;

type Doc = PDFKit.PDFDocument;
type Style = {
  readonly x?: number;
  readonly y: number;
  readonly face: string;
  readonly size: number;
  readonly colour?: string;
  readonly width?: number;
};

/** Adds a tagged structure element for screen readers. */
function addPart(doc: Doc, kind: string, render: () => void): void {
  doc.addStructure(doc.struct(kind, {}, render));
}

function drawLine(
  doc: Doc,
  text: string,
  { x = page.left, y, face, size, colour = ink.full, width = inner }: Style,
): void {
  doc.font(face).fontSize(size).fillColor(colour).text(text, x, y, { width });
}

/** Draws one line in mixed fonts, shrunk to the page width. `y` is the baseline. */
function drawFittedLine(
  doc: Doc,
  text: string,
  { y, size: maxSize, colour }: { y: number; size: number; colour: string },
) {
  const pieces = splitByFont(text, createGlyphCheck(doc));
  const widthAt = (size: number) =>
    pieces.reduce((sum, piece) => sum + doc.font(piece.face).fontSize(size).widthOfString(piece.text), 0);
  const size = Math.min(maxSize, (maxSize * inner) / widthAt(maxSize));
  let x = page.left;
  for (const piece of pieces) {
    doc.font(piece.face).fontSize(size).fillColor(colour);
    doc.text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    x += doc.widthOfString(piece.text);
  }
}

function drawFrame(doc: Doc): void {
  doc.markContent('Artifact', { type: 'Layout' });
  const { width, height, edge } = page;
  doc.rect(edge, edge, width - 2 * edge, height - 2 * edge).lineWidth(1.5);
  doc.stroke(ink.brand);
  doc.rect(edge + 6, edge + 6, width - 2 * edge - 12, height - 2 * edge - 12).lineWidth(0.5);
  doc.stroke(ink.rule);
  drawLogo(doc, page.left, 74);
  doc.endMarkedContent();
}

function drawCertificate(doc: Doc, { certificate, company, origin }: CertificateInput): void {
  const { code, courseTitle, version, title, name: owner, band, issuedAt } = certificate;
  drawFrame(doc);
  addPart(doc, 'P', () =>
    drawLine(doc, company, { y: 82, x: page.left + 42, face: 'strong', size: 15, width: inner - 42 }),
  );
  addPart(doc, 'H1', () => drawLine(doc, title, { y: 138, face: 'strong', size: 22 }));
  addPart(doc, 'P', () =>
    drawLine(doc, 'This is to certify that', { y: 186, face: 'plain', size: 12, colour: ink.soft }),
  );
  addPart(doc, 'P', () => drawFittedLine(doc, owner, { y: 240, size: 38, colour: ink.brand }));
  addPart(doc, 'P', () =>
    drawLine(doc, 'has completed the course', { y: 262, face: 'plain', size: 12, colour: ink.soft }),
  );
  addPart(doc, 'P', () => drawFittedLine(doc, courseTitle, { y: 304, size: 20, colour: ink.full }));
  const criteria = `${gradeLabels[band]}. ${formatCriteria(certificate)}`;
  addPart(doc, 'P', () =>
    drawLine(doc, criteria, { y: 338, face: 'plain', size: 11, colour: ink.soft, width: inner * 0.7 }),
  );
  const left = inner - qrEdge - 40;
  const issued = `Issued on ${formatDate(jamaicaDay(issuedAt))}, version ${version} of the course`;
  addPart(doc, 'P', () => drawLine(doc, issued, { y: 420, face: 'plain', size: 11, width: left }));
  addPart(doc, 'P', () => drawLine(doc, formatCode(code), { y: 444, face: 'Courier-Bold', size: 18, width: left }));
  const hint = `Check whether this certificate is valid at ${origin}/verify, or scan the QR code.`;
  addPart(doc, 'P', () => drawLine(doc, hint, { y: 474, face: 'plain', size: 10, colour: ink.soft, width: left }));
  const qrBox = { x: page.width - page.left - qrEdge, y: 416, edge: qrEdge };
  const alt = `QR code of ${origin}${getVerifyPath(code)}`;
  doc.addStructure(doc.struct('Figure', { alt }, () => drawQr(doc, `${origin}${getVerifyPath(code)}`, qrBox)));
}

export async function renderCertificatePdf(input: CertificateInput): Promise<Buffer> {
  const { certificate, company, now } = input;
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: 'en-JM',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: {
      Title: `${certificate.title}: ${certificate.courseTitle}`,
      Author: company,
      CreationDate: now,
      ModDate: now,
    },
  });
  for (const [name, bytes] of Object.entries(certificateFaces)) doc.registerFont(name, bytes);
  drawCertificate(doc, input);
  doc.end();
  return buffer(doc);
}
