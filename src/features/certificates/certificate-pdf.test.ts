import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { certificatePdfApart } from './certificate-apart.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { piecesOf } from './letters.ts';

const now = new Date('2026-11-23T15:00:00Z');
const asked = (name: string, courseTitle = 'Level 1: crypto from the ground up') => ({
  certificate: {
    ...{ id: '01990000-0000-7000-8000-000000000000', code: '7K3M9QX2R5WBT0AE', name, showsName: false },
    ...{ courseId: 'level-1', courseTitle, version: 3, title: 'Certificate of completion' },
    ...{ quizPass: 80, projectPass: 70, band: 'merit' as const, issuedAt: now, revokedAt: null },
  },
  company: 'Cryptocommerce',
  origin: 'https://example.test',
  now,
});

/** What a reader finds in it: its text, its parts as a screen reader is told them, and how far the text goes. */
async function readIn(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const tree = await page.getStructTree();
  const meta = await document.getMetadata();
  const found = items.flatMap((item) => ('str' in item ? [item] : []));
  return {
    pages: document.numPages,
    size: page.view,
    text: found.map(({ str }) => str).join(''),
    right: Math.max(...found.map(({ transform, width }) => transform[4] + width)),
    parts: tree.children.map((part) => ('role' in part ? part : null)),
    info: meta.info as Record<string, unknown>,
  };
}

test('says whose it is, of what, how it was earned, and where it is checked, on one sheet', async () => {
  const { pages, size, text, info } = await readIn(await certificatePdf(asked('Ina Brown')));
  expect([pages, size]).toEqual([1, [0, 0, 841.89, 595.28]]);
  for (const words of [
    'Ina Brown',
    'Level 1: crypto from the ground up',
    'Passed with merit.',
    'Issued on 23 Nov 2026, version 3 of the course',
    '7K3M-9QX2-R5WB-T0AE',
    'https://example.test/verify',
  ])
    expect(text).toContain(words);
  expect(info).toMatchObject({ Title: 'Certificate of completion: Level 1: crypto from the ground up' });
  expect(info).toMatchObject({ Language: 'en-JM' });
});

test('a screen reader meets a heading, the text in order, and a picture with its words', async () => {
  const { parts } = await readIn(await certificatePdf(asked('Ina Brown')));
  expect(parts.map((part) => part?.role)).toEqual(['P', 'H1', ...Array(8).fill('P'), 'Figure']);
  expect(parts.at(-1)).toMatchObject({ alt: 'QR code of https://example.test/verify/7K3M-9QX2-R5WB-T0AE' });
});

const solid = (text: string) => text.replaceAll(/[\s\p{Cc}]/gu, '').normalize('NFC');

test.each([
  'Zoë Núñez-Şahin',
  'Łukasz Dvořák',
  'Ọlúwatóyìn Adébáyọ̀',
  'Nguyễn Thị Đặng',
  'Ŋaaɓo Ƙawa Ǎn',
  'Siân Ŵyn',
  "D'Aguilar O’Sullivan",
])('%s is written as it is', async (name) => {
  // Blanks between pieces are a reader's own guess; a mark that is drawn apart comes with a sign for none.
  const { text } = await readIn(await certificatePdf(asked(name)));
  expect(solid(text)).toContain(solid(name));
});

test('every letter of the Latin script is in a face', async () => {
  const letters = Array.from({ length: 0x1eff }, (_, at) => String.fromCodePoint(at)).filter((letter) =>
    /^(?=\p{Script=Latin})\p{L}$/u.test(letter),
  );
  expect(letters.length).toBeGreaterThan(900);
  const long = letters.join('');
  const { text } = await readIn(await certificatePdf(asked(long)));
  expect(solid(text)).toContain(solid(long).slice(0, 100));
  expect(text).not.toContain('?');
});

test('the longest name and title stay on the sheet', async () => {
  const { pages, right } = await readIn(
    await certificatePdf(asked('Ẹniọlá Wałęsa '.repeat(14), 'A course '.repeat(20))),
  );
  expect(pages).toBe(1);
  expect(right).toBeLessThanOrEqual(841.89 - 83);
});

test('a letter that no face has loses its marks, or is a question mark', () => {
  const has = (face: string, letter: string) => face === 'full-plain' && /^[ a-z]$/i.test(letter);
  expect(piecesOf('Zoë Li', has)).toEqual([{ face: 'full-plain', text: 'Zoe Li' }]);
  expect(piecesOf('李 Li', has)).toEqual([{ face: 'full-plain', text: '? Li' }]);
});

test('it is the same to the byte where owners get it, which is drawn apart', async () => {
  const apart = await certificatePdfApart(['network', 'connection', 'account'], asked('Zoë Łukasiewicz'));
  expect(apart.equals(await certificatePdf(asked('Zoë Łukasiewicz')))).toBe(true);
});
