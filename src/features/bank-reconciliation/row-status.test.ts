import { expect, test } from 'vitest';
import { joinRows, readExport } from '../../../test/bank-exports.ts';

const [head, booked] = ['Date,Description,Debit,Credit', '26/11/2026,A,,8000.00'];
const other = '26/11/2026,K7M4-9QX,,5000.00';
const withColumn = (heading: string, ...[first, second]: string[]) =>
  joinRows(`${head},${heading}`, `${booked},${first}`, `${other},${second}`);

test.each([
  ['Txn Status', 'Posted', 'In progress', 'not_booked'],
  ['State', 'Completed', 'PEND', 'not_booked'],
  ['Cheque Status', 'Cleared', 'Unpaid', 'reversed'],
  ['Status code', 'OK', 'Z9', 'status_unknown'],
  ['Cleared (Y/N)', 'Y', 'N', 'not_booked'],
  ['Cleared (Y/N)', 'Y', 'Q', 'status_unknown'],
  ['Posting', 'Y', 'On hold', 'not_booked'],
  ['Reversal', 'N', 'Y', 'reversed'],
  ['Rev', '', 'R', 'reversed'],
  ['Hold', '0.00', '5000.00', 'not_booked'],
  ['Remark', 'Rent', 'Uncleared', 'not_booked'],
  ['Remarks (bank)', '', 'Hold until 03/12', 'not_booked'],
  ['Notes', '', 'Returned unpaid', 'reversed'],
  ['Value Date', '26/11/2026', '03/12/2026', 'not_booked'],
  ['Available on', '26/11/2026', '03/12/2026', 'not_booked'],
])('reading the column %s returns rows with %j and skips %j', (heading, final, open, why) =>
  expect(readExport(withColumn(heading, final, open))).toEqual({
    lines: ['2026-11-26 +800000'],
    skipped: [`3 ${why}`],
  }),
);

test('reading two status columns skips a row that either of them calls undone', () => {
  const text = joinRows(`${head},Status,Reversed`, `${booked},Posted,N`, `${other},Posted,Y`);
  expect(readExport(text)).toEqual({ lines: ['2026-11-26 +800000'], skipped: ['3 reversed'] });
});

test.each(['Pending:', 'Pending transactions (3)', 'Pending authorisations', 'Uncleared effects'])(
  'reading a section %s skips the rows below it as pending',
  (words) =>
    expect(readExport(joinRows(head, booked, `${words},,,`, other))).toEqual({
      lines: ['2026-11-26 +800000'],
      skipped: ['3 no_day', '4 not_booked'],
    }),
);
