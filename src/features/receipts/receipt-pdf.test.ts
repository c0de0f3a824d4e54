import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { Name } from '../accounts/schema.ts';
import { createLine, type Receipt } from './receipt.ts';
import { nameFonts, receiptFonts } from './receipt-font.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { layoutLines } from './text-layout.ts';

const now = new Date('2026-11-24T22:00:00Z');
const code = 'K7M4-9QX2-R5WB';
const receipt: Receipt = {
  reference: 'K7M4-9QX',
  heading: 'Bitcoin bought',
  issued: 'Tue 24 Nov 2026, 5:00 pm',
  parties: [
    { title: 'Customer', lines: [createLine('Name', 'Tariq Campbell')] },
    { title: 'Company', lines: [createLine('Name', 'Cryptocommerce'), createLine('Phone', '+1 876 555 0100')] },
  ],
  parts: [
    {
      title: 'Price',
      lines: [createLine('Price used', 'US$91,240.00'), createLine('Amount paid', 'J$180,000.00', 'sum')],
    },
    { title: 'Method', lines: [createLine('Your wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'code')] },
    { title: 'Status', lines: [createLine('Placed', 'Fri 20 Nov 2026, 10:14 am')] },
    { title: 'Payments', lines: [createLine('Amount due', 'J$180,000.00')] },
  ],
  ticket: { part: { title: 'Your ticket', lines: [createLine('Code', code, 'code')] }, code },
  notes: ['All times are Jamaica time (UTC-5).'],
};

type Node = {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
  readonly id?: string;
};

/** Extracts the text in the order of the PDF tags, as a screen reader does. */
async function readTagged(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const texts = new Map<string, string>();
  const untagged: string[] = [];
  const open: (string | null)[] = [];
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('str' in item) {
      const part = open.findLast((id) => id !== null) ?? null;
      if (part === null && item.str.trim() !== '') untagged.push(item.str);
      if (part !== null) texts.set(part, [texts.get(part), item.str].filter(Boolean).join(''));
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id ?? null);
  }
  const toTree = ({ role, alt, children = [], id }: Node): unknown => {
    if (id !== undefined) return texts.get(id)?.trim() ?? '';
    const inner = children.map(toTree);
    return { [role ?? '']: alt ?? (inner.every((one) => typeof one === 'string') ? inner.join('') : inner) };
  };
  const tree = (await page.getStructTree()) as Node;
  const { info } = await document.getMetadata();
  return { parts: (tree.children ?? []).map(toTree), loose: untagged, info, marks: await document.getMarkInfo() };
}

const table = (...rows: readonly (readonly [string, string])[]) => ({
  Table: rows.map(([name, value]) => ({ TR: [{ TH: name }, { TD: value }] })),
});

test('a screen reader gets headings and tables in reading order', async () => {
  const { parts } = await readTagged(await receiptPdf(receipt, now));
  expect(parts).toEqual([
    { P: 'Cryptocommerce' },
    { P: 'Issued Tue 24 Nov 2026, 5:00 pm' },
    { H1: 'Receipt K7M4-9QX' },
    { P: 'Bitcoin bought' },
    { H2: 'Customer' },
    table(['Name', 'Tariq Campbell']),
    { H2: 'Company' },
    table(['Name', 'Cryptocommerce'], ['Phone', '+1 876 555 0100']),
    { H2: 'Price' },
    table(['Price used', 'US$91,240.00'], ['Amount paid', 'J$180,000.00']),
    { H2: 'Status' },
    table(['Placed', 'Fri 20 Nov 2026, 10:14 am']),
    { H2: 'Method' },
    table(['Your wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']),
    { H2: 'Payments' },
    table(['Amount due', 'J$180,000.00']),
    { H2: 'Your ticket' },
    table(['Code', code]),
    { Figure: `QR code of ${code}` },
    { P: 'All times are Jamaica time (UTC-5).' },
  ]);
});

test.each([
  'Łukasz Dvořák',
  'Nguyễn Thị Đặng',
  'Ọlúwatóyìn Adébáyọ̀',
  'Золтран Ќвист',
  'Ἑλένη Παπαδοπούλου',
  'Ŋaaɓo Ƙawa',
])('%s is printed correctly', async (name) => {
  const parties = [{ title: 'Customer', lines: [createLine('Name', name)] }, ...receipt.parties.slice(1)];
  const { parts } = await readTagged(await receiptPdf({ ...receipt, parties }, now));
  // Spaces between texts in different fonts depend on the PDF reader.
  const solid = (text: string) => text.replaceAll(/[\s\p{Cc}]/gu, '').normalize('NFC');
  const shown = JSON.stringify(parts[5], (_, value) => (typeof value === 'string' ? solid(value) : value));
  expect(shown).toContain(solid(name));
});

test('every letter that sign-up accepts in a name is printed', () => {
  const letters = Array.from({ length: 0x2000 }, (_, at) => String.fromCodePoint(at)).filter(
    (letter) => /\p{L}/u.test(letter) && Name.safeParse(`${letter}${letter}`).success,
  );
  expect(letters.length).toBeGreaterThan(1_300);
  const doc = new PDFDocument();
  for (const [name, bytes] of Object.entries({ ...receiptFonts, ...nameFonts })) doc.registerFont(name, bytes);
  const lines = layoutLines(doc, letters.join(''), { width: 100, size: 9 });
  const printed = lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('');
  expect(printed).toBe(letters.join('').normalize('NFC'));
});

test('all text is tagged, with language and title', async () => {
  const pdf = await receiptPdf(receipt, now);
  const { loose: untagged, info, marks } = await readTagged(pdf);
  expect(untagged).toEqual([]);
  expect(marks).toEqual(
    new Map([
      ['Marked', true],
      ['UserProperties', false],
      ['Suspects', false],
    ]),
  );
  expect(info).toMatchObject({ Language: 'en-JM', Title: 'Receipt K7M4-9QX' });
  expect(pdf.toString('latin1')).toMatch(/\/DisplayDocTitle true/);
  expect(pdf.toString('latin1')).toMatch(/\/Scope \/Row/);
});
