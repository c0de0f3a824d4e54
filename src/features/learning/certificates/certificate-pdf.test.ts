import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { renderCertificatePdf, splitByFont } from './certificate-pdf.ts';
import { generateCertificatePdf } from './certificate-pdf-worker.ts';

const now = new Date('2026-11-23T15:00:00Z');
const inputFor = (name: string, courseTitle = 'Level 1: crypto from the ground up') => ({
  certificate: {
    ...{ id: '01990000-0000-7000-8000-000000000000', code: '7K3M9QX2R5WBT0AE', name, showsName: false },
    ...{ courseId: 'level-1', courseTitle, version: 3, title: 'Certificate of completion' },
    ...{ quizPass: 80, projectPass: 70, band: 'merit' as const, issuedAt: now, revokedAt: null },
  },
  company: 'Cryptocommerce',
  origin: 'https://example.test',
  now,
});

async function readPdf(pdf: Buffer) {
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

test('a certificate shows owner, course, criteria and verification address on one page', async () => {
  const { pages, size, text, info } = await readPdf(await renderCertificatePdf(inputFor('Ina Brown')));
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

test('a screen reader finds a heading, the text in order and a described image', async () => {
  const { parts } = await readPdf(await renderCertificatePdf(inputFor('Ina Brown')));
  expect(parts.map((part) => part?.role)).toEqual(['P', 'H1', ...Array(8).fill('P'), 'Figure']);
  expect(parts.at(-1)).toMatchObject({ alt: 'QR code of https://example.test/verify/7K3M-9QX2-R5WB-T0AE' });
});

const withoutSpaces = (text: string) => text.replaceAll(/[\s\p{Cc}]/gu, '').normalize('NFC');

test.each([
  'Zoë Núñez-Şahin',
  'Łukasz Dvořák',
  'Ọlúwatóyìn Adébáyọ̀',
  'Nguyễn Thị Đặng',
  'Ŋaaɓo Ƙawa Ǎn',
  'Siân Ŵyn',
  "D'Aguilar O’Sullivan",
])('%s is printed unchanged', async (name) => {
  // Ignores spaces, which the PDF reader guesses, and the control characters of separate accents.
  const { text } = await readPdf(await renderCertificatePdf(inputFor(name)));
  expect(withoutSpaces(text)).toContain(withoutSpaces(name));
});

test('every Latin letter is in a font', async () => {
  const letters = Array.from({ length: 0x1eff }, (_, at) => String.fromCodePoint(at)).filter((letter) =>
    /^(?=\p{Script=Latin})\p{L}$/u.test(letter),
  );
  expect(letters.length).toBeGreaterThan(900);
  const long = letters.join('');
  const { text } = await readPdf(await renderCertificatePdf(inputFor(long)));
  expect(withoutSpaces(text)).toContain(withoutSpaces(long).slice(0, 100));
  expect(text).not.toContain('?');
});

test('the longest name and title fit the page', async () => {
  const { pages, right } = await readPdf(
    await renderCertificatePdf(inputFor('Ẹniọlá Wałęsa '.repeat(14), 'A course '.repeat(20))),
  );
  expect(pages).toBe(1);
  expect(right).toBeLessThanOrEqual(841.89 - 83);
});

test('a letter missing from all fonts loses its accents or becomes a question mark', () => {
  const has = (face: string, letter: string) => face === 'full-plain' && /^[ a-z]$/i.test(letter);
  expect(splitByFont('Zoë Li', has)).toEqual([{ face: 'full-plain', text: 'Zoe Li' }]);
  expect(splitByFont('李 Li', has)).toEqual([{ face: 'full-plain', text: '? Li' }]);
});

test('the worker generates the same bytes', async () => {
  const generated = await generateCertificatePdf(['network', 'connection', 'account'], inputFor('Zoë Łukasiewicz'));
  expect(generated.equals(await renderCertificatePdf(inputFor('Zoë Łukasiewicz')))).toBe(true);
});
