import { expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';

const labels = [
  ...['Total for November', 'Net total', 'Ending Bal', 'BAL B/FWD', 'Balance at 30 Nov', 'Carried fwd', 'Opening Bal.'],
  ...[
    'Closing Bal',
    'Opening Ledger Balance',
    'Available Bal',
    'Previous Bal',
    'BALANCE',
    'Balance forward',
    'Bal fwd',
  ],
  ...['Page total', 'Sub total', 'Sum', 'Saldo', 'Brought fwd', 'Account balance', 'Total Credits:', 'Totals:'],
  ...[
    '*** Total ***',
    'Statement total',
    'Daily balance',
    'Ledger balance',
    'Cleared balance',
    'Total amount credited',
  ],
];

test.each(labels)('reading a row called %s skips it as a balance or total', (label) => {
  const text = joinRows('Date,Description,Debit,Credit', '25/11/2026,A,,8000.00', `26/11/2026,${label},,108000.00`);
  expect(readExport(text)).toEqual({ lines: ['2026-11-25 +800000'], skipped: ['3 balance'] });
});

test.each([
  'Balance for course',
  'Balance on order K7M4-9QX',
  'Total solutions',
  'Summer course',
  'Net balance sheet course',
])('reading a payment for %s returns it', (words) =>
  expect(readExport(joinRows('Date,Description,Debit,Credit', `25/11/2026,${words},,80.00`)).lines).toHaveLength(1),
);

test('reading a row that repeats the unchanged balance skips it', () => {
  const rows = ['25/11/2026,A,,8000.00,108000.00', '26/11/2026,Stand am Monatsende,,108000.00,108000.00'];
  expect(readExport(joinRows('Date,Description,Debit,Credit,Balance', ...rows))).toEqual({
    lines: ['2026-11-25 +800000'],
    skipped: ['3 balance'],
  });
});
