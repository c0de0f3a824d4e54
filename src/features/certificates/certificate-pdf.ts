import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { dateText } from '../../ui/format.ts';
import { drawMark, drawQr, ink } from '../receipts/paper.ts';
import { bandWords, criteriaOf, groupedCode, verifyPath } from './certificate.ts';
import type { CertificateAsked } from './certificate-apart.ts';
import { certificateFaces, type Has, piecesOf } from './letters.ts';

/** A4 on its side, in points. */
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

/** What a face holds is known to pdfkit alone. */
type WithFont = { readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } };
const hasIn =
  (doc: Doc): Has =>
  (face, letter) =>
    (doc.font(face) as unknown as WithFont)._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

/** One part of the text, told to a screen reader as what it is. */
function part(doc: Doc, kind: string, draw: () => void): void {
  doc.addStructure(doc.struct(kind, {}, draw));
}

function line(doc: Doc, text: string, { x = page.left, y, face, size, colour = ink.full, width = inner }: Style): void {
  doc.font(face).fontSize(size).fillColor(colour).text(text, x, y, { width });
}

/** A text on one line, whatever its letters, as large as it fits; `y` is where it stands on. */
function lineInPieces(
  doc: Doc,
  text: string,
  { y, size: largest, colour }: { y: number; size: number; colour: string },
) {
  const pieces = piecesOf(text, hasIn(doc));
  const widthAt = (size: number) =>
    pieces.reduce((sum, piece) => sum + doc.font(piece.face).fontSize(size).widthOfString(piece.text), 0);
  const size = Math.min(largest, (largest * inner) / widthAt(largest));
  let x = page.left;
  for (const piece of pieces) {
    doc.font(piece.face).fontSize(size).fillColor(colour);
    doc.text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
    x += doc.widthOfString(piece.text);
  }
}

/** What is only to be looked at. */
function frame(doc: Doc): void {
  doc.markContent('Artifact', { type: 'Layout' });
  const { width, height, edge } = page;
  doc.rect(edge, edge, width - 2 * edge, height - 2 * edge).lineWidth(1.5);
  doc.stroke(ink.brand);
  doc.rect(edge + 6, edge + 6, width - 2 * edge - 12, height - 2 * edge - 12).lineWidth(0.5);
  doc.stroke(ink.rule);
  drawMark(doc, page.left, 74);
  doc.endMarkedContent();
}

function draw(doc: Doc, { certificate, company, origin }: CertificateAsked): void {
  const { code, courseTitle, version, title, name: learner, band, issuedAt } = certificate;
  frame(doc);
  part(doc, 'P', () => line(doc, company, { y: 82, x: page.left + 42, face: 'strong', size: 15, width: inner - 42 }));
  part(doc, 'H1', () => line(doc, title, { y: 138, face: 'strong', size: 22 }));
  part(doc, 'P', () => line(doc, 'This is to say that', { y: 186, face: 'plain', size: 12, colour: ink.soft }));
  part(doc, 'P', () => lineInPieces(doc, learner, { y: 240, size: 38, colour: ink.brand }));
  part(doc, 'P', () => line(doc, 'has finished the course', { y: 262, face: 'plain', size: 12, colour: ink.soft }));
  part(doc, 'P', () => lineInPieces(doc, courseTitle, { y: 304, size: 20, colour: ink.full }));
  const how = `${bandWords[band]}. ${criteriaOf(certificate)}`;
  part(doc, 'P', () => line(doc, how, { y: 338, face: 'plain', size: 11, colour: ink.soft, width: inner * 0.7 }));
  const left = inner - qrEdge - 40;
  const when = `Issued on ${dateText(jamaicaDay(issuedAt))}, version ${version} of the course`;
  part(doc, 'P', () => line(doc, when, { y: 420, face: 'plain', size: 11, width: left }));
  part(doc, 'P', () => line(doc, groupedCode(code), { y: 444, face: 'Courier-Bold', size: 18, width: left }));
  const check = `Anybody can check this code, and whether it still counts, at ${origin}/verify or with the square beside it.`;
  part(doc, 'P', () => line(doc, check, { y: 474, face: 'plain', size: 10, colour: ink.soft, width: left }));
  const square = { x: page.width - page.left - qrEdge, y: 416, edge: qrEdge };
  const alt = `QR code of ${origin}${verifyPath(code)}`;
  doc.addStructure(doc.struct('Figure', { alt }, () => drawQr(doc, `${origin}${verifyPath(code)}`, square)));
}

/** A certificate on one sheet, as the bytes of a PDF that a screen reader reads in order. */
export async function certificatePdf(asked: CertificateAsked): Promise<Buffer> {
  const { certificate, company, now } = asked;
  const doc = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, lang: 'en-JM', pdfVersion: '1.7', tagged: true },
    displayTitle: true,
    info: {
      ...{ Title: `${certificate.title}: ${certificate.courseTitle}`, Author: company },
      ...{ CreationDate: now, ModDate: now },
    },
  });
  for (const [name, bytes] of Object.entries(certificateFaces)) doc.registerFont(name, bytes);
  draw(doc, asked);
  doc.end();
  return buffer(doc);
}
