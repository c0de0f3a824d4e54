import { toDrawableText } from './drawing.ts';
import { createGlyphCheck, type FontFaces, splitIntoRuns, type TextRun } from './glyphs.ts';

type Doc = PDFKit.PDFDocument;

const faces: FontFaces = {
  own: ['plain', 'more'],
  full: [
    ...(['full-plain', 'full-more', 'full-marks'] as const),
    ...['full-cyrillic', 'full-cyrillic-more', 'full-greek', 'full-greek-more'],
  ],
};

export const needsFallbackFonts = (text: string): boolean => toDrawableText(text) !== text.normalize('NFC');

type Line = { readonly pieces: readonly TextRun[]; readonly width: number };
type Space = { readonly width: number; readonly size: number };

export function layoutLines(doc: Doc, text: string, { width, size }: Space): readonly Line[] {
  const has = createGlyphCheck(doc);
  const measure = (pieces: readonly TextRun[]) =>
    pieces.reduce((sum, { face, text: part }) => sum + doc.font(face).fontSize(size).widthOfString(part), 0);
  const toLine = (words: string): Line => {
    const pieces = splitIntoRuns(words, has, faces);
    return { pieces, width: measure(pieces) };
  };
  const lines: Line[] = [];
  let last = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = last === '' ? null : toLine(`${last} ${word}`);
    const isFitting = longer !== null && longer.width <= width;
    if (isFitting) lines.splice(-1, 1, longer);
    else lines.push(toLine(word));
    last = isFitting ? `${last} ${word}` : word;
  }
  return lines;
}

export const getLineHeight = (size: number): number => size * 1.25;

export function drawLines(
  doc: Doc,
  lines: readonly Line[],
  { right, top, size }: { right: number; top: number; size: number },
): void {
  for (const [at, { pieces, width }] of lines.entries()) {
    let x = right - width;
    for (const { face, text } of pieces) {
      doc.font(face).fontSize(size);
      doc.text(text, x, top + at * getLineHeight(size), { lineBreak: false });
      x += doc.widthOfString(text);
    }
  }
}
