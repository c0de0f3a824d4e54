import type { CsvRecord } from '../../kernel/csv.ts';
import { isBlankCell, parseAmount, parseDay } from './parse-cells.ts';
import type { ReadContext, StatementFormat } from './statement-format.ts';
import { getZone, type Layout } from './statement-layout.ts';
import {
  isAvailableHeading,
  isFlagHeading,
  matchesColumn,
  parseStatus,
  parseUndoneStatus,
  parseUndoneWords,
  type StatusWord,
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

export type RowStatus = StatusWord | 'status_unknown' | null;

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
  return ({ cells }: CsvRecord, section: StatusWord | null): Exclude<RowStatus, 'booked'> => {
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
