import type { CsvRecord } from '../../kernel/csv.ts';
import { type Amount, parseAmount, parseDay } from './parse-cells.ts';
import type { SkipReason } from './row-status.ts';
import { isConverted, type StatementFormat } from './statement-format.ts';
import type { Layout } from './statement-layout.ts';
import {
  isBalance,
  isKindHeading,
  isOutgoingWord,
  mentionsCorrection,
  mentionsOutgoing,
  parseDirection,
} from './statement-terms.ts';

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
  const rowsSaying = (at: number, word: 'in' | 'out') =>
    layout.rows.filter(({ cells }) => parseDirection(cells[at] ?? '') === word);
  // Signs are reliable if they agree with all words for money out.
  const isReliable = (at: number) =>
    signs === 'signed' && rowsSaying(at, 'out').length > 0 && rowsSaying(at, 'out').every((row) => amountOf(row) < 0n);
  const areChecked = signs === 'signed' || signs === 'incoming' || signs === 'unknown';
  const incomingColumns = others.filter(
    (at) => areChecked && isKindColumn(layout, at) && rowsSaying(at, 'in').length > 0 && !isReliable(at),
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
