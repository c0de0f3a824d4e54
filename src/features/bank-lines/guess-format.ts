import { csvLines, separators } from '../../kernel/csv.ts';
import { type DayForm, type DecimalSign, dayForms, decimalSigns, readCents, readDay } from './amount-and-day.ts';
import { type ColumnName, columnNames, longestStatement, type StatementFormat } from './statement.ts';

/** How banks head their columns; the first that fits is taken. */
const headings: Readonly<Record<ColumnName, RegExp>> = {
  day: /^(transaction |posting |posted |value |book(ing)? ?)?(date|day|datum)$/i,
  amount: /^(transaction )?(amount|betrag|sum)( \((jmd|usd|j\$|us\$)\))?$/i,
  credit: /^(credits?|deposits?|paid in|money in|credit amount|gutschrift)( \((jmd|usd)\))?$/i,
  debit: /^(debits?|withdrawals?|paid out|money out|debit amount|belastung)( \((jmd|usd)\))?$/i,
  reference: /^(bank |transaction |trans\.? )?(reference|ref|ref\.? ?(no|number|#)\.?|id|transaction id)$/i,
  details: /^(description|details|narrative|particulars|memo|text|transaction details|verwendungszweck)$/i,
  payer: /^(payer|payor|paid by|from|sender|name|counterparty|remitter|ordering customer)( name)?$/i,
  account: /^(payer|payor|from|sender|counterparty|remitter)('?s)? (account|a\/c)( (no|number)\.?)?$/i,
  bank: /^(payer|payor|from|sender|counterparty|remitter)('?s)? bank$/i,
};

const nothing: Readonly<Record<ColumnName, string>> = {
  ...{ day: '', amount: '', credit: '', debit: '', reference: '', details: '', payer: '', account: '', bank: '' },
};

const columnsIn = (row: readonly string[]): Record<ColumnName, string> => ({
  ...nothing,
  ...Object.fromEntries(
    columnNames.flatMap((name) => {
      const heading = row.find((one) => headings[name].test(one.trim()));
      return heading === undefined ? [] : [[name, heading]];
    }),
  ),
});

const filled = (columns: Readonly<Record<ColumnName, string>>): number =>
  columnNames.filter((name) => columns[name] !== '').length;

/** The first of these under which most of the texts can be read. */
const best = <T>(ways: readonly T[], texts: readonly string[], reads: (text: string, way: T) => unknown): T => {
  const count = (way: T) => texts.filter((text) => reads(text, way) !== null).length;
  return ways.reduce((one, other) => (count(other) > count(one) ? other : one));
};

/** What a statement looks like at first sight: for a person to look over, who sees what it makes of the lines. */
export function guessFormat(whole: string): StatementFormat {
  const text = whole.slice(0, longestStatement);
  const looks = separators.map((separator) => {
    const rows = csvLines(text, separator).slice(0, 200);
    const heads = rows.slice(0, 20).map(columnsIn);
    const at = heads.reduce((most, columns, row) => (filled(columns) > filled(heads[most] ?? nothing) ? row : most), 0);
    return { separator, rows, at, columns: heads[at] ?? nothing };
  });
  const look = looks.reduce((one, other) => (filled(other.columns) > filled(one.columns) ? other : one));
  const { separator, rows, at, columns } = look;
  const under = (...names: ColumnName[]) =>
    names.flatMap((name) => {
      const place = rows[at]?.indexOf(columns[name]) ?? -1;
      return rows.slice(at + 1).flatMap((row) => (place >= 0 && row[place] ? [row[place]] : []));
    });
  const day: DayForm = best(dayForms, under('day'), readDay);
  const decimal: DecimalSign = best(decimalSigns, under('amount', 'credit', 'debit'), readCents);
  const both = columns.credit !== '' || columns.debit !== '';
  return { separator, decimal, day, columns: { ...columns, ...(both && { amount: '' }) } };
}
