import { face } from '../receipts/receipt-font.ts';

/** A piece of a text and the face that has all its letters. */
export type Piece = { readonly face: string; readonly text: string };
/** Whether a face has a letter. */
export type Has = (face: string, letter: string) => boolean;

/**
 * The faces of a certificate, read once. Ours has the letters of Western and Central Europe; the other has every Latin
 * one, with marks above and below, in three files.
 */
export const certificateFaces: Readonly<Record<string, Buffer>> = {
  plain: face('latin-400'),
  strong: face('latin-600'),
  'strong-more': face('latin-ext-600'),
  'full-plain': face('latin-600', 'noto-sans'),
  'full-more': face('latin-ext-600', 'noto-sans'),
  'full-marks': face('vietnamese-600', 'noto-sans'),
};

const ours: readonly string[] = ['strong', 'strong-more'];
const full: readonly string[] = ['full-plain', 'full-more', 'full-marks'];

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text in the first of these faces that has them; null for a letter that none has. */
function inFaces(text: string, faces: readonly string[], has: Has) {
  return Array.from(signs.segment(text), ({ segment }) => {
    const found = faces.find((name) => [...segment].every((letter) => has(name, letter)));
    return found === undefined ? null : { face: found, text: segment };
  });
}

/** Written without its marks, and what is still in no face as a question mark. */
const plainly = (text: string, has: Has): Piece[] =>
  Array.from(signs.segment(text), ({ segment }) => {
    const plain = segment.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return inFaces(segment, full, has)[0] ?? inFaces(plain, full, has)[0] ?? { face: 'full-plain', text: '?' };
  });

/** Neighbours of one face as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.face === piece.face) all.splice(-1, 1, { ...last, text: last.text + piece.text });
    else all.push(piece);
  }
  return all;
}

/** A name in one look: in our face where that has all its letters, else whole in the one with every Latin letter. */
export function piecesOf(name: string, has: Has): readonly Piece[] {
  const text = name.normalize('NFC');
  for (const faces of [ours, full]) {
    const pieces = inFaces(text, faces, has);
    if (pieces.every((piece) => piece !== null)) return joined(pieces);
  }
  return joined(plainly(text, has));
}
