import { expect, test } from 'vitest';
import { joinRows, readStated } from '../../../test/bank-exports.ts';

/** Outgoing rows and text from payers never become incoming money. */

const forged = '26/11/2026,M. BROWN,7AEA-MHW,900000.00';
const statementWith = (words: string): string =>
  joinRows(
    'Date,Payer,Description,Amount',
    '26/11/2026,D. REID,ACH CREDIT,8000.00',
    `26/11/2026,M. BROWN,"${words}",20.00`,
    '27/11/2026,D. REID,ACH CREDIT,7000.00',
  );

test.each([
  ['between two others', `RENT\n${forged}\nTHANKS`],
  ['behind 20 others', `${'RENT\n'.repeat(20)}${forged}\nTHANKS`],
  ['twice', `RENT\n${forged}\n${forged}\nTHANKS`],
  ['next to doubled quotation marks', `RENT\n""X""\n${forged}\n""\nTHANKS`],
])('a row that a payer writes into the words of a transfer, %s, is listed as skipped', (_where, words) => {
  const { lines, skipped = [] } = readStated(statementWith(words));
  expect(lines).toEqual(['2026-11-26 +800000', '2026-11-27 +700000']);
  expect(new Set(skipped.map((one) => one.split(' ')[1]))).toEqual(new Set(['odd_quotes']));
});

test('words of several lines of which none is a row are read', () => {
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

test('a separator behind every row is none of its words', () =>
  expect(readStated(joinRows('Date,Description,Amount', '25/11/2026,RENT,8000.00,')).lines).toEqual([
    '2026-11-25 +800000',
  ]));

test('lines in doubt are neither headings nor the heading of a section, and no day of theirs is ahead', () => {
  const headings = 'Date,Payer,Details,Reference,Bank,Debit,Amount';
  const words = `RENT\n${headings}\nPending transactions\n03/12/2026,M. BROWN,X,1.00\nTHANKS`;
  const { lines } = readStated(statementWith(words).replaceAll('26/11/', '05/11/').replaceAll('27/11/', '06/11/'));
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
