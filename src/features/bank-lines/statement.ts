import type { Day } from '../../kernel/calendar.ts';
import { csvLines, type Separator } from '../../kernel/csv.ts';
import { plainLine } from '../../kernel/plain-line.ts';
import { type DayForm, type DecimalSign, readCents, readDay } from './amount-and-day.ts';

/** What a statement can say of a line. */
export const columnNames = [
  'day',
  'amount',
  'credit',
  'debit',
  'reference',
  'details',
  'payer',
  'account',
  'bank',
] as const;
export type ColumnName = (typeof columnNames)[number];

/**
 * How one bank writes its statements: where each fact stands, by the heading of its column or, where there is none, by
 * its number (`#1` is the first). Money is one column with a sign, or two.
 */
export type StatementFormat = {
  readonly separator: Separator;
  readonly decimal: DecimalSign;
  readonly day: DayForm;
  readonly columns: Readonly<Record<ColumnName, string>>;
};

/** One line of a bank's statement. */
export type StatementLine = {
  readonly day: Day;
  /** Came in; else it left. */
  readonly credit: boolean;
  /** Cents, above zero. */
  readonly minor: bigint;
  /** What is not said is empty. */
  readonly reference: string;
  readonly details: string;
  readonly payer: string;
  readonly account: string;
  readonly bank: string;
};

/** What stood in a row that is no line: a total, a remark, or something we cannot read. */
export type Skipped = {
  readonly why: 'no_day' | 'no_amount' | 'other_currency' | 'not_booked';
  readonly text: string;
};

export type StatementFault = 'too_long' | 'too_many_lines' | 'quote_open' | 'no_heading' | 'no_columns';
export type StatementRead =
  | { readonly ok: true; readonly lines: readonly StatementLine[]; readonly skipped: readonly Skipped[] }
  | { readonly ok: false; readonly fault: StatementFault };

/** So long may a statement be: signs of it, and lines. A longer one is uploaded in parts. */
export const longestStatement = 100_000;
export const mostLines = 1_000;

const same = (heading: string): string => heading.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
const numbered = /^#([1-9]\d?)$/;

type Places = Readonly<Partial<Record<ColumnName, number>>>;

/** Where each column stands in the rows, and after which row they begin; null where a heading is missing. */
function placesIn(rows: readonly (readonly string[])[], { columns }: StatementFormat) {
  const named = columnNames.filter((name) => columns[name] !== '');
  const headings = named.filter((name) => !numbered.test(columns[name])).map((name) => same(columns[name]));
  const at = headings.length === 0 ? -1 : rows.findIndex((row) => headings.every((one) => row.map(same).includes(one)));
  if (at === -1 && headings.length > 0) return null;
  const heads = (rows[at] ?? []).map(same);
  const placeOf = (name: ColumnName): number => {
    const number = numbered.exec(columns[name])?.[1];
    return number === undefined ? heads.indexOf(same(columns[name])) : Number(number) - 1;
  };
  const places: Places = Object.fromEntries(named.map((name) => [name, placeOf(name)]));
  return { places, rows: rows.slice(at + 1) };
}

const longest: Readonly<Record<'reference' | 'details' | 'payer' | 'account' | 'bank', number>> = {
  reference: 120,
  details: 400,
  payer: 120,
  account: 40,
  bank: 80,
};

/** What came in above zero, what left below: of one column, or of two of which one is filled. */
function centsOf(field: (name: ColumnName) => string, decimal: DecimalSign): bigint | null {
  const amount = field('amount');
  if (amount !== '') return readCents(amount, decimal);
  const [credit, debit] = [field('credit'), field('debit')].map((text) =>
    text === '' ? 0n : readCents(text, decimal),
  );
  if (credit === null || credit === undefined || debit === null || debit === undefined) return null;
  if (credit !== 0n && debit !== 0n) return null;
  return credit === 0n ? (debit > 0n ? -debit : debit) : credit;
}

/**
 * Reads a bank's statement: pure, bounded, and nothing of it is lost without a word. Rows above the headings are the
 * bank's own; a row without a day or an amount is skipped and told.
 */
export function readStatement(text: string, format: StatementFormat): StatementRead {
  if (text.length > longestStatement) return { ok: false, fault: 'too_long' };
  const { columns, decimal, day: form } = format;
  const hasMoney = columns.amount !== '' || columns.credit !== '' || columns.debit !== '';
  if (columns.day === '' || !hasMoney) return { ok: false, fault: 'no_columns' };
  const all = csvLines(text, format.separator);
  if (all.at(-1)?.join() === '"') return { ok: false, fault: 'quote_open' };
  const found = placesIn(all, format);
  if (!found) return { ok: false, fault: 'no_heading' };
  if (found.rows.length > mostLines) return { ok: false, fault: 'too_many_lines' };
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  for (const row of found.rows) {
    const field = (name: ColumnName): string => row[found.places[name] ?? -1] ?? '';
    const day = readDay(field('day'), form);
    const cents = centsOf(field, decimal);
    if (day === null || !cents) {
      skipped.push({ why: day === null ? 'no_day' : 'no_amount', text: plainLine(row.join(' '), 120) });
      continue;
    }
    const [reference, details, payer, account, bank] = (
      ['reference', 'details', 'payer', 'account', 'bank'] as const
    ).map((name) => plainLine(field(name), longest[name])) as [string, string, string, string, string];
    const minor = cents < 0n ? -cents : cents;
    lines.push({ day, credit: cents > 0n, minor, reference, details, payer, account, bank });
  }
  return { ok: true, lines, skipped };
}
