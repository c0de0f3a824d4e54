import type { Day } from '../../kernel/calendar.ts';
import { type CsvRecord, parseFirstRecords } from '../../kernel/csv.ts';
import { sanitizeSingleLine } from '../../kernel/sanitize-text.ts';
import { getDateReadings } from './detect-format.ts';
import { findDivision, findForeignPart } from './file-parts.ts';
import { type Amount, type DecimalSign, isBlankCell, parseAmount, parseDay } from './parse-cells.ts';
import {
  isConverted,
  maxLines,
  maxRecords,
  maxStatementLength,
  type ReadContext,
  type StatementFormat,
  toUnreadable,
  type Unreadable,
} from './statement-format.ts';
import { detectHiddenDirections, findUnassigned, getZone, type Layout, parseLayout } from './statement-layout.ts';
import {
  applyDirection,
  createMovedCheck,
  createStatusCheck,
  type Directed,
  type Directions,
  detectDirections,
  type SkipReason,
} from './statement-rows.ts';
import {
  type BookingStatus,
  type ColumnName,
  isBalance,
  isForeignAmountHeading,
  parseCurrencyCode,
  parseCurrencyColumn,
  parseDirection,
  parseSection,
} from './statement-terms.ts';

export type FileFault = 'file_too_long' | 'not_whole' | 'other_message' | 'not_text';
export type StatementFile =
  | { readonly ok: true; readonly lines: readonly StatementLine[]; readonly skipped: readonly Skipped[] }
  | { readonly ok: false; readonly fault: FileFault };

/** Parses a plain decimal number. Returns cents, or null unless the number is whole cents. */
export function parsePlainCents(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(part.slice(2))) return null;
  return BigInt(whole) * 100n + BigInt(part.slice(0, 2).padEnd(2, '0'));
}

type BalancedRow = {
  readonly row: number;
  readonly day: Day | null;
  readonly cents: bigint | null;
  /** Null if unreadable. The next row then has no known change. */
  readonly balance: bigint | null;
};

const getMagnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

const getChanges = (rows: readonly BalancedRow[]) =>
  rows.flatMap(({ row, cents, balance }, at) => {
    const before = rows[at - 1];
    if (!before || before.balance === null || balance === null || cents === null || cents === 0n) return [];
    return [{ row, cents, balance, change: balance - before.balance }];
  });

type Change = ReturnType<typeof getChanges>[number];
const countMatching = (changes: readonly Change[]): number =>
  changes.filter(({ cents, change }) => getMagnitude(cents) === getMagnitude(change)).length;
const getContradicted = (changes: readonly Change[]): Set<number> =>
  new Set(changes.filter(({ cents, change }) => change === -cents).map(({ row }) => row));

/** Orders rows by day, or by the order that fits the balances. In doubt, chooses the order with more contradictions. */
function orderChronologically(rows: readonly BalancedRow[]): readonly Change[] {
  const [older, newer] = [getChanges(rows), getChanges(rows.toReversed())];
  const days = rows.flatMap(({ day }) => day ?? []);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (first !== last) return first < last ? older : newer;
  const more = countMatching(newer) - countMatching(older) || getContradicted(newer).size - getContradicted(older).size;
  return more > 0 ? newer : older;
}

/**
 * Compares amounts with balance changes and returns row numbers. `proven`: both are equal. `differs`: they are
 * opposite. `unknown`: the change proves no direction. `balances`: the amount is the unchanged balance itself.
 */
function compareBalance(rows: readonly BalancedRow[]) {
  const changes = orderChronologically(rows);
  const differs = getContradicted(changes);
  const known = new Set(
    changes.filter(({ cents, change }) => getMagnitude(change) === getMagnitude(cents)).map(({ row }) => row),
  );
  const unknown = differs.size === 0 ? [] : rows.filter(({ row, cents }) => cents !== null && !known.has(row));
  // Detects balance rows without their label, which may be in any language.
  const unmoved = changes.filter(({ cents, change, balance }) => change === 0n && cents === balance);
  const proven = new Set(changes.filter(({ cents, change }) => change === cents).map(({ row }) => row));
  const balances = new Set(unmoved.map(({ row }) => row));
  return { differs, proven, balances, unknown: new Set(unknown.map(({ row }) => row)) };
}

export type StatementLine = {
  readonly day: Day;
  readonly credit: boolean;
  /** Cents, above zero. */
  readonly minor: bigint;
  readonly reference: string;
  readonly details: string;
  readonly payer: string;
  readonly account: string;
  readonly bank: string;
};

export type Skipped = { readonly row: number; readonly why: SkipReason; readonly text: string };

export type StatementRead =
  | { readonly ok: true; readonly lines: readonly StatementLine[]; readonly skipped: readonly Skipped[] }
  | Unreadable;

const maxFieldLengths: Readonly<Record<'reference' | 'details' | 'payer' | 'account' | 'bank', number>> = {
  reference: 120,
  details: 400,
  payer: 120,
  account: 40,
  bank: 80,
};

type Field = (name: ColumnName) => string;

/** Returns a positive amount for money in. Reads the amount column, or the filled one of credit and debit. */
function parseRowAmount(field: Field, decimal: DecimalSign): Amount | null {
  const [amount, credit, debit] = (['amount', 'credit', 'debit'] as const).map((name) =>
    isBlankCell(field(name)) ? undefined : parseAmount(field(name), decimal),
  );
  if (amount !== undefined) return amount;
  if (credit === null || debit === null || (credit?.cents && debit?.cents)) return null;
  const out = debit && debit.cents > 0n ? { ...debit, cents: -debit.cents } : debit;
  return (credit?.cents ? credit : (out ?? credit)) ?? null;
}

type RowContext = {
  readonly layout: Layout;
  readonly format: StatementFormat;
  readonly as: ReadContext;
  readonly others: readonly number[];
  readonly directions: Directions;
  readonly isMoved: (row: CsvRecord) => boolean;
  readonly getStatus: ReturnType<typeof createStatusCheck>;
};

/** True if the row has another currency, by its currency column, or else by its amount and unassigned cells. */
function isOtherCurrency({ cells }: CsvRecord, amount: Amount, { layout, as, others }: RowContext): boolean {
  const { indexes: places, heads } = layout;
  if (amount.currency !== null && amount.currency !== as.currency) return true;
  if (places.currency !== undefined) return parseCurrencyColumn(cells[places.currency] ?? '') !== as.currency;
  return others.some((place) => {
    const named = isForeignAmountHeading(heads[place] ?? '') ? null : parseCurrencyCode(cells[place] ?? '');
    return named !== null && named !== as.currency;
  });
}

type Row = (Directed & { readonly day: Day }) | { readonly why: SkipReason };

function parseRow(row: CsvRecord, section: BookingStatus | null, context: RowContext): Row {
  const { layout, format, as, others } = context;
  const field: Field = (name) => row.cells[layout.indexes[name] ?? -1] ?? '';
  if (row.isAmbiguous) return { why: 'odd_quotes' };
  if (context.isMoved(row)) return { why: 'too_many_cells' };
  const day = parseDay(field('day'), format.day, getZone(layout));
  if (day === null) return { why: 'no_day' };
  if (day > as.today) return { why: 'future_day' };
  if (others.some((place) => isBalance(row.cells[place] ?? ''))) return { why: 'balance' };
  const amount = parseRowAmount(field, format.decimal);
  if (!amount?.cents) return { why: 'no_amount' };
  if (isOtherCurrency(row, amount, context)) return { why: 'other_currency' };
  const why = context.getStatus(row, section);
  if (why) return { why };
  const directed = applyDirection(row, amount, context.directions);
  return typeof directed === 'string' ? { why: directed } : { ...directed, day };
}

function toStatementLine(field: Field, { cents, day }: { cents: bigint; day: Day }): StatementLine {
  const textOf = (name: keyof typeof maxFieldLengths): string =>
    isBlankCell(field(name)) ? '' : sanitizeSingleLine(field(name), maxFieldLengths[name]);
  return {
    day,
    credit: cents > 0n,
    minor: cents < 0n ? -cents : cents,
    reference: textOf('reference'),
    details: textOf('details'),
    payer: textOf('payer'),
    account: textOf('account'),
    bank: textOf('bank'),
  };
}

function getOtherColumns({ indexes: places, width }: Layout): number[] {
  const { reference, details, ...assigned } = places;
  const usedPlaces = new Set(Object.values(assigned));
  return Array.from({ length: Math.min(width, 100) }, (_, place) => place).filter((place) => !usedPlaces.has(place));
}

function parseRows(context: RowContext): readonly [CsvRecord, Row][] {
  let section = context.layout.above.map(({ cells }) => parseSection(cells)).findLast((one) => one !== null) ?? null;
  return context.layout.rows.map((row) => {
    section = (row.isAmbiguous ? null : parseSection(row.cells)) ?? section;
    return [row, parseRow(row, section, context)];
  });
}

function checkBalance(read: readonly [CsvRecord, Row][], { layout, format, isMoved }: RowContext) {
  const { balance: place, amount, credit, debit } = layout.indexes;
  const balanced = read.flatMap(([record, one]): BalancedRow[] => {
    const { row, cells, isAmbiguous } = record;
    const isOpen = isAmbiguous || isMoved(record);
    const balance = place === undefined || isOpen ? null : parseAmount(cells[place] ?? '', format.decimal);
    const { cents, day } = 'cents' in one ? one : { cents: null, day: null };
    const isEmpty = !isOpen && [amount, credit, debit].every((at) => isBlankCell(cells[at ?? -1] ?? ''));
    return balance || !isEmpty ? [{ row, day, cents, balance: balance?.cents ?? null }] : [];
  });
  return compareBalance(balanced);
}

function getFault(layout: Layout, { format, as }: Pick<RowContext, 'format' | 'as'>): Unreadable | null {
  if (layout.rows.length > maxLines) return toUnreadable('too_many_lines');
  const cells = layout.rows.map((row) => (row.isAmbiguous ? '' : (row.cells[layout.indexes.day ?? -1] ?? '')));
  const future = cells.find((cell) => (parseDay(cell, format.day, getZone(layout)) ?? '') > as.today);
  // If another date order is possible, a future day means that the chosen order is likely wrong.
  const isOpen = future !== undefined && getDateReadings(cells, as.today, getZone(layout)).length > 1;
  return (
    findUnassigned(layout, as) ??
    findForeignPart(layout, format, as) ??
    findDivision(layout, format) ??
    (isOpen ? toUnreadable('day_in_future', sanitizeSingleLine(future, 40)) : null)
  );
}

/** Parses a statement, in bounded time. Returns skipped rows with reasons. Refuses unassigned decisive columns. */
export function parseStatement(text: string, format: StatementFormat, as: ReadContext): StatementRead {
  if (text.length > maxStatementLength) return toUnreadable('too_long');
  const { day, amount, credit, debit } = format.columns;
  if (day === '' || `${amount}${credit}${debit}` === '') return toUnreadable('no_columns');
  if (amount !== '' && `${credit}${debit}` !== '') return toUnreadable('two_amounts', amount);
  const layout = parseLayout(parseFirstRecords(text, format.separator, maxRecords), format);
  if (!layout.ok) return layout;
  const fault = getFault(layout, { format, as });
  if (fault) return fault;
  const isExact = isConverted(format);
  const hidden = isExact ? [] : detectHiddenDirections(layout, getOtherColumns(layout));
  // Other cells of a converted file hold only text from payers.
  const others = isExact ? [] : getOtherColumns(layout).filter((place) => !hidden.some((one) => one.index === place));
  const context: RowContext = {
    layout,
    format,
    as,
    others,
    directions: detectDirections(layout, format, others),
    isMoved: isExact ? () => false : createMovedCheck(layout, format),
    getStatus: createStatusCheck(layout, { format, as, others }),
  };
  const read = parseRows(context);
  const contradicted = hidden.find(({ index: place }) =>
    read.some(([{ cells }, one]) => 'cents' in one && one.cents > 0n && parseDirection(cells[place] ?? '') === 'out'),
  );
  if (contradicted) return toUnreadable(contradicted.fault, contradicted.name);
  const { differs, unknown, proven, balances } = checkBalance(read, context);
  const isOpen = read.some(([, one]) => 'cents' in one && !one.isProven);
  if (isOpen && layout.indexes.balance === undefined) return toUnreadable('direction_unknown');
  const lines: StatementLine[] = [];
  const skipped: Skipped[] = [];
  for (const [{ row, cells }, one] of read) {
    const skip = (why: SkipReason) => skipped.push({ row, why, text: sanitizeSingleLine(cells.join(' '), 120) });
    if ('why' in one) skip(one.why);
    else if (balances.has(row)) skip('balance');
    else if (differs.has(row)) skip('balance_differs');
    else if ((unknown.has(row) && one.cents > 0n) || !(one.isProven || proven.has(row))) skip('no_direction');
    else lines.push(toStatementLine((name) => cells[layout.indexes[name] ?? -1] ?? '', one));
  }
  return { ok: true, lines, skipped };
}
