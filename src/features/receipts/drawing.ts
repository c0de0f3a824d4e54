import { create } from 'qrcode';

export const ink = { full: '#15211b', soft: '#46524a', rule: '#cfc8b6', brand: '#0f4d38', gold: '#b87c0e' };

const logoPaths = [
  {
    width: 2.6,
    path: 'M27.5 8.2C24.6 4.4 20.6 2.6 15.6 3 8 3.6 2.6 9.4 3 16.6c.4 7.4 6.2 12.6 13.4 12.4 4.8-.1 8.6-2.2 11.1-5.8',
  },
  { width: 2.2, path: 'M23.8 11.6C22 9 19.3 7.7 16 8c-5 .4-8.4 4.2-8 8.8.4 4.5 4 7.6 8.6 7.3 3.1-.2 5.5-1.7 7.1-4.1' },
  { width: 1.8, path: 'M20 14.2c-.9-1.2-2.2-1.8-3.8-1.6-2.3.2-3.9 2-3.6 4 .2 2 1.9 3.3 3.9 3.1 1.4-.1 2.6-.8 3.4-1.9' },
];

export function drawLogo(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.save().translate(x, y).lineCap('round');
  for (const { width, path } of logoPaths) doc.path(path).lineWidth(width).stroke(ink.brand);
  doc.circle(25.4, 16.2, 2.7).fill(ink.gold).restore();
}

/** Callers must leave a white margin around the code. */
export function drawQr(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, edge }: { x: number; y: number; edge: number },
): void {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const step = edge / size;
  for (const [n, dark] of data.entries())
    if (dark) doc.rect(x + (n % size) * step, y + Math.floor(n / size) * step, step, step);
  doc.fill('#000');
}

/** Replaces letters that the PDF fonts lack. */
export const toDrawableText = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\u0020-\u00ff\u2010-\u2026\u2212]/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return /^[\u0020-\u00ff]+$/.test(plain) ? plain : '?';
  });
