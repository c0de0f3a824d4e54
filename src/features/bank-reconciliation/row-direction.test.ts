import { expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';

const open = { fault: 'direction_unknown', name: '' };
const unsigned = (head: string, ...rows: string[]) =>
  joinRows(`Date,${head},Amount`, ...rows.map((row) => `26/11/2026,${row}`));

test.each([
  ['nothing else', unsigned('Description', 'A,8000.00', 'B,5000.00')],
  ['words for money out', unsigned('Type,Description', 'Transfer from,A,8000.00', 'Transfer to,B,5000.00')],
  ['a correction below zero', unsigned('Type,Description', 'Deposit,A,8000.00', 'Correction,B,-1.00')],
  ['a minus in a column without a heading', unsigned('Description,', 'A,,8000.00', 'B,-,5000.00')],
  ['some amounts marked CR', unsigned('Description', 'A,8000.00 CR', 'B,5000.00')],
])('reading unsigned amounts with %s is refused until staff say that all came in', (_what, text) =>
  expect(readExport(text)).toEqual(open),
);

test('reading unsigned amounts returns them if staff say that all came in, except those that say money out', () => {
  const text = unsigned('Description', 'REID,8000.00', 'W/D K7M4-9QX,5000.00', 'PAYMENT TO INA,5000.00');
  expect(readExport(text, { amounts: 'incoming' })).toEqual({
    lines: ['2026-11-26 +800000'],
    skipped: ['3 direction_differs', '4 direction_differs'],
  });
});

test('reading signed amounts checks the kinds of rows too, unless staff say that the signs are reliable', () => {
  const text = unsigned('Type,Description', 'Deposit,A,8000.00', 'Payment,B,5000.00', 'Fee,C,-1.00');
  expect(readExport(text)).toEqual({ lines: ['2026-11-26 +800000', '2026-11-26 -100'], skipped: ['3 no_direction'] });
  expect(readExport(text, { amounts: 'signed' }).lines).toHaveLength(3);
});

test('reading unsigned amounts returns those that the running balance proves, after any row', () => {
  const head = 'Date,Description,Amount,Saldo';
  const first = joinRows(head, '25/11/2026,A,5000.00,95000.00', '26/11/2026,B,8000.00,103000.00');
  expect(readExport(first)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['2 no_direction'] });
  const unread = [
    '25/11/2026,A,1000.00,90000.00',
    '25/11/2026,"B ,10000.00,100000.00',
    '26/11/2026,C,5000.00,95000.00',
  ];
  expect(readExport(joinRows(head, ...unread)).lines).toEqual([]);
});

test.each(['Credits', 'Debits', 'DEPOSITS AND OTHER CREDITS', 'Account 405'])(
  'reading a file with a row %s between its rows is refused by name',
  (words) => {
    const text = joinRows('Date,Description,Amount', '25/11/2026,A,-1.00', `${words},,`, '26/11/2026,B,8000.00');
    expect(readExport(text)).toEqual({ fault: 'text_row', name: words });
    const inDetails = text.replace(`${words},,`, `,${words},`);
    expect(readExport(inDetails)).toMatchObject({ fault: 'text_row' });
  },
);

test('reading a file with page numbers, notes and a last line returns its lines', () => {
  const [first, last] = ['25/11/2026,A,-1.00', '26/11/2026,B,8000.00'];
  const text = joinRows(
    'Date,Description,Amount',
    first,
    'Page 1 of 2,,',
    ',continued words,',
    last,
    'Printed by J. Clerk,,',
  );
  expect(readExport(text).lines).toEqual(['2026-11-25 -100', '2026-11-26 +800000']);
});

test.each([
  ['Sens', 'Crédit', 'Débit'],
  ['Af Bij', 'Bij', 'Af'],
  ['Code', 'DEP', 'WD'],
])('reading the column %s returns the direction of each row', (head, into, out) =>
  expect(readExport(unsigned(`${head},Description`, `${into},A,8000.00`, `${out},B,5000.00`))).toEqual({
    lines: ['2026-11-26 +800000', '2026-11-26 -500000'],
    skipped: [],
  }),
);

test('reading C and D in a column of kinds asks whether they mean credit and debit', () =>
  expect(readExport(unsigned('Type,Description', 'D,DEPOSIT,8000.00', 'C,CHQ 1,5000.00'))).toEqual({
    fault: 'direction_letters',
    name: 'Type',
  }));
