import { type FontFaces, type HasGlyph, splitIntoRuns as piecesIn, type TextRun } from '../../receipts/glyphs.ts';
import { loadFace } from '../../receipts/receipt-font.ts';

/** Our font covers Western and Central Europe. The second font has a file per script. */
export const certificateFaces: Readonly<Record<string, Buffer>> = {
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
