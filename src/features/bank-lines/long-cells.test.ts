import { expect, test } from 'vitest';
import { testFormat } from '../../../test/bank-lines.ts';
import { cpuTime } from '../../../test/cpu-time.ts';
import { readCents } from './amount-and-day.ts';
import { longestStatement, readStatement, type StatementFormat } from './statement.ts';

/** While a statement is read nobody else is answered: it costs as much as it is long, whatever stands in its cells. */
const format = testFormat as StatementFormat;
const head = 'Date,Description,Reference,Debit,Credit,Payer,Payer account,Payer bank';
const plain = ['24/11/2026', 'a', 'b', '', '1.00', 'Ina Brown', '404512345', 'Demo Bank'];

/** What it costs to read a statement whose cell in this column is as long as a statement may be, µs. */
function costOf(column: number, cell: string) {
  const row = plain.map((one, at) => (at === column ? cell : one)).join(',');
  const text = `${head}\n${row}\n`.slice(0, longestStatement);
  const begun = cpuTime();
  expect(readStatement(text, format).ok).toBe(true);
  return cpuTime() - begun;
}
const length = longestStatement - 200;

test.each(['1 ', '1\u00A0', '-', '(', '1(', 'CR ', "1'000", '1-', '1/1/', '\uFDFA'])(
  'a cell of nothing but %j is read as quickly as one of letters',
  (sign) => {
    for (const column of plain.keys()) {
      costOf(column, 'x'.repeat(length));
      const letters = costOf(column, 'x'.repeat(length));
      const [begin = '', rest = ''] = sign.length > 1 ? [sign.slice(0, 1), sign.slice(1)] : ['', sign];
      for (const cell of [sign.repeat(length / sign.length), `${begin}${rest.repeat((length - 2) / rest.length)}x`])
        expect(costOf(column, cell)).toBeLessThan(letters * 20 + 100_000);
    }
  },
);

test('no amount is longer than 60 signs, of blanks or of anything', () => {
  expect(readCents(`J$ ${' '.repeat(40)}1.00`, '.')).toBe(100n);
  expect(readCents(`J$ ${' '.repeat(60)}1.00`, '.')).toBeNull();
});
