export type TextRun = { readonly face: string; readonly text: string };
export type HasGlyph = (face: string, letter: string) => boolean;
export type FontFaces = { readonly own: readonly string[]; readonly full: readonly [string, ...string[]] };

/** Internal API of pdfkit, which has no public way to look up glyphs. */
type WithFont = { readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } };
export const createGlyphCheck =
  (doc: PDFKit.PDFDocument): HasGlyph =>
  (face, letter) =>
    (doc.font(face) as unknown as WithFont)._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function assignFaces(text: string, faces: readonly string[], has: HasGlyph) {
  return Array.from(graphemes.segment(text), ({ segment }) => {
    const found = faces.find((name) => [...segment].every((letter) => has(name, letter)));
    return found === undefined ? null : { face: found, text: segment };
  });
}

/** Removes accents and replaces letters without a glyph by a question mark. */
const toPlainRuns = (text: string, { full }: FontFaces, has: HasGlyph): TextRun[] =>
  Array.from(graphemes.segment(text), ({ segment }) => {
    const plain = segment.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return assignFaces(segment, full, has)[0] ?? assignFaces(plain, full, has)[0] ?? { face: full[0], text: '?' };
  });

function joinRuns(pieces: readonly TextRun[]): TextRun[] {
  const all: TextRun[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.face === piece.face) all.splice(-1, 1, { ...last, text: last.text + piece.text });
    else all.push(piece);
  }
  return all;
}

/** Uses the main font when it has all letters, else one fallback font for the whole name. */
export function splitIntoRuns(name: string, has: HasGlyph, faces: FontFaces): readonly TextRun[] {
  const text = name.normalize('NFC');
  for (const tried of [faces.own, faces.full]) {
    const pieces = assignFaces(text, tried, has);
    if (pieces.every((piece) => piece !== null)) return joinRuns(pieces);
  }
  return joinRuns(toPlainRuns(text, faces, has));
}
