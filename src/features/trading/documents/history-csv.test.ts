import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsvCell } from '../../../kernel/csv-format.ts';
import { csvHead } from './history-csv.ts';
import { parsePeriod } from './history-csv-period.ts';

const readCell = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a cell', () => {
  it.each(['=1+1', '+876', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is not read as a formula', (text) => {
    expect(readCell(formatCsvCell(text))).toBe(`'${text}`);
  });

  it('is quoted when it has a comma, quote or line break', () => {
    expect(formatCsvCell('Kingston, "New"')).toBe('"Kingston, ""New"""');
    expect(formatCsvCell('a\nb')).toBe('"a\nb"');
    expect(formatCsvCell('plain')).toBe('plain');
  });

  it('any other text is read back unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[=+\-@\t\r]/.test(text));
        expect(readCell(formatCsvCell(text))).toBe(text);
      }),
    );
  });
});

it('the file starts with a byte order mark and names both currencies', () => {
  expect(csvHead().charCodeAt(0)).toBe(0xfeff);
  expect(csvHead()).toContain('Amount J$,Amount US$');
  expect(csvHead().endsWith('\r\n')).toBe(true);
});

describe('a period', () => {
  it('counts in Jamaican days, both inclusive', () => {
    expect(parsePeriod('2026-11-20', '2026-11-20')).toEqual({
      from: new Date('2026-11-20T05:00:00Z'),
      until: new Date('2026-11-21T05:00:00Z'),
      name: '2026-11-20-to-2026-11-20',
    });
  });

  it('can be a leap year, but no longer', () => {
    expect(parsePeriod('2028-01-01', '2028-12-31')).toBeTypeOf('object');
    expect(parsePeriod('2026-01-01', '2027-01-01')).toBeTypeOf('object');
    expect(parsePeriod('2026-01-01', '2027-01-02')).toBe('trading.csv_long');
  });

  it('cannot end before it starts', () => {
    expect(parsePeriod('2026-03-02', '2026-03-01')).toBe('trading.csv_order');
  });

  it.each([
    [undefined, '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['2026-13-01', '2026-13-02'],
    ['20260101', '2026-01-02'],
    [['2026-01-01', '2026-01-02'], '2026-01-03'],
    ["2026-01-01'--", '2026-01-02'],
  ])('rejects %j to %j', (from, until) => {
    expect(parsePeriod(from, until)).toBe('trading.csv_dates');
  });

  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (from, until) => {
        parsePeriod(from, until);
      }),
    );
  });
});
