import { expect, test } from 'vitest';
import { testAccount, testFormat } from '../../../test/bank-lines.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { parseCents } from './parse-cells.ts';
import { parseStatement } from './statement.ts';
import { maxStatementLength, type StatementFormat } from './statement-format.ts';

/** Parsing blocks the process, so its time must be linear in the cell length. */
const format = testFormat as StatementFormat;
const head = 'Date,Description,Reference,Debit,Credit,Payer,Payer account,Payer bank';
const plain = ['24/11/2026', 'a', 'b', '', '1.00', 'Ina Brown', '404512345', 'Demo Bank'];

/** Returns the CPU time in µs to parse one cell of maximum length. */
function measureCost(column: number, cell: string) {
  const row = plain.map((one, at) => (at === column ? cell : one)).join(',');
  const text = `${head}\n${row}\n`.slice(0, maxStatementLength);
  const begun = getCpuMicros();
  expect(parseStatement(text, format, testAccount).ok).toBe(true);
  return getCpuMicros() - begun;
}
const length = maxStatementLength - 200;

test.each(['1 ', '1\u00A0', '-', '(', '1(', 'CR ', "1'000", '1-', '1/1/', '\uFDFA'])(
  'a cell of repeated %j is read as quickly as one of letters',
  (sign) => {
    for (const column of plain.keys()) {
      measureCost(column, 'x'.repeat(length));
      const letters = measureCost(column, 'x'.repeat(length));
      const [begin = '', rest = ''] = sign.length > 1 ? [sign.slice(0, 1), sign.slice(1)] : ['', sign];
      for (const cell of [sign.repeat(length / sign.length), `${begin}${rest.repeat((length - 2) / rest.length)}x`])
        expect(measureCost(column, cell)).toBeLessThan(letters * 20 + 100_000);
    }
  },
);

test('an amount longer than 60 characters is refused', () => {
  expect(parseCents(`J$ ${' '.repeat(40)}1.00`, '.')).toBe(100n);
  expect(parseCents(`J$ ${' '.repeat(60)}1.00`, '.')).toBeNull();
});
