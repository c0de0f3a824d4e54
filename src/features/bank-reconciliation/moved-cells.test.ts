import { expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';

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
