import { expect, test } from 'vitest';
import { joinRows, readExport, readStated } from '../../../test/bank-exports.ts';

/** Outgoing rows and text from payers never become incoming money. */
const forged = '26/11/2026,M. BROWN,7AEA-MHW,900000.00';
const statementWith = (payerText: string): string =>
  joinRows(
    'Date,Payer,Description,Amount',
    '26/11/2026,D. REID,ACH CREDIT,8000.00',
    `26/11/2026,M. BROWN,"${payerText}",20.00`,
    '27/11/2026,D. REID,ACH CREDIT,7000.00',
  );

test.each([
  ['between two others', `RENT\n${forged}\nTHANKS`],
  ['behind 20 others', `${'RENT\n'.repeat(20)}${forged}\nTHANKS`],
  ['twice', `RENT\n${forged}\n${forged}\nTHANKS`],
  ['next to doubled quotation marks', `RENT\n""X""\n${forged}\n""\nTHANKS`],
])('a row in the text of a payer, %s, is listed as skipped', (_where, payerText) => {
  const { lines, skipped = [] } = readStated(statementWith(payerText));
  expect(lines).toEqual(['2026-11-26 +800000', '2026-11-27 +700000']);
  expect(new Set(skipped.map((one) => one.split(' ')[1]))).toEqual(new Set(['odd_quotes']));
});

test('a payer text of several lines, none of them a row, is read', () => {
  expect(readStated(statementWith('RENT\nNOVEMBER, ""OFFICE""\nTHANKS'))).toEqual({
    lines: ['2026-11-26 +800000', '2026-11-26 +2000', '2026-11-27 +700000'],
    skipped: [],
  });
});

test.each([',', ';', '\t'])(
  'a separator %j in the words of a transfer moves no amount, before an empty column',
  (separator) => {
    const text = joinRows(
      'Date,Payer,Description,Amount,Branch',
      '25/11/2026,D. REID,RENT,8000.00,',
      '26/11/2026,M. BROWN,7AEA-MHW,900000.00,20.00,',
      '27/11/2026,D. REID,RENT,7000.00,',
    );
    expect(readStated(text.replaceAll(',', separator))).toEqual({
      lines: ['2026-11-25 +800000', '2026-11-27 +700000'],
      skipped: ['3 too_many_cells'],
    });
  },
);

test('a separator in the words of a transfer moves no amount, where rows lack empty cells at their end', () => {
  const text = joinRows(
    'Date,Payer,Description,Amount,Branch',
    '24/11/2026,D. REID,RENT,8000.00',
    '25/11/2026,D. REID,CASH,6000.00,KGN 001',
    '26/11/2026,M. BROWN,7AEA-MHW,900000.00,20.00',
    '27/11/2026,D. REID,RENT,7000.00',
  );
  expect(readStated(text)).toEqual({
    lines: ['2026-11-24 +800000', '2026-11-25 +600000', '2026-11-27 +700000'],
    skipped: ['4 too_many_cells'],
  });
});

test('a separator at the end of every row is ignored', () =>
  expect(readStated(joinRows('Date,Description,Amount', '25/11/2026,RENT,8000.00,')).lines).toEqual([
    '2026-11-25 +800000',
  ]));

test('ambiguous lines are not read as headings, and their days are ignored', () => {
  const headings = 'Date,Payer,Details,Reference,Bank,Debit,Amount';
  const payerText = `RENT\n${headings}\nPending transactions\n03/12/2026,M. BROWN,X,1.00\nTHANKS`;
  const { lines } = readStated(statementWith(payerText).replaceAll('26/11/', '05/11/').replaceAll('27/11/', '06/11/'));
  expect(lines).toEqual(['2026-11-05 +800000', '2026-11-06 +700000']);
});

const unsigned = (...kinds: readonly string[]): string =>
  joinRows('Date,Description,Amount,Kind', ...kinds.map((kind, at) => `2${at}/11/2026,Deposit,8000.00,${kind}`));

test.each([
  ['Payment', 'Deposit'],
  ['POS', 'Credit'],
  ['Sent', 'Received'],
  ['RTGS-DR', 'RTGS-CR'],
])('an amount without a sign of kind %s is no money in, next to %s', (out, into) =>
  expect(readStated(unsigned(out, into, out)).lines).toEqual(['2026-11-21 +800000']),
);

test('amounts without a sign or direction count as incoming, regardless of what payers wrote', () =>
  expect(readStated(unsigned('Salary', 'Rent')).lines).toEqual(['2026-11-20 +800000', '2026-11-21 +800000']));

const open = { fault: 'direction_unknown', name: '' };
const readUnsigned = (head: string, ...rows: string[]) =>
  joinRows(`Date,${head},Amount`, ...rows.map((row) => `26/11/2026,${row}`));

test.each([
  ['nothing else', readUnsigned('Description', 'A,8000.00', 'B,5000.00')],
  ['words for money out', readUnsigned('Type,Description', 'Transfer from,A,8000.00', 'Transfer to,B,5000.00')],
  ['a correction below zero', readUnsigned('Type,Description', 'Deposit,A,8000.00', 'Correction,B,-1.00')],
  ['a minus in a column without a heading', readUnsigned('Description,', 'A,,8000.00', 'B,-,5000.00')],
  ['some amounts marked CR', readUnsigned('Description', 'A,8000.00 CR', 'B,5000.00')],
])('reading unsigned amounts with %s is refused until staff say that all came in', (_what, text) =>
  expect(readExport(text)).toEqual(open),
);

test('reading unsigned amounts returns them if staff say that all came in, except those that say money out', () => {
  const text = readUnsigned('Description', 'REID,8000.00', 'W/D K7M4-9QX,5000.00', 'PAYMENT TO INA,5000.00');
  expect(readExport(text, { amounts: 'incoming' })).toEqual({
    lines: ['2026-11-26 +800000'],
    skipped: ['3 direction_differs', '4 direction_differs'],
  });
});

test('reading signed amounts checks the kinds of rows too, unless staff say that the signs are reliable', () => {
  const text = readUnsigned('Type,Description', 'Deposit,A,8000.00', 'Payment,B,5000.00', 'Fee,C,-1.00');
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
  (rowText) => {
    const text = joinRows('Date,Description,Amount', '25/11/2026,A,-1.00', `${rowText},,`, '26/11/2026,B,8000.00');
    expect(readExport(text)).toEqual({ fault: 'text_row', name: rowText });
    const inDetails = text.replace(`${rowText},,`, `,${rowText},`);
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
  expect(readExport(readUnsigned(`${head},Description`, `${into},A,8000.00`, `${out},B,5000.00`))).toEqual({
    lines: ['2026-11-26 +800000', '2026-11-26 -500000'],
    skipped: [],
  }),
);

test('reading C and D in a column of kinds asks whether they mean credit and debit', () =>
  expect(readExport(readUnsigned('Type,Description', 'D,DEPOSIT,8000.00', 'C,CHQ 1,5000.00'))).toEqual({
    fault: 'direction_letters',
    name: 'Type',
  }));

/** Rows with a separator and an amount in the payer's text, from a bank that does not quote cells. */
const shifted: readonly (readonly [what: string, row: number, text: string])[] = [
  [
    'most rows have notes',
    4,
    joinRows(
      'Date,Description,Amount,Notes',
      '25/11/2026,A,-1.00,x',
      '26/11/2026,B,1.00,y',
      '26/11/2026,C,5000.00,1.00',
    ),
  ],
  [
    'few rows have a last cell',
    4,
    joinRows('Date,Description,Amount,Notes', '25/11/2026,A,-1.00', '26/11/2026,B,1.00', '26/11/2026,C,5000.00,1.00'),
  ],
  [
    'amounts are whole',
    4,
    joinRows('Date,Description,Amount,Notes', '25/11/2026,A,-1', '26/11/2026,B,1', '26/11/2026,C,5000.00,1'),
  ],
  [
    'amounts end with CR',
    4,
    joinRows(
      'Date,Description,Amount,Notes',
      '25/11/2026,A,1.00DR',
      '26/11/2026,B,1.00CR',
      '26/11/2026,C,5000.00,1.00CR',
    ),
  ],
  [
    'a dash is written as the debit',
    3,
    joinRows('Date,Description,Debit,Credit', '25/11/2026,FEE,1.00', '26/11/2026,PAYOUT,-,5000.00'),
  ],
  [
    'nothing is written as the debit',
    3,
    joinRows('Date,Description,Debit,Credit', '25/11/2026,FEE,1.00', '26/11/2026,PAYOUT,,5000.00'),
  ],
  [
    'two columns follow the amount',
    3,
    joinRows('Date,Description,Amount,Notes,Branch', '25/11/2026,A,-1.00,x', '26/11/2026,C,5000.00,1.00,x'),
  ],
];

test.each(shifted)('reading an amount that a separator moved is skipped by name if %s', (_what, row, text) => {
  const { lines = [], skipped } = readExport(text);
  expect(lines.filter((line) => line.endsWith('+500000'))).toEqual([]);
  expect(skipped).toContain(`${row} too_many_cells`);
});

test.each([
  ['references of digits', 'Date,Description,Amount,Ref', ['25/11/2026,A,-1.00,FT9', '26/11/2026,B,5000.00,12345']],
  ['empty cells at the end', 'Date,Description,Amount,Fee', ['25/11/2026,A,-1.00,', '26/11/2026,B,5000.00,1.00']],
  [
    'days after the amount',
    'Date,Description,Amount,Booked,Note',
    ['25/11/2026,A,-1.00,26.11.2026', '26/11/2026,B,5000.00,26.11.2026,x'],
  ],
  ['a fee in each row', 'Date,Description,Amount,Fee', ['25/11/2026,A,-1.00,0.00', '26/11/2026,B,5000.00,1.00']],
])('reading a file with %s returns each amount', (_what, head, rows) =>
  expect(readExport(joinRows(head, ...rows))).toEqual({
    lines: ['2026-11-25 -100', '2026-11-26 +500000'],
    skipped: [],
  }),
);
