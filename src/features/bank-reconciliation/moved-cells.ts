import type { CsvRecord } from '../../kernel/csv.ts';
import { isBlankCell, parseDay, stripCurrencyMarks } from './parse-cells.ts';
import type { StatementFormat } from './statement-format.ts';
import type { Layout } from './statement-layout.ts';

const maxNumberLength = 40;

const dayShape = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** Digits with separators, a sign and CR or DR, but no other letters and no day. */
function isNumeric(cell: string): boolean {
  if (cell.length > maxNumberLength || dayShape.test(cell)) return false;
  const bare = stripCurrencyMarks(cell).replace(/(?:\b|(?<=\d))(?:CR?|DR?|DB)\.?$/i, '');
  return /\d/.test(bare) && !/\p{L}/u.test(bare);
}

const hasDecimals = (cell: string): boolean => /\d[.,](?:\d{1,2}|\d{4})(?!\d)/.test(cell);

type Cells = readonly string[];

/**
 * Detects rows with a possibly moved amount: a separator in the description moves all cells after it. If
 * the bank omits empty cells at the end, such a row has no cell too many, so its cells after the amount are checked.
 */
export function createMovedCheck({ indexes, rows, width }: Layout, { day }: StatementFormat) {
  const money = [indexes.amount, indexes.credit, indexes.debit, indexes.balance].filter((at) => at !== undefined);
  const hasAmount = (cells: Cells) => money.some((at) => isNumeric(cells[at] ?? ''));
  const data = rows.filter(
    ({ cells, isAmbiguous }) =>
      !isAmbiguous && hasAmount(cells) && parseDay(cells[indexes.day ?? -1] ?? '', day) !== null,
  );
  const shortest = data.reduce((least, { cells }) => Math.min(least, cells.length), width);
  // Then a separator in the description would make the row longer than the headings.
  const isPadded = data.some(({ cells }) => cells.length === width && cells.at(-1) === '');
  const amounts = data.flatMap(({ cells }) => money.map((at) => cells[at] ?? '')).filter((cell) => !isBlankCell(cell));
  const hasWholeAmounts = amounts.some((cell) => !hasDecimals(cell));
  const isLikeAmount = (cell: string) => isNumeric(cell) && (hasWholeAmounts || hasDecimals(cell));
  const isOfAmounts = (at: number) =>
    data.every(({ cells }) => isBlankCell(cells[at] ?? '') || isLikeAmount(cells[at] ?? ''));
  const first = Math.min(...money);
  const odd = new Set(
    Array.from({ length: Math.min(width, 100) }, (_, at) => at).filter(
      (at) => at > first && !money.includes(at) && !isOfAmounts(at),
    ),
  );
  return ({ cells }: CsvRecord): boolean => {
    if (cells.length > width) return true;
    if (isPadded && shortest === width) return false;
    return cells.some((cell, at) => {
      const isMoved = cells.length > shortest && at > first && (at >= shortest || !money.includes(at));
      return (isMoved || odd.has(at)) && isLikeAmount(cell);
    });
  };
}
