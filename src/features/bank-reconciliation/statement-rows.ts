import type { CsvRecord } from '../../kernel/csv.ts';
import { type Amount, isBlankCell, parseAmount, parseDay, stripCurrencyMarks } from './parse-cells.ts';
import { isConverted, type ReadContext, type StatementFormat } from './statement-format.ts';
import { getZone, type Layout } from './statement-layout.ts';
import {
  type BookingStatus,
  isAvailableHeading,
  isBalance,
  isFlagHeading,
  isKindHeading,
  isOutgoingWord,
  matchesColumn,
  mentionsCorrection,
  mentionsOutgoing,
  parseDirection,
  parseStatus,
  parseUndoneStatus,
  parseUndoneWords,
} from './statement-terms.ts';

/** Why a row of a statement is not saved as a line. */
export const skipReasons = [
  'no_day',
  'future_day',
  'no_amount',
  'balance',
  'other_currency',
  'not_booked',
  'reversed',
  'correction',
  'status_unknown',
  'no_direction',
  'direction_differs',
  'balance_differs',
  'odd_quotes',
  'too_many_cells',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export type RowStatus = BookingStatus | 'status_unknown' | null;

type Dates = { readonly format: StatementFormat; readonly as: ReadContext; readonly zone: string };

const parseAnswer = (cell: string): boolean | null => {
  if (/^(y|yes|true|1|x)$/i.test(cell)) return true;
  return isBlankCell(cell) || /^(n|no|false|0)$/i.test(cell) ? false : null;
};

/** Parses a status cell. Some headings are yes-or-no questions: `Cleared (Y/N)`, `Reversal`, `Hold`. */
function parseStatusCell(heading: string, cell: string, { format, as, zone }: Dates): RowStatus {
  const flag = isFlagHeading(heading);
  if (flag === null) return parseStatus(cell) ?? 'status_unknown';
  const day = parseDay(cell, format.day, zone);
  const isZero = !day && parseAmount(cell, format.decimal)?.cents === 0n;
  const answer = isZero ? false : parseAnswer(cell);
  if (flag !== 'booked') return answer === false || parseStatus(cell) === 'booked' ? 'booked' : flag;
  if (day !== null) return day > as.today ? 'not_booked' : 'booked';
  return answer === null ? (parseStatus(cell) ?? 'status_unknown') : answer ? 'booked' : 'not_booked';
}

/** Returns a function that finds the status of a row in status columns, availability dates and other words. */
export function createStatusCheck(
  layout: Layout,
  { format, as, others }: { format: StatementFormat; as: ReadContext; others: readonly number[] },
) {
  const { indexes, heads } = layout;
  const { status, details, reference } = indexes;
  const dates = { format, as, zone: getZone(layout) };
  const headed = others.filter((at) => heads[at] && matchesColumn('status', heads[at]));
  const statusColumns = status === undefined ? headed : [status, ...headed];
  const available = others.filter((at) => isAvailableHeading(heads[at] ?? ''));
  const readOther = (at: number, cell: string): RowStatus => {
    const isByPayer = at === details || at === reference;
    return isByPayer ? parseUndoneStatus(cell) : (parseUndoneWords(cell) ?? parseUndoneStatus(cell));
  };
  return ({ cells }: CsvRecord, section: BookingStatus | null): Exclude<RowStatus, 'booked'> => {
    const cellAt = (at: number) => cells[at] ?? '';
    const isAhead = available.some((at) => (parseDay(cellAt(at), format.day, dates.zone) ?? '') > as.today);
    const all: readonly RowStatus[] = [
      ...statusColumns.map((at) => parseStatusCell(heads[at] ?? '', cellAt(at), dates)),
      section,
      isAhead ? 'not_booked' : null,
      ...others.filter((at) => !headed.includes(at)).map((at) => readOther(at, cellAt(at))),
    ];
    return all.find((one) => one !== null && one !== 'booked') ?? null;
  };
}

/** Most distinct values of a column of transaction kinds. Payers may write the text of other columns. */
const maxKinds = 12;

function isKindColumn({ indexes, rows, heads }: Layout, at: number): boolean {
  if (at === indexes.details || at === indexes.reference) return false;
  return isKindHeading(heads[at] ?? '') || new Set(rows.map(({ cells }) => cells[at] ?? '')).size <= maxKinds;
}

/** `unknown`: neither signs nor staff show the direction, so each amount needs proof. */
type Signs = 'separate' | 'directed' | 'stated' | 'signed' | 'incoming' | 'unknown';

/** True if a negative amount is not a correction or balance, which are negative in unsigned files too. */
function hasSignedDebits({ indexes, rows }: Layout, { day, decimal }: StatementFormat, others: readonly number[]) {
  const { amount = -1, day: onDay = -1 } = indexes;
  const saysAny = (cells: readonly string[], says: (cell: string) => boolean) =>
    others.some((at) => says(cells[at] ?? ''));
  return rows.some(
    ({ cells, isAmbiguous }) =>
      !isAmbiguous &&
      (parseAmount(cells[amount] ?? '', decimal)?.cents ?? 0n) < 0n &&
      parseDay(cells[onDay] ?? '', day) !== null &&
      !saysAny(cells, (cell) => mentionsCorrection(cell) || isBalance(cell)),
  );
}

function getSigns(layout: Layout, format: StatementFormat, others: readonly number[]): Signs {
  const { amount, direction } = layout.indexes;
  if (direction !== undefined) return 'directed';
  if (amount === undefined) return 'separate';
  if (format.amounts === 'signed' || isConverted(format)) return 'stated';
  if (format.amounts === 'incoming') return 'incoming';
  return hasSignedDebits(layout, format, others) ? 'signed' : 'unknown';
}

export type Directions = {
  readonly layout: Layout;
  readonly signs: Signs;
  readonly others: readonly number[];
  /** Columns that mark money in, such as `Deposit`. A row with another value there is not money in. */
  readonly incomingColumns: readonly number[];
};

export function detectDirections(layout: Layout, format: StatementFormat, others: readonly number[]): Directions {
  const signs = getSigns(layout, format, others);
  const amountOf = ({ cells }: CsvRecord) =>
    parseAmount(cells[layout.indexes.amount ?? -1] ?? '', format.decimal)?.cents ?? 0n;
  const findRows = (at: number, direction: 'in' | 'out') =>
    layout.rows.filter(({ cells }) => parseDirection(cells[at] ?? '') === direction);
  // Signs are reliable if they agree with all words for money out.
  const isReliable = (at: number) =>
    signs === 'signed' && findRows(at, 'out').length > 0 && findRows(at, 'out').every((row) => amountOf(row) < 0n);
  const areChecked = signs === 'signed' || signs === 'incoming' || signs === 'unknown';
  const incomingColumns = others.filter(
    (at) => areChecked && isKindColumn(layout, at) && findRows(at, 'in').length > 0 && !isReliable(at),
  );
  return { layout, signs, others, incomingColumns };
}

function getContradiction({ cells }: CsvRecord, { layout, signs, others, incomingColumns }: Directions) {
  const { details, reference } = layout.indexes;
  const isByPayer = (at: number) => at === details || at === reference;
  const mayMentionOutgoing = (at: number, cell: string) =>
    (signs === 'unknown' || signs === 'incoming' || (signs === 'signed' && !isByPayer(at))) && mentionsOutgoing(cell);
  const saysOutgoing = (at: number) => isOutgoingWord(cells[at] ?? '') || mayMentionOutgoing(at, cells[at] ?? '');
  if (others.some(saysOutgoing)) return 'direction_differs';
  // If other rows have `Deposit` in this column, `POS` or `Payment` is not money in.
  return incomingColumns.some((at) => parseDirection(cells[at] ?? '') !== 'in') ? 'no_direction' : null;
}

export type Directed = { readonly cents: bigint; readonly isProven: boolean };

/** Returns signed cents. `isProven` is false if only a running balance can prove money in. */
export function applyDirection(row: CsvRecord, amount: Amount, directions: Directions): Directed | SkipReason {
  const { layout, signs } = directions;
  const { direction, amount: inOne } = layout.indexes;
  const stated = direction === undefined ? undefined : parseDirection(row.cells[direction] ?? '');
  if (stated === null) return 'no_direction';
  const isOut = amount.cents < 0n;
  if (stated === 'in' && isOut) return 'direction_differs';
  if (stated === 'out' && !isOut)
    return inOne === undefined ? 'direction_differs' : { cents: -amount.cents, isProven: true };
  const why = isOut || stated !== undefined ? null : getContradiction(row, directions);
  return why ?? { cents: amount.cents, isProven: isOut || signs !== 'unknown' || amount.isMarked };
}

const maxNumberLength = 40;

const dayShape = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** True for digits with separators, a sign, CR or DR. False for other letters and for dates. */
function isNumeric(cell: string): boolean {
  if (cell.length > maxNumberLength || dayShape.test(cell)) return false;
  const bare = stripCurrencyMarks(cell).replace(/(?:\b|(?<=\d))(?:CR?|DR?|DB)\.?$/i, '');
  return /\d/.test(bare) && !/\p{L}/u.test(bare);
}

const hasDecimals = (cell: string): boolean => /\d[.,](?:\d{1,2}|\d{4})(?!\d)/.test(cell);

type Cells = readonly string[];

/**
 * Returns a test for rows with a moved amount: an unquoted separator in the description moves all cells after it. If
 * the bank omits empty last cells, the row is not too long, so the test checks the cells after the amount.
 */
export function createMovedCheck({ indexes, rows, width }: Layout, { day }: StatementFormat) {
  const money = [indexes.amount, indexes.credit, indexes.debit, indexes.balance].filter((at) => at !== undefined);
  const hasAmount = (cells: Cells) => money.some((at) => isNumeric(cells[at] ?? ''));
  const data = rows.filter(
    ({ cells, isAmbiguous }) =>
      !isAmbiguous && hasAmount(cells) && parseDay(cells[indexes.day ?? -1] ?? '', day) !== null,
  );
  const shortest = data.reduce((least, { cells }) => Math.min(least, cells.length), width);
  // In a padded file, a separator in the description makes the row longer than the headings.
  const isPadded = data.some(({ cells }) => cells.length === width && cells.at(-1) === '');
  const amounts = data.flatMap(({ cells }) => money.map((at) => cells[at] ?? '')).filter((cell) => !isBlankCell(cell));
  const hasWholeAmounts = amounts.some((cell) => !hasDecimals(cell));
  const isLikeAmount = (cell: string) => isNumeric(cell) && (hasWholeAmounts || hasDecimals(cell));
  const isOfAmounts = (at: number) =>
    data.every(({ cells }) => isBlankCell(cells[at] ?? '') || isLikeAmount(cells[at] ?? ''));
  const first = Math.min(...money);
  const nonAmountColumns = new Set(
    Array.from({ length: Math.min(width, 100) }, (_, at) => at).filter(
      (at) => at > first && !money.includes(at) && !isOfAmounts(at),
    ),
  );
  return ({ cells }: CsvRecord): boolean => {
    if (cells.length > width) return true;
    if (isPadded && shortest === width) return false;
    return cells.some((cell, at) => {
      const isMoved = cells.length > shortest && at > first && (at >= shortest || !money.includes(at));
      return (isMoved || nonAmountColumns.has(at)) && isLikeAmount(cell);
    });
  };
}
