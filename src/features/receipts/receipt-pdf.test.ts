import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { line, type Receipt } from './receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

const now = new Date('2026-11-24T22:00:00Z');
const code = 'K7M4-9QX2-R5WB';
const receipt: Receipt = {
  reference: 'K7M4-9QX',
  heading: 'Bitcoin bought',
  issued: 'Tue 24 Nov 2026, 5:00 pm',
  parties: [
    { title: 'Customer', lines: [line('Name', 'Tariq Campbell')] },
    { title: 'Company', lines: [line('Name', 'Cryptocommerce'), line('Phone', '+1 876 555 0100')] },
  ],
  parts: [
    { title: 'Agreed', lines: [line('Price used', 'US$91,240.00'), line('Amount paid', 'J$180,000.00', 'sum')] },
    { title: 'Way', lines: [line('Your wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'code')] },
    { title: 'How far it is', lines: [line('Placed', 'Fri 20 Nov 2026, 10:14 am')] },
    { title: 'What moved', lines: [line('Asked for', 'J$180,000.00')] },
  ],
  ticket: { part: { title: 'Your ticket', lines: [line('Code', code, 'code')] }, code },
  notes: ['Times are those of Jamaica (UTC-5).'],
};

type Node = {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
  readonly id?: string;
};

/** What a reader is told: each part as what it is, with its text, in the order in which it is read. */
async function heardIn(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const texts = new Map<string, string>();
  const loose: string[] = [];
  const open: (string | null)[] = [];
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('str' in item) {
      const part = open.findLast((id) => id !== null) ?? null;
      if (part === null && item.str.trim() !== '') loose.push(item.str);
      if (part !== null) texts.set(part, [texts.get(part), item.str].filter(Boolean).join(''));
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id ?? null);
  }
  const heard = ({ role, alt, children = [], id }: Node): unknown => {
    if (id !== undefined) return texts.get(id)?.trim() ?? '';
    const inner = children.map(heard);
    return { [role ?? '']: alt ?? (inner.every((one) => typeof one === 'string') ? inner.join('') : inner) };
  };
  const tree = (await page.getStructTree()) as Node;
  const { info } = await document.getMetadata();
  return { parts: (tree.children ?? []).map(heard), loose, info, marks: await document.getMarkInfo() };
}

const table = (...rows: readonly (readonly [string, string])[]) => ({
  Table: rows.map(([name, value]) => ({ TR: [{ TH: name }, { TD: value }] })),
});

test('a screen reader meets headings and tables, each label with its value, in the order of the paper', async () => {
  const { parts } = await heardIn(await receiptPdf(receipt, now));
  expect(parts).toEqual([
    { P: 'Cryptocommerce' },
    { P: 'Drawn up Tue 24 Nov 2026, 5:00 pm' },
    { H1: 'Receipt K7M4-9QX' },
    { P: 'Bitcoin bought' },
    { H2: 'Customer' },
    table(['Name', 'Tariq Campbell']),
    { H2: 'Company' },
    table(['Name', 'Cryptocommerce'], ['Phone', '+1 876 555 0100']),
    { H2: 'Agreed' },
    table(['Price used', 'US$91,240.00'], ['Amount paid', 'J$180,000.00']),
    { H2: 'How far it is' },
    table(['Placed', 'Fri 20 Nov 2026, 10:14 am']),
    { H2: 'Way' },
    table(['Your wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']),
    { H2: 'What moved' },
    table(['Asked for', 'J$180,000.00']),
    { H2: 'Your ticket' },
    table(['Code', code]),
    { Figure: `QR code of ${code}` },
    { P: 'Times are those of Jamaica (UTC-5).' },
  ]);
});

test('no text of a receipt stands outside what is read, and it says its language and its title', async () => {
  const pdf = await receiptPdf(receipt, now);
  const { loose, info, marks } = await heardIn(pdf);
  expect(loose).toEqual([]);
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
