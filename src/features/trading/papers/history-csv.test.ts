import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../../../kernel/csv.ts';
import { csvHead } from './history-csv.ts';
import { readPeriod } from './history-csv-period.ts';

/** Reads a cell back as a spreadsheet does. */
const read = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a cell', () => {
  it.each(['=1+1', '+876', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is not taken for a formula', (text) => {
    expect(read(csvCell(text))).toBe(`'${text}`);
  });

  it('is quoted when it holds a comma, a quote or a line break', () => {
    expect(csvCell('Kingston, "New"')).toBe('"Kingston, ""New"""');
    expect(csvCell('a\nb')).toBe('"a\nb"');
    expect(csvCell('plain')).toBe('plain');
  });

  it('any other text is read back as it was', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[=+\-@\t\r]/.test(text));
        expect(read(csvCell(text))).toBe(text);
      }),
    );
  });
});

it('the file begins with the mark of UTF-8 and names both currencies', () => {
  expect(csvHead().charCodeAt(0)).toBe(0xfeff);
  expect(csvHead()).toContain('Amount J$,Amount US$');
  expect(csvHead().endsWith('\r\n')).toBe(true);
});

describe('a period', () => {
  it('is counted in Jamaican days, both included', () => {
    expect(readPeriod('2026-11-20', '2026-11-20')).toEqual({
      from: new Date('2026-11-20T05:00:00Z'),
      until: new Date('2026-11-21T05:00:00Z'),
      name: '2026-11-20-to-2026-11-20',
    });
  });

  it('may be a leap year and no day longer', () => {
    expect(readPeriod('2028-01-01', '2028-12-31')).toBeTypeOf('object');
    expect(readPeriod('2026-01-01', '2027-01-01')).toBeTypeOf('object');
    expect(readPeriod('2026-01-01', '2027-01-02')).toBe('trading.csv_long');
  });

  it('must not run backwards', () => {
    expect(readPeriod('2026-03-02', '2026-03-01')).toBe('trading.csv_order');
  });

  it.each([
    [undefined, '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['2026-13-01', '2026-13-02'],
    ['20260101', '2026-01-02'],
    [['2026-01-01', '2026-01-02'], '2026-01-03'],
    ["2026-01-01'--", '2026-01-02'],
  ])('is not made of %j and %j', (from, until) => {
    expect(readPeriod(from, until)).toBe('trading.csv_dates');
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (from, until) => {
        readPeriod(from, until);
      }),
    );
  });
});
